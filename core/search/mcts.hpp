// Monte Carlo tree search over any game: UCT with RAVE, proofs backed up, any number of threads on one tree.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "games/game.hpp"
#include "search/samples.hpp"
#include "search/solver.hpp"
#include "search/trace.hpp"
#include "search/tree.hpp"
#include "search/tuning.hpp"

namespace quincunx {

inline constexpr double no_clock = 1e9;  // seconds that are no limit

struct Limits {
  std::uint64_t visits;  // of the root, those of a tree that was kept included
  double seconds;
};

// One step that the root offers, and what the search makes of it.
struct Candidate {
  Action action;
  std::uint32_t visits;
  double value;  // for the seat that chooses, from 0 to 1
  Verdict verdict;
  std::vector<Action> line;  // from this step on
};

// The logarithm of a number from 1 on, to some four digits: the same on every machine, as those of the system's
// libraries are not.
inline float natural_log(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const auto exponent = static_cast<float>(static_cast<int>(bits >> 23) - 127);
  const float m = std::bit_cast<float>((bits & 0x7fffffu) | 0x3f800000u);  // from 1 to 2
  const float r = (m - 1) / (m + 1), square = r * r;
  return exponent * 0.69314718f + 2 * r * (1 + square * (1.f / 3 + square * (1.f / 5 + square / 7)));
}

template <Game G>
class Search {
 public:
  using State = typename G::State;
  using History = typename G::History;

  // `memory` is for the tree, and an eighth of it for the tables of the exact solvers, one a thread.
  Search(const G& game, const Tuning& tuning, std::size_t memory, int threads, std::uint64_t seed)
      : game_(game),
        tuning_(tuning),
        tree_(memory - memory / 8, keeps_states ? sizeof(State) : 0),
        root_state_(game_.start(root_history_)) {
    const std::size_t table = memory / 8 / static_cast<std::size_t>(threads);
    for (int i = 0; i < threads; i++)
      workers_.push_back(std::make_unique<Worker>(game_, table, seed, static_cast<std::uint64_t>(i)));
  }

  // Begins at a position. What the tree knows of it is kept if `steps`, that lead to it from the last root,
  // are in the tree.
  void begin(const State& state, const History& history, const std::vector<Action>* steps) {
    std::uint32_t node = steps ? descend(*steps) : 0;
    if (node)
      tree_.reroot(node);
    else
      tree_.clear();
    // What the solver has settled without its children has no step to choose from: it is asked again.
    Node& root = tree_.root();
    root.tried.store(false, std::memory_order_relaxed);
    if (!follows_from_children(root)) root.verdict.store(Verdict::open, std::memory_order_relaxed);
    if (!steps || !steps->empty())
      for (auto& w : workers_) w->samples = {};
    root_state_ = state;
    root_history_ = history;
    lost_ = false;
  }

  // Searches until a limit is reached, the root is proven, or `stop` is set. Who has lost for certain goes on
  // as if it were not so, for the step that is hardest to answer.
  void run(const Limits& limits, const std::atomic<bool>& stop) {
    const auto begun = Clock::now(), deadline = after(begun, limits.seconds);
    const bool alone = workers_.size() == 1;
    for (auto& w : workers_) w->credit = 0;
    auto work = [&](Worker& w) {
      while (!stop.load(std::memory_order_relaxed) && tree_.root().proven() == Verdict::open &&
             Clock::now() < deadline) {
        const std::uint64_t visits = tree_.root().tally.load().visits;
        if (visits >= limits.visits) break;
        w.batch = static_cast<std::uint32_t>(std::min<std::uint64_t>(tuning_.batch, limits.visits - visits));
        simulate(w, alone, stop);
      }
    };
    auto work_all = [&] {
      if (alone) return work(*workers_[0]);
      std::vector<std::jthread> threads;
      for (auto& w : workers_) threads.emplace_back([&] { work(*w); });
    };
    // There is something to choose from even if the time is up before it begins, and no thread finds the root
    // without children.
    expand_root();
    solve_root(limits, begun, stop);
    work_all();
    if (tree_.root().proven() == won_by(1 - seat_of(root_state_, root_state_.to_move))) {
      lost_ = true;
      tree_.clear();
      expand_root();
      work_all();
    }
  }

