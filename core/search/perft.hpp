// How many sequences of exactly so many steps there are: the classic proof of a move generator.
// Where `stop` becomes true the count ends early and means nothing.
#pragma once

#include <atomic>
#include <memory>

#include "games/game.hpp"

namespace quincunx {

template <Game G>
std::uint64_t perft(const G& game, const typename G::State& state, const typename G::History& history,
                    int depth, const std::atomic<bool>& stop) {
  if (depth == 0) return 1;
  auto actions = std::make_unique<Action[]>(ActionSpace<G>::size);
  int n = game.legal(state, history, actions.get());
  if (depth == 1) return static_cast<std::uint64_t>(n);
  std::uint64_t total = 0;
  for (int i = 0; i < n && !stop.load(std::memory_order_relaxed); i++) {
    typename G::State next = state;
    typename G::History after = history;
    NoEffects none;
    game.apply(next, after, actions[i], none);
    total += perft(game, next, after, depth - 1, stop);
  }
  return total;
}

}  // namespace quincunx
