// Uniformly random games, many of them, on one or more threads.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "games/game.hpp"

namespace quincunx {

struct Playouts {
  std::uint64_t games = 0, steps = 0;
  std::array<std::uint64_t, 3> wins{};  // first colour, second colour, draws
};

// Plays `games` random games from a state on one thread.
template <Game G>
Playouts play_out(const G& game, const typename G::State& state, const typename G::History& history,
                  std::uint64_t games, std::uint64_t seed, std::uint64_t stream,
                  const std::atomic<bool>& stop) {
  Playouts result;
  Random random(seed, stream);
  typename G::Playout playout(game);
  NoTrace trace;
  for (; result.games < games; result.games++) {
    if (stop.load(std::memory_order_relaxed)) break;
    playout.begin(state, history);
    result.steps += static_cast<std::uint64_t>(playout.run(random, trace));
    int w = playout.winner();
    result.wins[w < 0 ? 2 : w]++;
  }
  return result;
}

// Shares the games out over threads. One seed and one number of threads give one result.
template <Game G>
Playouts play_out_threads(const G& game, const typename G::State& state, const typename G::History& history,
                          std::uint64_t games, std::uint64_t seed, int threads, const std::atomic<bool>& stop) {
  std::vector<Playouts> parts(static_cast<std::size_t>(threads));
  {
    std::vector<std::jthread> workers;
    for (int t = 0; t < threads; t++)
      workers.emplace_back([&, t] {
        std::uint64_t share = games / threads + (static_cast<std::uint64_t>(t) < games % threads);
        parts[t] = play_out(game, state, history, share, seed, static_cast<std::uint64_t>(t), stop);
      });
  }
  Playouts sum;
  for (const Playouts& p : parts) {
    sum.games += p.games;
    sum.steps += p.steps;
    for (int i = 0; i < 3; i++) sum.wins[i] += p.wins[i];
  }
  return sum;
}

}  // namespace quincunx
