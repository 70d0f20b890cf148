// Plain UCT, as in the textbooks: c = √2, uniform playouts, one node a simulation, one thread, a new tree for
// each step, no proofs. The baseline that the real search is measured against; it is not to be improved.
#pragma once

#include <atomic>
#include <chrono>
#include <cmath>
#include <vector>

#include "games/game.hpp"
#include "search/mcts.hpp"

namespace quincunx {

template <Game G>
class PlainUct {
 public:
  explicit PlainUct(const G& game, std::uint64_t seed) : game_(game), playout_(game), random_(seed) {}

  // The most visited step after the search. The game must not be over.
  Action choose(const typename G::State& state, const typename G::History& history, const Limits& limits,
                const std::atomic<bool>& stop) {
    using Clock = std::chrono::steady_clock;
    const auto begun = Clock::now();
    nodes_.assign(1, {});
    simulations_ = 0;
    auto more = [&] {
      return simulations_ < limits.visits && !stop.load(std::memory_order_relaxed) &&
             std::chrono::duration<double>(Clock::now() - begun).count() < limits.seconds;
    };
    do simulate(state, history);
    while (more());
    int best = nodes_[0].first;
    for (int i = best; i < nodes_[0].first + nodes_[0].count; i++)
      if (nodes_[i].visits > nodes_[best].visits) best = i;
    return nodes_[best].action;
  }
  std::uint64_t simulations() const { return simulations_; }

 private:
  struct Node {
    Action action = 0;
    int first = 0, count = 0;       // children; none yet while count is 0
    double visits = 0, points = 0;  // of the seat that chose this step
  };

  void simulate(typename G::State state, typename G::History history) {
    NoEffects none;
    std::vector<std::pair<int, int>> path;  // nodes, and the seats that chose them
    int node = 0;
    path.emplace_back(0, 0);
    while (!game_.over(state)) {
      bool fresh = nodes_[node].visits == 0 && node != 0;
      if (fresh) break;
      if (nodes_[node].count == 0) expand(node, state, history);
      int seat = seat_of(state, state.to_move);
      node = select(node);
      game_.apply(state, history, nodes_[node].action, none);
      path.emplace_back(node, seat);
    }
    playout_.begin(state, history);
    NoTrace trace;
    playout_.run(random_, trace);
    int winner = playout_.winner(), winning_seat = winner < 0 ? -1 : winner ^ playout_.swapped();
    for (auto [n, seat] : path) {
      nodes_[n].visits++;
      nodes_[n].points += winner < 0 ? 0.5 : winning_seat == seat;
    }
    simulations_++;
  }

  void expand(int node, const typename G::State& state, const typename G::History& history) {
    std::vector<Action> actions(ActionSpace<G>::size);
    int n = game_.legal(state, history, actions.data());
    nodes_[node].first = static_cast<int>(nodes_.size());
    nodes_[node].count = n;
    for (int i = 0; i < n; i++) nodes_.push_back({.action = actions[i]});
  }

  int select(int node) {
    const Node& parent = nodes_[node];
    const double spread = 2 * std::log(parent.visits);
    int best = parent.first, ties = 0;
    double most = -1;
    for (int i = parent.first; i < parent.first + parent.count; i++) {
      const Node& c = nodes_[i];
      double score = c.visits == 0 ? 1e9 : c.points / c.visits + std::sqrt(spread / c.visits);
      if (score > most)
        most = score, best = i, ties = 1;
      else if (score == most && random_.below(++ties) == 0)
        best = i;
    }
    return best;
  }

  G game_;
  typename G::Playout playout_;
  Random random_;
  std::vector<Node> nodes_;
  std::uint64_t simulations_ = 0;
};

}  // namespace quincunx
