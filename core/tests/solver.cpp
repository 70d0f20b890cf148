// The solver against plain minimax with the true history and no memory: late positions of the real games, and
// small mazes whose only rule is repetition.
#include "search/solver.hpp"

#include <algorithm>
#include <optional>
#include <thread>
#include <vector>

#include "check.hpp"
#include "games/history.hpp"
#include "games/registry.hpp"

using namespace quincunx;

namespace {

const std::atomic<bool> running = false;  // nobody asks to stop

// The winning seat, -1 for a draw; none if that takes more than `left` positions.
template <Game G>
std::optional<int> plain(const G& game, const typename G::State& s, const typename G::History& h, long& left) {
  if (game.over(s)) {
    int colour = game.outcome(s).winner;
    return colour < 0 ? -1 : seat_of(s, colour);
  }
  std::vector<Action> steps(ActionSpace<G>::size);
  steps.resize(static_cast<std::size_t>(game.legal(s, h, steps.data())));
  int me = seat_of(s, s.to_move), best = other(me);
  NoEffects none;
  for (Action a : steps) {
    if (--left < 0) return std::nullopt;
    auto next = s;
    auto after = h;
    game.apply(next, after, a, none);
    auto value = plain(game, next, after, left);
    if (!value) return std::nullopt;
    if (*value == me) return me;
    if (*value == -1) best = -1;
  }
  return best;
}

// Checks all that the solver says of one position; whether minimax could tell.
template <Game G>
bool compare(const G& game, Solver<G>& solver, const typename G::State& s, const typename G::History& h,
             long most) {
  long left = most;
  auto truth = plain(game, s, h, left);
  if (!truth) return false;
  Solution found = solver.solve(s, h, 10'000'000, running);
  CHECK(found.known);
  CHECK(found.winner == *truth);
  if (game.over(s)) return true;
  CHECK(game.why_illegal(s, h, found.step) == legal);
  auto next = s;
  auto after = h;
  NoEffects none;
  game.apply(next, after, found.step, none);
  left = most;
  auto kept = plain(game, next, after, left);
  CHECK(!kept || *kept == *truth);
  auto end = s;
  auto past = h;
  for (Action a : solver.line(s, h, 10'000'000, running)) {
    CHECK(game.why_illegal(end, past, a) == legal);
    game.apply(end, past, a, none);
  }
  CHECK(game.over(end));
  int colour = game.outcome(end).winner;
  CHECK((colour < 0 ? -1 : seat_of(end, colour)) == *truth);
  int t = static_cast<int>(game.key(s) % G::symmetries);
  Solution image = solver.solve(game.transformed(s, t), game.transformed(h, t), 10'000'000, running);
  CHECK(image.known && image.winner == *truth);
  return true;
}

// A step at random; where `back` is set rather one to a position that has been.
template <Game G>
Action some_step(const G& game, const typename G::State& s, const typename G::History& h, bool back,
                 Random& random) {
  std::vector<Action> steps(ActionSpace<G>::size);
  int n = game.legal(s, h, steps.data());
  Action chosen = steps[static_cast<std::size_t>(random.below(n))];
  if constexpr (requires { h.count({s.stones, s.to_move}); })
    for (int i = 0; back && i < n; i++) {
      auto next = s;
      auto after = h;
      NoEffects none;
      game.apply(next, after, steps[static_cast<std::size_t>(i)], none);
      int times = after.count({next.stones, next.to_move});
      if (times == 2 || (times == 1 && random.below(8) == 0)) chosen = steps[static_cast<std::size_t>(i)];
    }
  return chosen;
}

// Random games, with every position that minimax can do. One table for many of them, or one that is too small.
template <Game G>
void late_positions(const G& game, int games, long most, int least) {
  Solver<G> large(game, 1 << 20), small(game, 1 << 15);
  int compared = 0;
  for (int i = 0; i < games; i++) {
    Random random(static_cast<std::uint64_t>(i));
    typename G::History h;
    auto s = game.start(h);
    NoEffects none;
    int lately = 0;
    for (int n = 0; n < 100 && !game.over(s) && lately < 6; n++) {
      bool done = compare(game, i % 2 ? large : small, s, h, most);
      compared += done, lately += done;
      game.apply(s, h, some_step(game, s, h, i % 3 == 0, random), none);
    }
    if (game.over(s)) CHECK(compare(game, large, s, h, most));
  }
  CHECK(compared >= least);
}

// A game that is nothing but repetition: a random graph, each node with a player to choose the way on from it.
// Either the third visit of a node is a draw, as in Robble, or nobody may come again to a node that they went
// to before, but anybody may stop, as in Bargo.
template <bool Draws>
class Maze {
 public:
  using Board = Square<3>;  // nine nodes
  static constexpr int symmetries = 1;
  static constexpr std::array kinds{Kind{.name = "go", .cell = true}, Kind{.name = "stop", .mark = "stop"}};
  static constexpr std::array pieces{"here"};
  static constexpr std::array reasons{"no"};
  static constexpr std::array ends{"end"};
  static constexpr Action stop = 9;
  struct State {
    std::uint8_t node, to_move, swapped, over;
    bool operator==(const State&) const = default;
  };
  struct Position {
    int node, who;
    bool operator==(const Position&) const = default;
    std::uint64_t hash() const {
      return mix(static_cast<std::uint64_t>(who), static_cast<std::uint64_t>(node));
    }
  };
  using History = Appearances<Position>;
  using Playout = DirectPlayout<Maze>;