  // What is certain of the root.
  Verdict verdict() const {
    return lost_ ? won_by(1 - seat_of(root_state_, root_state_.to_move)) : tree_.root().proven();
  }

  const Tree& tree() const { return tree_; }
  const State& state() const { return root_state_; }

  // The steps of the root, the best first, the first `lines` of them with their lines. Not while a search is
  // running.
  std::vector<Candidate> candidates(std::size_t lines) const {
    std::vector<Candidate> out;
    const int seat = seat_of(root_state_, root_state_.to_move);
    const Node& root = tree_.root();
    each_child(root, [&](const Node& child) {
      auto [visits, half] = child.tally.load();
      Candidate c{child.action, visits, 0.5, lost_ ? verdict() : child.proven(), {}};
      if (c.verdict != Verdict::open)
        c.value = halves(c.verdict) / 2.0;
      else if (visits)
        c.value = half / (2.0 * visits);
      else if (auto amaf = child.amaf.load(); amaf.visits)
        c.value = amaf.halves / (2.0 * amaf.visits);
      if (seat == 1) c.value = 1 - c.value;
      out.push_back(std::move(c));
    });
    const Verdict known = verdict();
    std::stable_sort(out.begin(), out.end(), [&](const Candidate& a, const Candidate& b) {
      return std::pair(rank(a.verdict, known, seat), a.visits) >
             std::pair(rank(b.verdict, known, seat), b.visits);
    });
    for (std::size_t i = 0; i < std::min(lines, out.size()); i++) out[i].line = line_of(out[i].action);
    return out;
  }

  // What the playouts of this search, by all threads, ended in.
  Samples<G> samples() const {
    Samples<G> all;
    for (auto& w : workers_) all.add(w->samples);
    return all;
  }

 private:
  // Whether nodes remember their states, so that a simulation plays its last step only and not all of its way.
  static constexpr bool keeps_states = std::is_same_v<History, NoHistory>;
  static constexpr int actions = ActionSpace<G>::size;
  static constexpr std::uint32_t sampled = 8;  // one in so many simulations tells of owners

