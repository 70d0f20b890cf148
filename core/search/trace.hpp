// The steps of playouts, by colour: what "all moves as first" learns from.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "games/game.hpp"

namespace quincunx {

template <class G>
class Trace {
 public:
  static constexpr int actions = ActionSpace<G>::size;

  Trace() { steps_.reserve(1024); }  // a block of memory of its own, not beside another thread's
  void clear() {
    count_.fill(0);
    halves_.fill(0);
  }
  // A step of the playout that is going on.
  void add(int colour, Action a) { steps_.push_back(static_cast<std::uint16_t>(colour * actions + a)); }
  // The playout has ended. A step counts once, however often it was played.
  void settle(int halves) {
    playout_++;
    for (std::uint16_t s : steps_) {
      if (seen_[s] == playout_) continue;
      seen_[s] = playout_;
      count_[s]++;
      halves_[s] = static_cast<std::uint16_t>(halves_[s] + halves);
    }
    steps_.clear();
  }
  // A step of the tree that all playouts of this simulation share.
  void share(int colour, Action a, int playouts, int halves) {
    std::size_t s = static_cast<std::size_t>(colour * actions + a);
    count_[s] = static_cast<std::uint16_t>(playouts);
    halves_[s] = static_cast<std::uint16_t>(halves);
  }
  const std::uint16_t* counts(int colour) const { return count_.data() + colour * actions; }
  const std::uint16_t* halves(int colour) const { return halves_.data() + colour * actions; }

 private:
  std::vector<std::uint16_t> steps_;
  std::array<std::uint16_t, 2 * actions> count_{}, halves_{};
  std::array<std::uint32_t, 2 * actions> seen_{};
  std::uint32_t playout_ = 0;
};

}  // namespace quincunx
