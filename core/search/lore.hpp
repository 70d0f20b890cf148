// What a step was worth wherever the tree had it: an answer that refutes one step often refutes the next.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/game.hpp"
#include "search/tree.hpp"
#include "search/tuning.hpp"

namespace quincunx {

// Of one thread, by colour and step, in this search and, fading, in those before.
template <class G>
class Lore {
 public:
  // To be called after each turn.
  void fade() {
    for (Worth& worth : worth_) worth.visits *= fading, worth.halves *= fading;
  }
  void add(int colour, Action a, std::uint32_t visits, std::int32_t halves) {
    Worth& worth = of(colour, a);
    worth.visits += static_cast<float>(visits);
    worth.halves += static_cast<float>(halves);
  }
  // Adds it to what a new child begins with.
  void pass_on(int colour, Node& child, const Tuning& tuning) {
    const Worth& worth = of(colour, child.action);
    if (worth.visits < 1) return;
    const float weight = std::min(worth.visits * tuning.lore, tuning.most_lore);
    auto [visits, halves] = child.amaf.load();
    child.amaf.set(visits + static_cast<std::uint32_t>(weight),
                   halves + static_cast<std::uint32_t>(worth.halves / worth.visits * weight));
  }

 private:
  static constexpr int actions = ActionSpace<G>::size;
  static constexpr float fading = 0.5f;
  struct Worth {
    float visits, halves;
  };
  Worth& of(int colour, Action a) { return worth_[static_cast<std::size_t>(colour * actions + a)]; }

  std::array<Worth, 2 * actions> worth_{};
};

}  // namespace quincunx
