// What the tree search promises, of every game at a middling and at a small size.
#include <cstring>
#include <map>
#include <optional>
#include <set>

#include "check.hpp"
#include "games/registry.hpp"
#include "search/mcts.hpp"
#include "search/uct.hpp"

namespace quincunx::checks {
namespace {

const std::atomic<bool> never = false;

template <Game G>
struct Place {
  typename G::History history;
  typename G::State state;
  std::vector<Action> steps;
};

template <Game G>
std::vector<Action> legal_steps(const G& game, const Place<G>& p) {
  std::vector<Action> out(ActionSpace<G>::size);
  out.resize(static_cast<std::size_t>(game.legal(p.state, p.history, out.data())));
  return out;
}

template <Game G>
std::vector<Action> searched_steps(const G& game, const Place<G>& p) {
  std::vector<Action> out(ActionSpace<G>::size);
  out.resize(static_cast<std::size_t>(steps_to_search(game, p.state, p.history, out.data())));
  return out;
}

template <Game G>
void play(const G& game, Place<G>& p, Action a) {
  NoEffects none;
  game.apply(p.state, p.history, a, none);
  p.steps.push_back(a);
}

// A place after some random steps; the game may be over there.
template <Game G>
Place<G> wander(const G& game, Random& random, int steps) {
  Place<G> p;
  p.state = game.start(p.history);
  for (int i = 0; i < steps && !game.over(p.state); i++) {
    auto legal = legal_steps(game, p);
    play(game, p, legal[static_cast<std::size_t>(random.below(static_cast<int>(legal.size())))]);
  }
  return p;
}

template <Game G>
std::unique_ptr<Search<G>> searched(const G& game, const Place<G>& p, std::uint64_t visits, std::uint64_t seed,
                                    int threads = 1) {
  auto search = std::make_unique<Search<G>>(game, tuned_for<G>, 16 << 20, threads, seed);
  search->begin(p.state, p.history, nullptr);
  search->run({visits, no_clock}, never);
  return search;
}

bool same(const std::vector<Candidate>& a, const std::vector<Candidate>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Candidate& x, const Candidate& y) {
    return x.action == y.action && x.visits == y.visits && x.value == y.value && x.verdict == y.verdict &&
           x.line == y.line;
  });
}

// One seed, one thread, one number of visits: one result, in one go or, after whole batches, in two. Another
// seed: another result.
template <Game G>
void repeats(const G& game, const Place<G>& p) {
  auto one = searched(game, p, 600, 5), two = searched(game, p, 240, 5), other = searched(game, p, 600, 6);
  // Where all is soon proven there is nothing more to find.
  const bool open = two->verdict() == Verdict::open;
  CHECK(!open || !same(one->candidates(5), two->candidates(5)));
  two->run({600, no_clock}, never);
  CHECK(same(one->candidates(5), two->candidates(5)));
  CHECK(!open || !same(one->candidates(5), other->candidates(5)));
  CHECK(one->samples().owners() == two->samples().owners());
}

std::uint64_t expanded(const Tree& tree, const Node& node) {
  const std::uint32_t first = node.children.load();
  if (first < Node::first_index) return 0;
  std::uint64_t sum = 1;
  for (std::uint32_t i = 0; i < node.count; i++) sum += expanded(tree, tree[first + i]);
  return sum;
}

