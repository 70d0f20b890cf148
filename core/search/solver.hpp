// Who wins with best play: an exact answer by proof-number search (df-pn), or none within the budget.
//
// The search asks questions of yes or no: can this seat force a win? Where the seat has the step some
// child must be won, where the other has it all must be; who has the step is read from each position, as
// a turn can have several steps and seats can trade colours. In a game with draws it takes two questions.
//
// What the table keeps must hold wherever the position comes up again, and a position is not all that
// matters where the rules look at the past. There are three kinds of games:
//
// 1. Nothing repeats (History is NoHistory). A position is all.
// 2. The rules forbid what has been (Bargo). A search follows the true history of its line, and a key of
//    all in it that can come again, `past`, is a part of the table's key: the same position after
//    another past is another entry.
// 3. Repetition is a draw (Robble, `repetition_draws`). Let B be the positions that have stood twice when
//    the search begins: entering one of them is a draw. Otherwise let play go on without end, and call that
//    a draw, too. Can a seat force a win in this game without history? If so, it can with ever fewer steps to
//    go, so that no position comes twice in the line, none ends as a third appearance, and the win
//    stands in the true game. If not, the other seat can forever stay among the positions where it cannot, and
//    every end there, third appearances among them, is no win in the true game. So the answers
//    are the same, and this game needs no history but B, whose key is `past`. In the search for a forced win
//    a position that is on the path to it already counts as not won. That makes "not won" depend on the path:
//    from_ply says how far up. Where it points above the position itself, the answer is kept for this very
//    path only; where not, and for every win, it holds for the position on any path.
//
// Keys have 64 bits. That two positions ever share one is as likely as a fault of the machine.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <type_traits>
#include <vector>

#include "games/game.hpp"
#include "search/proof_table.hpp"

namespace quincunx {

struct Solution {
  bool known = false;
  int winner = -1;              // a seat, or -1: a draw
  Action step = 0;              // keeps that value; none if the game is over
  std::uint64_t positions = 0;  // looked at for this answer
};

// What others can read while a search runs.
struct SolverProgress {
  std::atomic<std::uint64_t> positions = 0;
  std::atomic<int> question = 0;  // which of the questions is asked, from 1 on
};

template <Game G>
class Solver {
 public:
  using State = typename G::State;
  using History = typename G::History;

  // Whether the end is near enough for a small budget; takes some nanoseconds.
  static bool near_end(const State& s) { return G::room(s) <= G::solver_reach; }

  // All of the table's memory is taken here; a search takes some more for the path it is on.
  Solver(const G& game, std::size_t table_bytes) : game_(game), table_(table_bytes) {}

  using Clock = std::chrono::steady_clock;

  // Looks at no more than `budget` positions and ends soon after `stop` becomes true or the deadline is there.
  Solution solve(const State& state, const History& history, std::uint64_t budget,
                 const std::atomic<bool>& stop, Clock::time_point deadline = Clock::time_point::max()) {
    Solution solution;
    if (game_.over(state)) {
      solution.known = true;
      solution.winner = winner(state);
      return solution;
    }
    begin(state, history, budget, stop, deadline);
    int mover = seat_of(state, state.to_move), aim = mover;
    for (int question = 1; question <= (draws ? 2 : 1); question++, aim = other(mover)) {
      progress_.question.store(question, std::memory_order_relaxed);
      aim_ = aim;
      Proof proof = look(0, Proof::never, Proof::never);
      solution.positions = count_;
      if (!proof.done()) return solution;
      bool won = (proof.reach == 0) == (mover == aim);
      solution.step = best_step(proof);
      if (!won && question == 1 && draws) continue;
      solution.known = true;
      solution.winner = won ? aim : draws ? -1 : other(aim);
      return solution;
    }
    return solution;
  }

  // A line of best play to the end of the game from a position whose winner is known; shorter, if the budget
  // for one of its steps or the time runs out.
  std::vector<Action> line(State state, History history, std::uint64_t budget, const std::atomic<bool>& stop) {
    std::vector<Action> steps;
    NoEffects none;
    while (!game_.over(state)) {
      Solution here = solve(state, history, budget, stop);
      if (!here.known) break;
      steps.push_back(here.step);
      game_.apply(state, history, here.step, none);
    }
    return steps;
  }

  const SolverProgress& progress() const { return progress_; }
  const ProofTable& table() const { return table_; }

 private:
  static constexpr bool draws = [] {
    if constexpr (requires { G::draws; }) return G::draws;
    return true;
  }();
  static constexpr bool repetition_draws = requires { requires G::repetition_draws; };
  static constexpr bool follows_history = !std::is_same_v<History, NoHistory> && !repetition_draws;
  static constexpr std::size_t most_plies = 2000;  // of one line; longer ones are given up

  // The past as it was when the search began, for games where repetition is a draw.
  struct Before {
    const History& history;
    template <class Position>
    int add(const Position& p) const {
      return history.count(p) + 1;
    }
  };

