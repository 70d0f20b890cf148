// What the core promises of every game, at every size, below Python: the playout against the state.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "check.hpp"
#include "games/registry.hpp"
#include "search/perft.hpp"
#include "search/playout.hpp"

namespace quincunx::checks {

template <Game G>
std::vector<Action> legal_actions(const G& game, const typename G::State& s, const typename G::History& h) {
  constexpr Action guard = 65535;  // one more than there is room for
  std::vector<Action> out(ActionSpace<G>::size + 1, guard);
  int n = game.legal(s, h, out.data());
  CHECK(n >= 0 && n <= ActionSpace<G>::size);
  for (int i = n; i <= ActionSpace<G>::size; i++) CHECK(out[i] == guard);
  out.resize(static_cast<std::size_t>(n));
  CHECK(std::is_sorted(out.begin(), out.end()));
  return out;
}

// A playout step by step, followed on a state: every step of it is legal there, the effects do not
// change what a step does, the transformed state is the state of the transformed game, and both agree on
// the end.
template <Game G>
void follow(const G& game, std::uint64_t seed, int look_every) {
  Random random(seed);
  typename G::History history;
  typename G::State state = game.start(history);
  typename G::Playout playout(game);
  playout.begin(state, history);
  int symmetry = static_cast<int>(seed % G::symmetries);
  typename G::History image_history;
  typename G::State image = game.start(image_history);
  NoEffects none;
  for (int n = 0; !playout.over(); n++) {
    std::vector<Action> legal;
    if (n % look_every == 0) {
      legal = legal_actions(game, state, history);
      for (int a = 0; a < ActionSpace<G>::size; a++) {
        bool listed = std::binary_search(legal.begin(), legal.end(), static_cast<Action>(a));
        CHECK((game.why_illegal(state, history, static_cast<Action>(a)) == quincunx::legal) == listed);
      }
    }
    Action a = playout.step(random);
    CHECK(game.why_illegal(state, history, a) == quincunx::legal);
    EffectList effects;
    typename G::State watched = state;
    typename G::History watched_history = history;
    game.apply(watched, watched_history, a, effects);
    Action mirrored = game.understood(image, transformed<G>(a, symmetry));
    CHECK(game.why_illegal(image, image_history, mirrored) == quincunx::legal);
    game.apply(image, image_history, mirrored, none);
    game.apply(state, history, a, none);
    CHECK(state == watched);
    CHECK(history == watched_history);
    CHECK(game.transformed(state, symmetry) == image);
    CHECK(game.transformed(history, symmetry) == image_history);
    CHECK(game.key(game.transformed(state, symmetry)) == game.key(image));
    // A playout may find out only at its next step that the game is over; the state knows at once.
    if (game.over(state)) break;
  }
  CHECK(game.over(state));
  CHECK(legal_actions(game, state, history).empty());
  CHECK(playout.over());
  CHECK(playout.winner() == game.outcome(state).winner);
}

// A playout begun in the middle of a game ends like one, and run() is the same game as step() by step().
template <Game G>
void begin_anywhere(const G& game, std::uint64_t seed) {
  Random random(seed);
  typename G::History history;
  typename G::State state = game.start(history);
  NoEffects none;
  typename G::Playout playout(game);
  NoTrace trace;
  while (!game.over(state)) {
    playout.begin(state, history);
    int steps = playout.run(random, trace);
    CHECK(steps > 0);
    CHECK(playout.over());
    for (int i = 0; i < 1 + G::Board::cells / 3 && !game.over(state); i++) {
      auto legal = legal_actions(game, state, history);
      game.apply(state, history, legal[static_cast<std::size_t>(random.below(static_cast<int>(legal.size())))],
                 none);
    }
  }
  playout.begin(state, history);
  CHECK(playout.over());
  CHECK(playout.run(random, trace) == 0);
  CHECK(playout.winner() == game.outcome(state).winner);
}

// A playout chooses uniformly: chi-square over the legal steps, at states along random games.
template <Game G>
void uniform(const G& game, std::uint64_t seed) {
  constexpr int draws_each = 200;
  Random random(seed);
  typename G::History history;
  typename G::State state = game.start(history);
  typename G::Playout playout(game);
  NoEffects none;
  while (!game.over(state)) {
    auto legal = legal_actions(game, state, history);
    if (legal.size() > 1 && random.below(3) == 0) {
      std::vector<int> seen(legal.size(), 0);
      int draws = draws_each * static_cast<int>(legal.size());
      for (int i = 0; i < draws; i++) {
        playout.begin(state, history);
        auto at = std::lower_bound(legal.begin(), legal.end(), playout.step(random));
        CHECK(at != legal.end());
        seen[static_cast<std::size_t>(at - legal.begin())]++;
      }
      double statistic = 0, freedom = static_cast<double>(legal.size()) - 1;
      for (int n : seen) statistic += (n - draws_each) * (n - draws_each) / static_cast<double>(draws_each);
      // Six standard deviations, and the heavier tail of few degrees of freedom: fails once in a million.
      CHECK(statistic < freedom + 6 * std::sqrt(2 * freedom) + 12);
    }
    game.apply(state, history, legal[static_cast<std::size_t>(random.below(static_cast<int>(legal.size())))],
               none);
  }
}

// One seed, one result; more threads play the same number of games.
template <Game G>
void threads(const G& game) {
  typename G::History history;
  typename G::State state = game.start(history);
  std::atomic<bool> stop = false;
  auto same = [](const Playouts& a, const Playouts& b) {
    return a.games == b.games && a.steps == b.steps && a.wins == b.wins;
  };
  Playouts once = play_out_threads(game, state, history, 7, 3, 1, stop);
  CHECK(same(once, play_out_threads(game, state, history, 7, 3, 1, stop)));
  Playouts shared = play_out_threads(game, state, history, 7, 3, 3, stop);
  CHECK(shared.games == 7);
  CHECK(same(shared, play_out_threads(game, state, history, 7, 3, 3, stop)));
  CHECK(once.wins[0] + once.wins[1] + once.wins[2] == 7);
  stop = true;
  CHECK(play_out_threads(game, state, history, 7, 3, 2, stop).games == 0);
}

template <class Family>
void check_family() {
  for (int size : Family::sizes)
    with_size<Family>(size, [&]<class G>() {
      std::array<int, Family::options.size()> options{};
      for (std::size_t i = 0; i < options.size(); i++) options[i] = Family::options[i].standard;
      G standard(options);
      for (int& value : options) value = 0;  // no swap; komi 0
      G plain(options);
      int games = G::Board::cells < 40 ? 12 : 2;
      for (int i = 0; i < games; i++) {
        follow(standard, static_cast<std::uint64_t>(i), G::Board::cells < 40 ? 1 : 16);
        follow(plain, static_cast<std::uint64_t>(100 + i), G::Board::cells < 40 ? 1 : 16);
        if (G::Board::cells < 100) begin_anywhere(plain, static_cast<std::uint64_t>(i));
      }
      if (G::Board::cells < 26)
        for (int i = 0; i < 4; i++) uniform(standard, static_cast<std::uint64_t>(i));
      if (G::Board::cells < 100) threads(standard);
    });
}

}  // namespace quincunx::checks