// Every step to search is a candidate, visits add up, a simulation grows the tree by one node's children at the
// most, lines can be played.
template <Game G>
void adds_up(const G& game, const Place<G>& p, const Search<G>& search) {
  auto candidates = search.candidates(3);
  std::vector<Action> actions;
  std::uint64_t visits = 0;
  for (const Candidate& c : candidates) {
    actions.push_back(c.action);
    visits += c.visits;
    CHECK(c.value >= 0 && c.value <= 1);
  }
  std::sort(actions.begin(), actions.end());
  CHECK(actions == searched_steps(game, p));
  // The root gets its children in its first simulation, which goes on to one of them.
  // Where it is proven, other threads may have one more on the way, which ends at the root.
  const std::uint32_t all = search.tree().root().tally.load().visits;
  CHECK(visits == all ||
        (search.verdict() != Verdict::open && visits < all && all - visits <= 4 * tuned_for<G>.batch));
  CHECK(expanded(search.tree(), search.tree().root()) <= 1u + all);
  for (std::size_t i = 0; i < std::min<std::size_t>(3, candidates.size()); i++) {
    Place<G> line = p;
    CHECK(!candidates[i].line.empty() && candidates[i].line[0] == candidates[i].action);
    for (Action a : candidates[i].line) {
      auto legal = legal_steps(game, line);
      bool found = std::binary_search(legal.begin(), legal.end(), a);
      CHECK(found);
      if (!found) break;
      play(game, line, a);
    }
  }
  for (double owner : search.samples().owners()) CHECK(owner >= -1 && owner <= 1);
}

// Everything in the tree below a node, spelled out.
void spell(const Tree& tree, const Node& node, std::vector<std::uint64_t>& out) {
  auto tally = node.tally.load(), amaf = node.amaf.load();
  out.insert(out.end(), {node.action, tally.visits, tally.halves, amaf.visits, amaf.halves,
                         static_cast<std::uint64_t>(node.proven())});
  std::uint32_t first = node.children.load();
  if (first < Node::first_index) return;
  for (std::uint32_t i = 0; i < node.count; i++) spell(tree, tree[first + i], out);
}

// What nodes remember is what their steps lead to.
template <Game G>
void remembers(const G& game, const Tree& tree, const Node& node, const Place<G>& p) {
  std::uint32_t first = node.children.load();
  if (first < Node::first_index) return;
  typename G::State state;
  std::memcpy(&state, tree.front(first), sizeof(state));
  CHECK(state == p.state);
  for (std::uint32_t i = 0; i < node.count; i++) {
    if (tree[first + i].children.load() < Node::first_index) continue;
    Place<G> below = p;
    play(game, below, tree[first + i].action);
    remembers(game, tree, tree[first + i], below);
  }
}

// The tree is kept: what is below a step of the root is the same after it has become the root.
template <Game G>
void keeps_tree(const G& game, const Place<G>& p) {
  auto search = searched(game, p, 3000, 9);
  Place<G> next = p;
  for (int move = 0; move < 3; move++) {
    auto candidates = search->candidates(1);
    if (candidates.empty() || candidates[0].verdict != Verdict::open) return;
    const std::vector<Action> steps(candidates[0].line.begin(),
                                    candidates[0].line.begin() + (candidates[0].line.size() > 1 ? 2 : 1));
    const Node* node = &search->tree().root();
    for (Action a : steps) {
      std::uint32_t first = node->children.load();
      for (std::uint32_t i = 0; i < node->count; i++)
        if (search->tree()[first + i].action == a) {
          node = &search->tree()[first + i];
          break;
        }
      play(game, next, a);
    }
    std::vector<std::uint64_t> before, after;
    spell(search->tree(), *node, before);
    std::uint32_t size = search->tree().size();
    search->begin(next.state, next.history, &steps);
    spell(search->tree(), search->tree().root(), after);
    CHECK(before == after);
    if constexpr (std::is_same_v<typename G::History, NoHistory>)
      remembers(game, search->tree(), search->tree().root(), next);
    CHECK(search->tree().size() == after.size() / 6 && search->tree().size() < size);
    if (game.over(next.state)) return;
    search->run({search->tree().root().tally.load().visits + 500u, no_clock}, never);
    std::vector<Action> actions;
    for (const Candidate& c : search->candidates(0)) actions.push_back(c.action);
    std::sort(actions.begin(), actions.end());
    CHECK(actions == searched_steps(game, next));
  }
}
// With no time at all there are still candidates, also where the solver has the answer at once.
template <Game G>
void has_candidates(const G& game, const Place<G>& p) {
  Search<G> search(game, tuned_for<G>, 16 << 20, 1, 1);
  search.begin(p.state, p.history, nullptr);
  search.run({1000, 0.0}, never);
  CHECK(search.candidates(0).size() == searched_steps(game, p).size());
}