  struct Child {
    Action step;
    bool same_mover;
    std::uint64_t key, path_key;
    Proof proof;
    // As the parent sees it.
    std::uint32_t reach() const { return same_mover ? proof.reach : proof.fail; }
    std::uint32_t fail() const { return same_mover ? proof.fail : proof.reach; }
  };

  struct Ply {
    State state;
    History history;                    // where it is followed
    std::uint64_t key, path_key, path;  // of the state for the table; for this path only; of the path to it
    std::uint64_t plain;                // of the state as it stands on the board
    std::vector<Child> children;
  };

  int winner(const State& s) const {
    int colour = game_.outcome(s).winner;
    return colour < 0 ? -1 : seat_of(s, colour);
  }

  void begin(const State& state, const History& history, std::uint64_t budget, const std::atomic<bool>& stop,
             Clock::time_point deadline) {
    if (plies_.empty()) plies_.resize(most_plies);
    table_.next_search();
    budget_ = budget;
    stop_ = &stop;
    deadline_ = deadline;
    count_ = 0;
    stopped_ = false;
    symmetric_plies_ = budget >= large_budget ? symmetric_plies : 0;
    root_history_ = &history;
    past_ = 0;
    if constexpr (repetition_draws) past_ = game_.past(state, history);
    if (!plies_[0]) plies_[0] = std::make_unique<Ply>();
    Ply& root = *plies_[0];
    root.state = state;
    if constexpr (follows_history) root.history = history;
    root.path = past_;
  }

  // Searches below plies_[ply] until it is done or one of the numbers reaches its bound.
  Proof look(std::size_t ply, std::uint32_t reach_bound, std::uint32_t fail_bound) {
    Ply& here = *plies_[ply];
    const std::uint64_t begun = count_;
    if (ply + 1 >= most_plies) stopped_ = true;
    if (stopped_) return {};
    if (!plies_[ply + 1]) plies_[ply + 1] = std::make_unique<Ply>();
    expand(ply);
    if (stopped_) return {};
    for (;;) {
      Proof now = summary(here, ply);
      if (now.done() || now.reach >= reach_bound || now.fail >= fail_bound || stopped_) {
        if (ply > 0 && !stopped_) store(here, now, ply, count_ - begun + 1);
        return now;
      }
      // The most promising child, searched until it is no longer that, with some room so that the
      // search does not go to and fro.
      Child* best = nullptr;
      std::uint32_t next = Proof::never, rest = 0;
      for (Child& c : here.children) {
        if (c.reach() >= Proof::never) continue;
        rest++;
        if (!best || c.reach() < best->reach()) {
          if (best) next = best->reach();
          best = &c;
        } else if (c.reach() < next) {
          next = c.reach();
        }
      }
      std::uint32_t reach_for = std::min(reach_bound, next + next / 4 + 1);
      std::uint32_t fail_for = fail_bound - (rest - 1);
      std::uint64_t before = count_;
      descend(ply, *best);
      best->proof = best->same_mover ? look(ply + 1, reach_for, fail_for) : look(ply + 1, fail_for, reach_for);
      // What was searched there may have told something of the others.
      if (count_ - before > 8 * here.children.size())
        for (Child& c : here.children)
          if (!c.proof.done()) find(c);
    }
  }

  // Both numbers of a position from those of its children. To fail takes the failure of all: the hardest and
  // one more for each of the others, rather than a sum that would count what they share many times.
  Proof summary(const Ply& here, std::size_t ply) const {
    Proof sum{Proof::never, 0, Proof::any_path};
    std::uint32_t open = 0;
    std::uint16_t all_from = Proof::any_path, some_from = 0;
    for (const Child& c : here.children) {
      sum.reach = std::min(sum.reach, c.reach());
      if (c.reach() == 0) some_from = std::max(some_from, c.proof.from_ply);
      all_from = std::min(all_from, c.proof.from_ply);
      if (c.fail() == 0) continue;
      open++;
      sum.fail = std::max(sum.fail, c.fail());
    }
    if (sum.reach == 0) {
      sum.fail = Proof::never;
      sum.from_ply = some_from;
    } else if (open == 0) {
      sum.reach = Proof::never;
      sum.from_ply = all_from;
    } else {
      sum.fail = std::min(sum.fail + open - 1, Proof::never - 1);
    }
    if (sum.from_ply != Proof::any_path && sum.from_ply >= ply) sum.from_ply = Proof::any_path;
    return sum;
  }

  void store(const Ply& here, const Proof& proof, std::size_t ply, std::uint64_t effort) {
    bool this_path = repetition_draws && proof.done() && proof.from_ply < ply;
    table_.store(this_path ? here.path_key : here.key, proof, effort);
  }

  void find(Child& c) const {
    c.proof = {};
    if (table_.find(c.key, c.proof) && c.proof.done()) return;
    if constexpr (repetition_draws) {
      Proof here;
      if (table_.find(c.path_key, here)) c.proof = here;
    }
  }