  explicit Maze(std::uint64_t seed) {
    Random random(seed);
    for (int i = 0; i < 9; i++) {
      mover_[i] = static_cast<std::uint8_t>(random.below(2));
      winner_[i] = i < 2 ? i : random.below(3) - 1;
      for (int k = 0; k < 2; k++) ways_[i].set(random.below(9));
    }
  }
  State start(History& h) const {
    h.clear();
    if (Draws) h.add({8, 0});
    return {8, mover_[8], 0, 0};
  }
  bool over(const State& s) const { return s.over; }
  bool at_turn_start(const State&) const { return true; }
  int legal(const State& s, const History& h, Action* out) const {
    int n = 0;
    if (s.over) return 0;
    ways_[s.node].each([&](int i) {
      if (Draws || !h.count({i, s.to_move})) out[n++] = static_cast<Action>(i);
    });
    if (!Draws) out[n++] = stop;
    return n;
  }
  template <class Past, class Effects>
  void apply(State& s, Past& h, Action a, Effects&) const {
    s.over = a == stop;
    if (a == stop) return;
    int times = h.add(Position{a, Draws ? 0 : s.to_move});
    s = {static_cast<std::uint8_t>(a), mover_[a], 0, 0};
    if (Draws) s.over = static_cast<std::uint8_t>(a < 2 ? 1 : times > 2 ? 2 : 0);
  }
  Action understood(const State&, Action a) const { return a; }
  int why_illegal(const State& s, const History& h, Action a) const {
    std::array<Action, 10> steps;
    int n = legal(s, h, steps.data());
    return std::count(steps.begin(), steps.begin() + n, a) ? quincunx::legal : 0;
  }
  Outcome outcome(const State& s) const { return {.winner = s.over == 2 ? -1 : winner_[s.node], .reason = 0}; }
  std::uint64_t key(const State& s) const { return mix(s.over, s.node); }
  int piece(const State& s, int cell) const { return s.node == cell ? 0 : -1; }
  std::vector<Fact> facts(const State&) const { return {}; }
  State transformed(const State& s, int) const { return s; }
  History transformed(const History& h, int) const { return h; }
  static int turned(int, int extra, int) { return extra; }
  Action random_action(const State& s, const History& h, Random& random) const {
    std::array<Action, 10> steps;
    return steps[static_cast<std::size_t>(random.below(legal(s, h, steps.data())))];
  }

  static int room(const State&) { return 0; }
  static constexpr int solver_reach = 0;
  static constexpr bool repetition_draws = Draws;
  std::uint64_t past(const State&, const History& h) const {
    std::uint64_t sum = 0;
    h.each_once([&](const Position& p, int times) {
      if (!Draws || times > 1) sum += mix(7, p.hash());
    });
    return sum;
  }

