// A game and a position of any type and size, as one type that Python can hold. Nothing here checks what
// it is given: the binding files do, before they call.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "games/game.hpp"
#include "search/playout.hpp"

namespace quincunx {

// A step that was played, and whether it was the first of a turn.
struct Played {
  Action action;
  bool begins_turn;
};

// A position of a game with its history and the steps that led to it. Immutable.
class AnyPosition {
 public:
  using Pointer = std::shared_ptr<const AnyPosition>;
  virtual ~AnyPosition() = default;

  virtual int to_move() const = 0;
  virtual int seat() const = 0;
  virtual int seat_of_colour(int colour) const = 0;
  virtual bool over() const = 0;
  virtual bool at_turn_start() const = 0;
  virtual Outcome outcome() const = 0;
  virtual std::uint64_t key() const = 0;
  virtual std::vector<Action> legal() const = 0;
  virtual int why_illegal(Action) const = 0;
  virtual Action understood(Action) const = 0;
  virtual Pointer play(Action) const = 0;  // the action must be legal
  virtual std::vector<int> pieces() const = 0;
  virtual std::vector<Fact> facts() const = 0;
  virtual Pointer transformed(int symmetry) const = 0;
  virtual bool equals(const AnyPosition&) const = 0;  // same game and options, as the caller has checked
  virtual std::uint64_t perft(int depth, const std::atomic<bool>& stop) const = 0;
  virtual Playouts playouts(std::uint64_t games, std::uint64_t seed, int threads,
                            const std::atomic<bool>& stop) const = 0;

  const std::vector<Played>& steps() const { return steps_; }
  const std::vector<Effect>& effects() const { return effects_; }

 protected:
  std::vector<Played> steps_;
  std::vector<Effect> effects_;  // of the last step
};

// What Python must know of a game to check arguments and to spell steps.
struct Description {
  std::string name;
  std::vector<std::string> colours, cells, kinds, pieces, reasons, ends, actions;
  std::vector<Step> steps;  // by action
  std::vector<std::vector<int>> cell_images;
  std::vector<std::vector<Action>> action_images;
};

class AnyGame {
 public:
  virtual ~AnyGame() = default;
  virtual AnyPosition::Pointer start() const = 0;
  virtual std::size_t state_bytes() const = 0;
  const Description& description() const { return description_; }

 protected:
  Description description_;
};

// The family's game of that size, which must be one of its sizes. Defined in erased.hpp, and compiled once
// for each family in a file of its own that the build writes from the registry.
template <class Family>
std::shared_ptr<const AnyGame> make_game(int size, const std::vector<int>& options);

}  // namespace quincunx