  using Clock = std::chrono::steady_clock;
  static Clock::time_point after(Clock::time_point begun, double seconds) {
    if (seconds >= no_clock) return Clock::time_point::max();
    return begun + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  struct Stop {
    Node* node;
    int colour, seat, swapped;  // of the one who chooses here
    std::int32_t lent;          // halves lent to the step that leads here, until the result is known
  };

  struct alignas(cache_line) Worker {
    Worker(const G& game, std::size_t table, std::uint64_t seed, std::uint64_t stream)
        : random(seed, stream), sensible(game), uniform(game), solver(game, table) {
      path.reserve(256);  // a block of memory of its own, not beside another worker's
    }
    Random random;
    std::uint32_t batch = 1;  // playouts of the simulation that is going on
    float credit = 0;         // positions that the solver may look at now; it may go below 0 by one answer
    typename Policy<G>::Playout sensible;
    typename G::Playout uniform;
    Solver<G> solver;
    State state;
    History history;
    Trace<G> trace;
    std::vector<Stop> path;
    std::array<Action, actions> legal;
    // Of the children that are being compared; what lies behind them is left from others.
    static constexpr int lanes = 8, room = (actions + lanes - 1) / lanes * lanes;
    alignas(32) std::array<float, room> visits{}, halves{}, amaf_visits{}, amaf_halves{}, score;
    std::uint32_t simulations = 0, back_ups = 0;
    Samples<G> samples;
  };

  template <class Visit>
  void each_child(const Node& node, Visit visit) const {
    std::uint32_t first = node.children.load(std::memory_order_acquire);
    if (first < Node::first_index) return;
    for (std::uint32_t i = 0; i < node.count; i++) visit(tree_[first + i]);
  }

  // Whether some child of a proven node is proven to be worth as much.
  bool follows_from_children(const Node& node) const {
    bool found = false;
    each_child(node, [&](const Node& child) { found |= child.proven() == node.proven(); });
    return found;
  }

  // How a child with that verdict compares: one that gets what its parent is known to be worth comes first, one
  // that loses for the seat to choose last.
  static int rank(Verdict child, Verdict parent, int seat) {
    if (child != Verdict::open && child == parent) return 2;
    return child == won_by(1 - seat) ? 0 : 1;
  }

  std::uint32_t descend(const std::vector<Action>& steps) const {
    std::uint32_t node = Node::first_index;
    for (Action a : steps) {
      std::uint32_t first = tree_[node].children.load(std::memory_order_relaxed), found = 0;
      for (std::uint32_t i = 0; first >= Node::first_index && i < tree_[node].count; i++)
        if (tree_[first + i].action == a) found = first + i;
      if (!found) return 0;
      node = found;
    }
    return node;
  }

  // The most visited line from a step of the root; the state is played along to know whose choice it is.
  std::vector<Action> line_of(Action first) const {
    std::vector<Action> line;
    State s = root_state_;
    History h = root_history_;
    NoEffects none;
    const Node* node = nullptr;
    each_child(tree_.root(), [&](const Node& c) {
      if (c.action == first) node = &c;
    });
    for (;;) {
      line.push_back(node->action);
      game_.apply(s, h, node->action, none);
      if (game_.over(s)) break;
      int seat = seat_of(s, s.to_move);
      const Node* best = nullptr;
      std::pair<int, std::uint32_t> most{-1, 0};
      each_child(*node, [&](const Node& c) {
        std::uint32_t visits = c.tally.load().visits;
        Verdict verdict = c.proven();
        if (!visits && verdict == Verdict::open) return;
        if (std::pair worth{rank(verdict, node->proven(), seat), visits}; worth > most) most = worth, best = &c;
      });
      if (!best) break;
      node = best;
    }
    // What the solver has settled has no children: it knows how to go on.
    if (!lost_ && node->proven() != Verdict::open && !game_.over(s)) {
      if (!guide_) guide_ = std::make_unique<Solver<G>>(game_, std::size_t{1} << 20);
      const std::atomic<bool> never = false;
      for (Action a : guide_->line(s, h, 4u * tuning_.solve, never)) line.push_back(a);
    }
    return line;
  }

  void simulate(Worker& w, bool alone, const std::atomic<bool>& stop) {
    w.credit += tuning_.solve_rate * static_cast<float>(w.batch);
    w.state = root_state_;
    w.history = root_history_;
    w.path.clear();
    w.trace.clear();
    const auto batch = static_cast<std::int32_t>(w.batch);
    Node* node = &tree_.root();
    std::int32_t lent = 0, result;
    if (!alone) node->tally.add(false, w.batch, 0);
    for (;;) {
      const int colour = w.state.to_move, seat = seat_of(w.state, colour);
      w.path.push_back({node, colour, seat, w.state.swapped, lent});
      if (Verdict p = node->proven(); p != Verdict::open) {
        result = batch * halves(p);
        break;
      }
      std::uint32_t first = node->children.load(std::memory_order_acquire);
      if (first < Node::first_index) {
        // With several threads this simulation is among the visits already.
        const std::uint32_t before = node->tally.load().visits - (alone ? 0 : w.batch);
        bool wanted = before >= tuning_.expand;
        bool close = before >= tuning_.solve_after || w.path.size() == 2;
        if (Verdict p = settle(w, *node, close, stop); p != Verdict::open) {
          if (!lost_) {
            node->verdict.store(p, std::memory_order_relaxed);
            back_up_proof(w);
          }
          result = batch * halves(p);
          break;
        }
        if (!wanted || !expand(w, *node)) {
          result = play_out(w);
          break;
        }
        first = node->children.load(std::memory_order_relaxed);
      }
      node = &select(w, *node, first, seat);
      if (!alone) {
        lent = seat == 0 ? 0 : 2 * batch;
        node->tally.add(false, w.batch, lent);
      }
      follow(w, *node);
    }
    back_up(w, alone, result);
  }

  // Brings the state of a simulation to a node, from the node before.
  void follow(Worker& w, const Node& node) {
    if constexpr (keeps_states)
      if (std::uint32_t first = node.children.load(std::memory_order_acquire); first >= Node::first_index) {
        std::memcpy(&w.state, tree_.front(first), sizeof(State));
        return;
      }
    NoEffects none;
    game_.apply(w.state, w.history, node.action, none);
  }

  // Not too far from the end, some of the limit is well spent on an exact answer for the root itself.
  void solve_root(const Limits& limits, Clock::time_point begun, const std::atomic<bool>& stop) {
    Node& root = tree_.root();
    if (tuning_.solve == 0 || lost_ || G::room(root_state_) > 2 * G::solver_reach + 4 ||
        root.proven() != Verdict::open || root.tried.exchange(true, std::memory_order_relaxed))
      return;
    const auto budget = static_cast<std::uint64_t>(static_cast<double>(limits.visits) * tuning_.solve_root);
    Solution s =
        workers_[0]->solver.solve(root_state_, root_history_, std::max<std::uint64_t>(budget, tuning_.solve),
                                  stop, after(begun, limits.seconds * tuning_.solve_share));
    if (!s.known) return;
    const Verdict verdict = s.winner < 0 ? Verdict::draw : won_by(s.winner);
    const std::uint32_t first = root.children.load(std::memory_order_relaxed);
    for (std::uint32_t i = 0; i < root.count; i++)
      if (Node& child = tree_[first + i]; child.action == s.step)
        child.verdict.store(verdict, std::memory_order_relaxed);
    root.verdict.store(verdict, std::memory_order_relaxed);
  }

  void expand_root() {
    Node& root = tree_.root();
    if (root.children.load(std::memory_order_relaxed) >= Node::first_index) return;
    Worker& w = *workers_[0];
    w.state = root_state_;
    w.history = root_history_;
    w.path.assign(1, {&root, root_state_.to_move, 0, root_state_.swapped, 0});
    expand(w, root);
  }

  // What is certain of a node without children: the end of the game, or, where it is worth it, near the end
  // what the exact solver finds.
  Verdict settle(Worker& w, Node& node, bool close, const std::atomic<bool>& stop) {
    if (game_.over(w.state)) {
      int winner = game_.outcome(w.state).winner;
      return winner < 0 ? Verdict::draw : won_by(seat_of(w.state, winner));
    }
    if (lost_ || !close || tuning_.solve == 0 || w.credit < 0 || !Solver<G>::near_end(w.state) ||
        node.tried.exchange(true, std::memory_order_relaxed))
      return Verdict::open;
    Solution s = w.solver.solve(w.state, w.history, tuning_.solve, stop);
    w.credit -= static_cast<float>(s.positions);
    return !s.known ? Verdict::open : s.winner < 0 ? Verdict::draw : won_by(s.winner);
  }

  std::int32_t play_out(Worker& w) {
    return tuning_.sensible ? play_out(w, w.sensible) : play_out(w, w.uniform);
  }
  template <class Playout>
  std::int32_t play_out(Worker& w, Playout& playout) {
    std::int64_t shares = 0;
    for (std::uint32_t i = 0; i < w.batch; i++) {
      playout.begin(w.state, w.history);
      if (tuning_.rave > 0) {
        playout.run(w.random, w.trace);
      } else {
        NoTrace trace;
        playout.run(w.random, trace);
      }
      const int share = share_of(playout);
      if (tuning_.rave > 0) w.trace.settle(in_halves(w, share));
      w.samples.add_lead(playout);
      shares += share;
    }
    if (w.simulations++ % sampled == 0) {
      if constexpr (requires { playout.finish(w.random); }) playout.finish(w.random);
      w.samples.add_owners(playout);
    }
    return in_halves(w, shares);
  }

  // What the first seat gets of a playout, in parts of `whole`.
  template <class Playout>
  static int share_of(const Playout& playout) {
    int share;
    if constexpr (requires { playout.share(); }) {
      share = playout.share();
    } else {
      const int winner = playout.winner();
      share = winner < 0 ? whole / 2 : winner == 0 ? whole : 0;
    }
    return playout.swapped() ? whole - share : share;
  }
  // Half points are counted; what lies between two of them is drawn.
  static std::int32_t in_halves(Worker& w, std::int64_t shares) {
    constexpr int half = whole / 2;
    const auto rest = static_cast<int>(shares % half);
    return static_cast<std::int32_t>(shares / half) + (rest && w.random.below(half) < rest);
  }

  // Gives a node its children, unless another thread does or the tree is full.
  bool expand(Worker& w, Node& node) {
    std::uint32_t open = Node::unexpanded;
    if (!node.children.compare_exchange_strong(open, Node::expanding, std::memory_order_acq_rel)) return false;
    int n = steps_to_search(game_, w.state, w.history, w.legal.data());
    if constexpr (requires { game_.narrowed(w.state, w.legal.data(), n); })
      n = game_.narrowed(w.state, w.legal.data(), n);
    std::uint32_t first = tree_.grow(static_cast<std::uint32_t>(n));
    if (!first) {
      node.children.store(Node::unexpanded, std::memory_order_release);
      return false;
    }
    for (int i = 0; i < n; i++) tree_[first + static_cast<std::uint32_t>(i)].begin(w.legal[i]);
    if constexpr (keeps_states) std::memcpy(tree_.front(first), &w.state, sizeof(State));
    inherit(w, first, n);
    node.count = static_cast<std::uint16_t>(n);
    node.children.store(first, std::memory_order_release);
    return true;
  }

  // New children start with what their steps were worth to the same colour one turn before.
  void inherit(Worker& w, std::uint32_t first, int n) {
    if (tuning_.inherit == 0 || tuning_.rave <= 0) return;
    const Stop& here = w.path.back();
    for (std::size_t d = w.path.size() - 1; d-- > 0;) {
      const Stop& before = w.path[d];
      if (before.colour != here.colour || before.swapped != here.swapped) continue;
      std::uint32_t from = before.node->children.load(std::memory_order_relaxed), j = 0;
      for (int i = 0; i < n; i++) {
        Node& child = tree_[first + static_cast<std::uint32_t>(i)];
        while (j < before.node->count && tree_[from + j].action < child.action) j++;
        if (j == before.node->count) break;
        if (tree_[from + j].action != child.action) continue;
        auto [visits, half] = tree_[from + j].amaf.load();
        if (!visits) continue;
        std::uint32_t weight = std::min(visits, tuning_.inherit);
        child.amaf.set(weight, static_cast<std::uint32_t>(std::uint64_t{half} * weight / visits));
      }
      return;
    }
  }

  float explore_at(const State& s) const {
    if constexpr (requires { Policy<G>::Playout::stops_early(s); })
      if (tuning_.sensible && Policy<G>::Playout::stops_early(s)) return tuning_.explore_early;
    return tuning_.explore;
  }

  Node& select(Worker& w, const Node& node, std::uint32_t first, int seat) {
    return tuning_.rave > 0 ? select<true>(w, node, first, seat) : select<false>(w, node, first, seat);
  }
  // In cheap games this takes about a quarter of the time, most of the rest being playouts: loops without
  // branches over whole lanes, which compilers turn into vector instructions.
  template <bool Rave>
  Node& select(Worker& w, const Node& node, std::uint32_t first, int seat) {
    constexpr int lanes = Worker::lanes;
    const int n = node.count, padded = (n + lanes - 1) / lanes * lanes;
    Node* children = &tree_[first];
    bool proofs = false;
    for (int i = 0; i < n; i++) {
      auto [visits, half] = children[i].tally.load();
      w.visits[i] = static_cast<float>(static_cast<std::int32_t>(visits));
      w.halves[i] = static_cast<float>(static_cast<std::int32_t>(half));
      if constexpr (Rave) {
        auto [amaf_visits, amaf_half] = children[i].amaf.load();
        w.amaf_visits[i] = static_cast<float>(static_cast<std::int32_t>(amaf_visits));
        w.amaf_halves[i] = static_cast<float>(static_cast<std::int32_t>(amaf_half));
      }
      proofs |= children[i].proven() != Verdict::open;
    }
    auto [all, all_halves] = node.tally.load();
    const float total = static_cast<float>(std::max(all, 1u));
    const float mean = static_cast<float>(all_halves) / (2 * total);
    const float unseen = (seat == 0 ? mean : 1 - mean) + tuning_.urgency;
    const float sign = seat == 0 ? 0.5f : -0.5f, base = seat == 0 ? 0.f : 1.f;
    const float explore = explore_at(w.state), spread = explore * explore * natural_log(total + 1);
    const float bias = Rave ? 1 / tuning_.rave : 0;
    for (int i = 0; i < padded; i++) {
      const float v = w.visits[i], known = base + sign * w.halves[i] / std::max(v, 0.5f);
      float value = v > 0 ? known : unseen;
      if constexpr (Rave) {
        const float a = w.amaf_visits[i], amaf = base + sign * w.amaf_halves[i] / std::max(a, 0.5f);
        value += a / (v + a + v * a * bias + 1e-6f) * (amaf - value);
      }
      w.score[i] = value + std::sqrt(spread / (v + 1));
    }
    if (proofs)
      for (int i = 0; i < n; i++) {
        Verdict p = children[i].proven();
        if (p == Verdict::draw)
          w.score[i] = 0.5f;
        else if (p != Verdict::open)
          w.score[i] = p == won_by(seat) ? 1e9f : -1e9f;
      }
    for (int i = n; i < padded; i++) w.score[i] = -2e9f;
    std::array<float, lanes> most;
    most.fill(-2e9f);
    for (int i = 0; i < padded; i += lanes)
      for (int j = 0; j < lanes; j++) most[j] = std::max(most[j], w.score[i + j]);
    const float best = *std::max_element(most.begin(), most.end());
    // Ties are broken by where the look around begins.
    int i = w.random.below(n);
    while (w.score[i] != best) i = i + 1 < n ? i + 1 : 0;
    return children[i];
  }

  // The last node of the path is proven: so may be those before it.
  void back_up_proof(Worker& w) {
    for (std::size_t d = w.path.size() - 1; d-- > 0;) {
      Node& node = *w.path[d].node;
      const Verdict won = won_by(w.path[d].seat);
      Verdict all = won_by(1 - w.path[d].seat);
      bool open = false;
      each_child(node, [&](const Node& child) {
        Verdict p = child.proven();
        if (p == Verdict::open)
          open = true;
        else if (p == won)
          all = won;
        else if (p == Verdict::draw && all != won)
          all = Verdict::draw;
      });
      if (open && all != won) return;
      node.verdict.store(all, std::memory_order_relaxed);
    }
  }

  // With several threads the children of a much visited node are written by all of them all the time, and most
  // of the time would go into passing them to and fro: there "all moves as first" learns from one simulation in
  // `thinned`, with that weight.
  static constexpr std::uint32_t thinned = 16, crowded = 256;

  void back_up(Worker& w, bool alone, std::int32_t result) {
    const std::uint32_t batch = w.batch;
    w.back_ups++;
    for (std::size_t d = w.path.size(); d-- > 0;) {
      const Stop& stop = w.path[d];
      if (alone)
        stop.node->tally.add(true, batch, result);
      else
        stop.node->tally.add(false, 0, result - stop.lent);
      if (tuning_.rave <= 0 || d + 1 == w.path.size()) continue;
      const Action taken = w.path[d + 1].node->action;
      w.trace.share(stop.colour, taken, static_cast<int>(batch), result);
      if (stop.swapped != w.path.back().swapped) continue;
      const std::uint32_t weight = alone || stop.node->tally.load().visits < crowded ? 1 : thinned;
      if (w.back_ups % weight) continue;
      const std::uint16_t *counts = w.trace.counts(stop.colour), *half = w.trace.halves(stop.colour);
      Node* children = &tree_[stop.node->children.load(std::memory_order_relaxed)];
      for (int i = 0; i < stop.node->count; i++)
        if (Action a = children[i].action; counts[a])
          children[i].amaf.add(alone, weight * counts[a], static_cast<std::int32_t>(weight * half[a]));
    }
  }

  G game_;
  Tuning tuning_;
  Tree tree_;
  History root_history_;
  State root_state_;
  // For lines only: what it remembers must not change what is found.
  mutable std::unique_ptr<Solver<G>> guide_;
  bool lost_ = false;  // the root is lost for certain, and verdicts are left alone
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace quincunx