 private:
  std::array<std::uint8_t, 9> mover_;
  std::array<int, 9> winner_;
  std::array<Bits<9>, 9> ways_;
};

template <bool Draws>
void mazes(int count) {
  std::array<int, 3> values{};
  int compared = 0;
  for (int i = 0; i < count; i++) {
    Maze<Draws> game(static_cast<std::uint64_t>(i));
    Solver<Maze<Draws>> solver(game, 1 << 14);
    for (int walk = 0; walk < 4; walk++) {
      Random random(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(walk));
      typename Maze<Draws>::History h;
      auto s = game.start(h);
      NoEffects none;
      while (!game.over(s)) {
        compared += compare(game, solver, s, h, 20'000);
        values[static_cast<std::size_t>(solver.solve(s, h, 100'000, running).winner + 1)]++;
        game.apply(s, h, game.random_action(s, h, random), none);
      }
    }
  }
  CHECK(compared > 5 * count);
  for (int n : values) CHECK(n > count / 4);  // all of them come up
}

// The budget, the deadline, the wish to stop, and the size of the table are kept to.
void limits() {
  Implo<5> game({1});
  NoHistory h;
  auto s = game.start(h);
  Solver<Implo<5>> solver(game, 100'000);
  CHECK(solver.table().bytes() <= 100'000 && solver.table().bytes() > 90'000);
  for (std::uint64_t budget : {0u, 1u, 25u, 1000u, 200'000u}) {
    Solution found = solver.solve(s, h, budget, running);
    CHECK(!found.known && found.positions <= budget);
    CHECK(solver.progress().positions <= budget);
  }
  CHECK(solver.table().fill() > 0.9 && solver.table().fill() <= 1);
  // A deadline that has passed is noticed within the few positions between two looks at the clock.
  Solution late = solver.solve(s, h, 200'000, running, std::chrono::steady_clock::now());
  CHECK(!late.known && late.positions < 100);
  std::atomic<bool> stop = true;
  CHECK(!solver.solve(s, h, ~0ull, stop).known);
  CHECK(solver.line(s, h, ~0ull, stop).empty());
  stop = false;
  std::jthread later([&] {
    while (solver.progress().positions < 10'000) std::this_thread::yield();
    stop = true;
  });
  CHECK(!solver.solve(s, h, ~0ull, stop).known);  // it would take years
  CHECK(solver.progress().positions >= 10'000);
}

// A standard game is not near its end at its start, but some games come near it: not all of Licled's do.
void near_the_end() {
  Registry::each([&]<class Family>() {
    using G = typename Family::template Game<Family::standard_size>;
    G game(std::array<int, Family::options.size()>{});
    typename G::History h;
    int near = 0;
    for (std::uint64_t seed = 0; seed < 20; seed++) {
      auto s = game.start(h);
      CHECK(!Solver<G>::near_end(s));
      typename G::Playout playout(game);
      playout.begin(s, h);
      NoEffects none;
      for (Random random(seed); !game.over(s) && !Solver<G>::near_end(s);)
        game.apply(s, h, playout.step(random), none);
      near += Solver<G>::near_end(s);
    }
    CHECK(near > 0);
  });
}

checks::Suite suite("solver", [] {
  near_the_end();
  for (int pie : {0, 1}) {
    late_positions(Implo<3>({pie}), 30, 1000, 100);
    late_positions(Implo<4>({pie}), 20, 1000, 70);
    late_positions(Robble<5>({pie}), 3, 1000, 10);
    late_positions(Robble<4>({pie}), 8, 1000, 20);
    late_positions(Licled<2>({pie}), 20, 1000, 100);
    late_positions(Licled<3>({pie}), 6, 500, 15);
  }
  late_positions(Topolo<2>({}), 20, 1000, 60);
  late_positions(Topolo<4>({}), 30, 1000, 100);
  for (int komi : {-1, 0, 2, 6}) late_positions(Bargo<2>({komi}), 12, 1000, 5);
  late_positions(Bargo<3>({4}), 6, 1000, 3);
  mazes<true>(200);
  mazes<false>(200);
  limits();
});

}  // namespace