  // Lists the children with what is known of them.
  void expand(std::size_t ply) {
    Ply& here = *plies_[ply];
    Ply& below = *plies_[ply + 1];
    here.children.clear();
    if (actions_.empty()) actions_.resize(ActionSpace<G>::size);
    int n = legal(here, actions_.data());
    int mover = seat_of(here.state, here.state.to_move);
    if constexpr (repetition_draws) {
      here.plain = key_of(here.state);
      below.path = mix(here.path, here.plain);
    }
    for (int i = 0; i < n; i++) {
      if (count_ >= budget_ || stop_->load(std::memory_order_relaxed) || late()) {
        stopped_ = true;
        return;
      }
      progress_.positions.store(++count_, std::memory_order_relaxed);
      Child c{actions_[static_cast<std::size_t>(i)], false, 0, 0, {}};
      play(here, below, c.step);
      if (game_.over(below.state)) {
        int who = winner(below.state);
        c.proof = (who == aim_) == (mover == aim_) ? Proof::reached() : Proof::failed();
        c.same_mover = true;  // seen from the parent
        here.children.push_back(c);
        if (c.proof.reach == 0) return;
        continue;
      }
      int next = seat_of(below.state, below.state.to_move);
      c.same_mover = next == mover;
      c.key = table_key(below, ply + 1);
      if constexpr (repetition_draws) {
        std::uint64_t plain = key_of(below.state);
        c.path_key = mix(below.path, plain ^ (draws && next != aim_ ? salt : 0));
        if (std::uint16_t seen = on_path(plain, ply); seen != Proof::any_path) {
          c.proof = next == aim_ ? Proof::failed(seen) : Proof::reached(seen);
          here.children.push_back(c);
          continue;
        }
      }
      find(c);
      here.children.push_back(c);
      if (c.reach() == 0 && c.proof.from_ply == Proof::any_path) return;
    }
  }

  // The clock is looked at now and then: it costs as much as a position.
  bool late() const {
    return deadline_ != Clock::time_point::max() && count_ % 32 == 0 && Clock::now() >= deadline_;
  }

  int legal(const Ply& here, Action* out) const {
    if constexpr (follows_history) return steps_to_search(game_, here.state, here.history, out);
    return steps_to_search(game_, here.state, *root_history_, out);
  }

  void play(const Ply& here, Ply& below, Action step) const {
    NoEffects none;
    below.state = here.state;
    if constexpr (repetition_draws) {
      Before past{*root_history_};
      game_.apply(below.state, past, step, none);
    } else {
      if constexpr (follows_history) below.history = here.history;
      game_.apply(below.state, below.history, step, none);
    }
  }

  void descend(std::size_t ply, const Child& c) {
    Ply& below = *plies_[ply + 1];
    play(*plies_[ply], below, c.step);
    below.key = c.key;
    below.path_key = c.path_key;
  }

  std::uint16_t on_path(std::uint64_t plain, std::size_t ply) const {
    for (std::size_t i = 0; i <= ply; i++)
      if (plies_[i]->plain == plain) return static_cast<std::uint16_t>(i);
    return Proof::any_path;
  }

  // Colours, not seats: for who is to move it is the same game after the seats have traded colours.
  std::uint64_t key_of(State s) const {
    s.swapped = 0;
    return game_.key(s);
  }

  std::uint64_t table_key(const Ply& p, std::size_t ply) const {
    std::uint64_t past = past_;
    if constexpr (follows_history) past = game_.past(p.state, p.history);
    std::uint64_t key = mix(key_of(p.state), past);
    if (ply < symmetric_plies_) {
      // The least key of all images. It pays where the tree below is large.
      for (int t = 1; t < G::symmetries; t++) {
        State image = game_.transformed(p.state, t);
        if constexpr (follows_history) past = game_.past(image, game_.transformed(p.history, t));
        if constexpr (repetition_draws)
          if (past_) past = game_.past(image, game_.transformed(*root_history_, t));
        key = std::min(key, mix(key_of(image), past));
      }
    }
    bool mine = seat_of(p.state, p.state.to_move) == aim_;
    return draws && !mine ? mix(key, salt) : key;
  }

  Action best_step(const Proof& proof) const {
    const auto& children = plies_[0]->children;
    for (const Child& c : children)
      if (proof.reach == 0 && c.reach() == 0) return c.step;
    return children.front().step;
  }

  static constexpr std::uint64_t salt = 0x5bd1e995a4c93b1du, large_budget = 1'000'000;
  static constexpr std::size_t symmetric_plies = 6;

  G game_;
  ProofTable table_;
  SolverProgress progress_;
  std::vector<std::unique_ptr<Ply>> plies_;
  std::vector<Action> actions_;
  const std::atomic<bool>* stop_ = nullptr;
  Clock::time_point deadline_;
  const History* root_history_ = nullptr;
  std::uint64_t budget_ = 0, count_ = 0, past_ = 0;
  std::size_t symmetric_plies_ = 0;
  int aim_ = 0;  // the seat that is asked about
  bool stopped_ = false;
};

}  // namespace quincunx