// One search plays a whole game against itself and never runs out of candidates, though verdicts of the solver
// settle nodes that become the root later; and what it says is won stays won by the step that it chooses.
template <Game G>
void plays_on(const G& game, std::uint64_t seed) {
  Random random(seed);
  Place<G> p = wander(game, random, 0);
  Search<G> search(game, tuned_for<G>, 16 << 20, 1, seed);
  Solver<G> judge(game, 1 << 20);
  std::vector<Action> further;
  for (int step = 0; !game.over(p.state) && step < 1000; step++) {
    search.begin(p.state, p.history, step ? &further : nullptr);
    search.run({200, no_clock}, never);
    auto candidates = search.candidates(0);
    auto legal = legal_steps(game, p);
    CHECK(candidates.size() == searched_steps(game, p).size());
    if (candidates.empty()) return;
    CHECK(std::binary_search(legal.begin(), legal.end(), candidates[0].action));
    const int seat = seat_of(p.state, p.state.to_move);
    const bool won = search.verdict() == won_by(seat);
    further = {candidates[0].action};
    play(game, p, candidates[0].action);
    if (!won) continue;
    if (Solution s = judge.solve(p.state, p.history, 100'000, never); s.known) CHECK(s.winner == seat);
  }
  CHECK(game.over(p.state));
}

// A tree without room stays within it, and the search goes on.
template <Game G>
void keeps_cap(const G& game, const Place<G>& p) {
  constexpr std::size_t cap = 64 << 10;
  Search<G> search(game, tuned_for<G>, cap, 2, 1);
  search.begin(p.state, p.history, nullptr);
  for (std::uint64_t visits : {500, 3000}) {
    search.run({visits, no_clock}, never);
    CHECK(search.tree().root().tally.load().visits >= visits || search.verdict() != Verdict::open);
    CHECK(search.tree().bytes() <= cap);
  }
  adds_up(game, p, search);
}

// How many nodes below one were given to the solver.
int given_to_solver(const Tree& tree, const Node& node) {
  int given = 0;
  std::uint32_t first = node.children.load();
  for (std::uint32_t i = 0; first >= Node::first_index && i < node.count; i++)
    given += tree[first + i].tried.load() + given_to_solver(tree, tree[first + i]);
  return given;
}

// The solver waits until the simulations have earned what it took the last time. Tells whether it was asked at
// all where nothing keeps it.
template <Game G>
bool solver_keeps_to_its_share(const G& game, const Place<G>& p) {
  auto asked = [&](float rate) {
    Tuning tuning = tuned_for<G>;
    tuning.solve = 2;  // too little to end the search
    tuning.solve_after = 1;
    tuning.solve_rate = rate;
    Search<G> search(game, tuning, 16 << 20, 1, 1);
    search.begin(p.state, p.history, nullptr);
    search.run({400, no_clock}, never);
    return given_to_solver(search.tree(), search.tree().root());
  };
  CHECK(asked(0) <= 1);
  CHECK(asked(0.05f) <= 21);  // each looks at one position at least
  return asked(1e6f) > 1;
}

// The value for the first seat in half points, by trying everything; nothing if that takes too long.
template <Game G>
std::optional<int> minimax(const G& game, const Place<G>& p, int& budget) {
  if (--budget < 0) return std::nullopt;
  if (game.over(p.state)) {
    int winner = game.outcome(p.state).winner;
    return winner < 0 ? 1 : seat_of(p.state, winner) == 0 ? 2 : 0;
  }
  const bool first = seat_of(p.state, p.state.to_move) == 0;
  int best = first ? 0 : 2;
  for (Action a : legal_steps(game, p)) {
    Place<G> next = p;
    play(game, next, a);
    auto value = minimax(game, next, budget);
    if (!value) return value;
    best = first ? std::max(best, *value) : std::min(best, *value);
  }
  return best;
}

// What is proven is true, of the position and of each step; and what is small enough gets proven.
template <Game G>
int proofs_hold(const G& game, const Place<G>& p, std::uint64_t seed, int threads) {
  int budget = 20'000;
  auto value = minimax(game, p, budget);
  if (!value) return 0;
  auto search = searched(game, p, 30'000, seed, threads);
  Verdict verdict = search->verdict();
  CHECK(verdict != Verdict::open);
  CHECK(halves(verdict) == *value);
  for (const Candidate& c : search->candidates(0)) {
    if (c.verdict == Verdict::open) continue;
    Place<G> next = p;
    play(game, next, c.action);
    int more = 1'000'000;
    CHECK(halves(c.verdict) == minimax(game, next, more));
  }
  // The best candidate gets what the position is worth.
  Place<G> next = p;
  play(game, next, search->candidates(0)[0].action);
  int more = 1'000'000;
  CHECK(minimax(game, next, more) == value);
  return 1;
}

template <class Family, int Size>
void check_game(const std::array<int, Family::options.size()>& options) {
  using G = typename Family::template Game<Size>;
  const G game(options);
  Random random(Size);
  Place<G> start = wander(game, random, 0), middle = wander(game, random, G::Board::cells / 2);
  for (const Place<G>& p : {start, middle}) {
    if (game.over(p.state)) continue;
    repeats(game, p);
    has_candidates(game, p);
    adds_up(game, p, *searched(game, p, 1000, 3));
    adds_up(game, p, *searched(game, p, 2000, 3, 4));
    keeps_cap(game, p);
    keeps_tree(game, p);
    PlainUct<G> uct(game, 4);
    auto legal = legal_steps(game, p);
    CHECK(
        std::binary_search(legal.begin(), legal.end(), uct.choose(p.state, p.history, {300, no_clock}, never)));
    CHECK(uct.simulations() == 300);
  }
  for (std::uint64_t seed = 0; seed < 10; seed++) plays_on(game, seed);
  // Near the end of random games, whose lengths differ.
  int proven = 0, shared = 0;
  for (int g = 0; g < 60; g++) {
    Random dice(static_cast<std::uint64_t>(g), Size);
    auto whole = wander(game, dice, 100'000);
    Random again(static_cast<std::uint64_t>(g), Size);
    auto p = wander(game, again, static_cast<int>(whole.steps.size()) - 1 - g % 6);
    has_candidates(game, p);
    proven += proofs_hold(game, p, static_cast<std::uint64_t>(g), 1 + g % 3);
    Random once_more(static_cast<std::uint64_t>(g), Size);
    auto earlier = wander(game, once_more, static_cast<int>(whole.steps.size()) - 7 - g % 6);
    shared += solver_keeps_to_its_share(game, earlier);
  }
  CHECK(proven >= 5);
  CHECK(shared >= 1);
}

// The largest board of a family that is quickly played on.
template <class Family>
constexpr int handy_size() {
  int best = Family::sizes[0];
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    ((best = Family::template Game<Family::sizes[I]>::Board::cells <= 40 ? Family::sizes[I] : best), ...);
  }(std::make_index_sequence<Family::sizes.size()>{});
  return best;
}

// What a turn of Licled can come to by these steps: stones and claimed loops after it, beside what is on the
// way.
using Choosing = Licled<5>;
template <class Steps>
void ends_of_turn(const Choosing& game, const Place<Choosing>& p, Steps steps,
                  std::set<std::uint64_t>& on_the_way, std::set<std::uint64_t>& ends) {
  if (game.over(p.state) || game.at_turn_start(p.state)) {
    ends.insert(game.key(p.state));
    return;
  }
  if (!on_the_way.insert(game.key(p.state)).second) return;
  for (Action a : steps(game, p)) {
    Place<Choosing> next = p;
    play(game, next, a);
    ends_of_turn(game, next, steps, on_the_way, ends);
  }
}

// Where a choice is open, the steps to search are fewer and come to the same.
void check_detours() {
  const Choosing game({0});
  std::size_t all = 0, kept = 0;
  for (std::uint64_t seed = 0; seed < 40; seed++) {
    Random random(seed);
    Place<Choosing> p = wander(game, random, 0);
    while (!game.over(p.state)) {
      auto legal = legal_steps(game, p), fewer = searched_steps(game, p);
      if (game.at_turn_start(p.state)) {
        CHECK(fewer == legal);
      } else {
        std::set<std::uint64_t> long_way, short_way, whole, same;
        ends_of_turn(game, p, legal_steps<Choosing>, long_way, whole);
        ends_of_turn(game, p, searched_steps<Choosing>, short_way, same);
        CHECK(same == whole);
        all += legal.size(), kept += fewer.size();
      }
      play(game, p, legal[static_cast<std::size_t>(random.below(static_cast<int>(legal.size())))]);
    }
  }
  std::printf("  licled: %zu steps of open choices, %zu to search\n", all, kept);
  CHECK(all > 200 && 2 * kept < all);
}

// Loops that are known and lack a stone are found exactly where the rules let them be claimed, the best of
// them.
void check_known_loops() {
  using Choices = Choosing::Choices;
  using Board = Choosing::Board;
  const Choosing game({0});
  int found = 0, none = 0;
  std::array<LicledKnown<5>, 2> known;
  std::array<std::vector<Choosing::Set>, 2> added;
  Place<Choosing> middle;
  for (std::uint64_t seed = 0; seed < 100; seed++) {
    Random random(seed);
    if (seed % 20 == 0) known = {}, added = {}, middle = wander(game, random, 40);
    Place<Choosing> p = middle;
    while (!game.over(p.state)) {
      const auto& s = p.state;
      const int me = s.to_move, you = 1 - me;
      const auto legal = legal_steps(game, p);
      const LicledLoops<5>::View view{s.stones[me], s.stones[you], s.claimed[me], s.claimed[you]};
      if (game.at_turn_start(s)) {
        Choosing::Set open;
        for (Action a : legal)
          if (a < Choosing::swap) open.set(Board::place(a));
        std::optional<int> most;
        for (const auto& loop : added[me]) {
          auto missing = loop - view.mine - view.theirs;
          if (missing.count() != 1 || !missing.within(open)) continue;
          Place<Choosing> next = p;
          play(game, next, static_cast<Action>(Board::cell(missing.lowest())));
          if (game.at_turn_start(next.state)) continue;
          auto after = view;
          after.mine |= missing;
          const auto choice = Choices::survey(after, missing.lowest(), {});
          CHECK(choice.complete);
          if (std::find(choice.loops.begin(), choice.loops.begin() + choice.count, loop) !=
              choice.loops.begin() + choice.count)
            most = std::max(most.value_or(-1000), Choices::gain(after, loop));
        }
        const auto best = known[me].find(view, open);
        CHECK(best.loop.any() == most.has_value());
        if (most) CHECK(Choices::gain(view, best.loop) == *most && best.loop.has(best.at));
        (most ? found : none)++;
      } else if (s.named.none()) {
        const auto choice = Choices::survey(view, Board::place(s.pending), {});
        for (int i = 0; i < std::min(choice.count, 4) && added[me].size() < 100; i++) {
          known[me].add(choice.loops[i]);
          added[me].push_back(choice.loops[i]);
        }
      }
      play(game, p, legal[static_cast<std::size_t>(random.below(static_cast<int>(legal.size())))]);
    }
  }
  std::printf("  licled: known loops to claim in %d of %d turns\n", found, found + none);
  CHECK(found > 20);
}

void check_search() {
  check_detours();
  check_known_loops();
  for (float x = 1; x < 1e9f; x *= 1.37f) CHECK(std::abs(natural_log(x) - std::log(x)) < 1e-3f);
  Registry::each([]<class Family>() {
    std::array<int, Family::options.size()> standard{}, plain{};
    for (std::size_t i = 0; i < standard.size(); i++) standard[i] = Family::options[i].standard;
    check_game<Family, handy_size<Family>()>(standard);
    check_game<Family, Family::sizes[1]>(plain);
  });
}
Suite suite("search", check_search);

}  // namespace
}  // namespace quincunx::checks
