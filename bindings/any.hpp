// A game and a position of any type and size, as one type that Python can hold. Nothing here checks what
// it is given: the binding files do, before they call.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "games/game.hpp"
#include "search/mcts.hpp"
#include "search/playout.hpp"
#include "search/solver.hpp"

namespace quincunx {

// A step that was played, and whether it was the first of a turn.
struct Played {
  Action action;
  bool begins_turn;
};

// What a search has found so far.
struct Report {
  std::vector<Candidate> candidates;  // the best first
  Verdict verdict = Verdict::open;    // of the position itself
  std::uint64_t visits = 0, nodes = 0, bytes = 0;
  std::vector<double> owners;
  std::optional<Lead> lead;
};

// A search for the winner of one position, with its table.
class AnySolver {
 public:
  virtual ~AnySolver() = default;
  virtual Solution solve(std::uint64_t budget, const std::atomic<bool>& stop) = 0;
  virtual std::vector<Action> line(std::uint64_t budget, const std::atomic<bool>& stop) = 0;
  virtual const SolverProgress& progress() const = 0;
  virtual const ProofTable& table() const = 0;
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
  // The step that plain UCT chooses, and how many simulations it made. The game must not be over.
  virtual std::pair<Action, std::uint64_t> plain_uct(const Limits&, std::uint64_t seed,
                                                     const std::atomic<bool>& stop) const = 0;
  virtual std::unique_ptr<AnySolver> solver(std::size_t table_bytes) const = 0;

  const std::vector<Played>& steps() const { return steps_; }
  const std::vector<Effect>& effects() const { return effects_; }

 protected:
  std::vector<Played> steps_;
  std::vector<Effect> effects_;  // of the last step
};

// A search with its tree. One thread at a time may call it.
class AnySearch {
 public:
  virtual ~AnySearch() = default;
  // Goes to a position of the game; keeps what is known of it if it lies ahead of the last one.
  virtual void begin(const AnyPosition&) = 0;
  virtual void forget() = 0;
  virtual void run(const Limits&, const std::atomic<bool>& stop) = 0;
  virtual Report report(std::size_t lines) const = 0;
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
  virtual Tuning tuning() const = 0;
  virtual std::unique_ptr<AnySearch> search(const Tuning&, std::size_t memory, int threads,
                                            std::uint64_t seed) const = 0;
  const Description& description() const { return description_; }

 protected:
  Description description_;
};

// The family's game of that size, which must be one of its sizes. Defined in erased.hpp, and compiled once
// for each family in a file of its own that the build writes from the registry.
template <class Family>
std::shared_ptr<const AnyGame> make_game(int size, const std::vector<int>& options);

}  // namespace quincunx
