// Licled: loops of stones that are claimed, and that keep their owner's other stones at a distance.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "board/hexhex.hpp"
#include "games/game.hpp"
#include "games/licled_choices.hpp"
#include "games/licled_known.hpp"
#include "games/licled_loops.hpp"

namespace quincunx {

template <int N>
class Licled {
 public:
  using Board = Hexhex<N>;
  using Set = typename Board::Set;
  using Loops = LicledLoops<N>;
  using Choices = LicledChoices<N>;
  static constexpr int symmetries = 12;
  static constexpr std::array kinds{Kind{.name = "place", .cell = true}, Kind{.name = "swap", .mark = "swap"},
                                    Kind{.name = "leave", .mark = "leave"},
                                    Kind{.name = "claim", .mark = "claim"},
                                    Kind{.name = "narrow", .mark = "+", .cell = true}};
  static constexpr std::array pieces{"B", "W"};
  static constexpr std::array reasons{"over",
                                      "choose_claim_first",
                                      "occupied",
                                      "beside_own_loop",
                                      "two_loops",
                                      "forces_second_loop",
                                      "touches_own_loop",
                                      "swap_not_offered",
                                      "nothing_to_claim",
                                      "narrowing",
                                      "several_loops",
                                      "only_one_loop",
                                      "on_no_loop",
                                      "on_every_loop"};
  static constexpr std::array ends{"no_placement"};
  using Actions = ActionSpace<Licled>;
  enum : Action {
    swap = Actions::make(1),
    leave = Actions::make(2),
    claim = Actions::make(3),
    narrow = Actions::make(4),  // the first cell's
  };

  static constexpr std::uint8_t none = 255;  // no cell has this number

  // Claimed loops of one colour never touch, so a set of their cells is enough: its parts are the loops.
  struct State {
    std::array<Set, 2> stones, claimed;
    Set named;             // while a loop may be claimed: the cells that it was narrowed to
    std::uint8_t pending;  // and the cell just placed; none where no choice is open
    std::uint8_t to_move, swapped, may_swap, over;
    bool operator==(const State&) const = default;
  };
  using History = NoHistory;
  static constexpr bool draws = false;
  template <bool Sensible>
  class PlayoutAs;
  using Playout = PlayoutAs<false>;
  using SensiblePlayout = PlayoutAs<true>;

  explicit Licled(const std::array<int, 1>& options) : pie_(options[0] != 0) {}

  State start(History&) const {
    State s{};
    s.pending = none;
    return s;
  }

  bool over(const State& s) const { return s.over; }
  bool at_turn_start(const State& s) const { return s.pending == none; }

  int legal(const State& s, const History&, Action* out) const {
    if (s.over) return 0;
    int n = 0;
    if (s.pending == none) {
      auto view = view_of(s);
      candidates(s).each([&](int p) {
        if (Loops::judge(view, p).legal) out[n++] = static_cast<Action>(Board::cell(p));
      });
      if (s.may_swap) out[n++] = swap;
      return n;
    }
    auto choice = choice_in(s);
    if (s.named.none()) out[n++] = leave;
    if (choice.count == 1) out[n++] = claim;
    choice.telling().each([&](int p) { out[n++] = static_cast<Action>(narrow + Board::cell(p)); });
    return n;
  }

  template <class Effects>
  void apply(State& s, History&, Action a, Effects& effects) const {
    if (a == swap) {
      s.swapped ^= 1;
      s.may_swap = 0;
      effects.add(Change::swapped);
      return;
    }
    if (a < swap) {
      int p = Board::place(a);
      Set loop = Loops::judge(view_of(s), p).loop;
      effects.add(Change::placed, a, s.to_move);
      put(s, p);
      if (loop.any()) {
        take(s, loop, effects);
      } else {
        s.pending = static_cast<std::uint8_t>(a);
        if (choice_in(s).count > 0) return;
      }
    } else if (a == claim) {
      take(s, choice_in(s).loops[0], effects);
    } else if (a != leave) {
      s.named.set(Board::place(a - narrow));
      auto choice = choice_in(s);
      if (choice.count > 1) return;
      take(s, choice.loops[0], effects);
    }
    end_turn(s);
    auto view = view_of(s);
    for (Set empty = candidates(s); empty.any();)
      if (Loops::judge(view, empty.pop_lowest()).legal) return;
    s.over = 1;
  }

  Action understood(const State&, Action a) const { return a; }

  int why_illegal(const State& s, const History&, Action a) const {
    // In the order of `reasons`.
    enum {
      is_over,
      choose_claim_first,
      occupied,
      beside_own_loop,
      two_loops,
      forces_second_loop,
      touches_own_loop,
      swap_not_offered,
      nothing_to_claim,
      narrowing,
      several_loops,
      only_one_loop,
      on_no_loop,
      on_every_loop
    };
    if (s.over) return is_over;
    bool pending = s.pending != none;
    if (a < swap) {
      int p = Board::place(a);
      if (pending) return choose_claim_first;
      if (s.stones[0].has(p) || s.stones[1].has(p)) return occupied;
      if (Board::neighbours[p].meets(s.claimed[s.to_move])) return beside_own_loop;
      switch (Loops::trouble(view_of(s), p)) {
        case Loops::Trouble::two_loops:
          return two_loops;
        case Loops::Trouble::forces_second_loop:
          return forces_second_loop;
        case Loops::Trouble::touches_own_loop:
          return touches_own_loop;
        default:
          return quincunx::legal;
      }
    }
    if (a == swap) return s.may_swap ? quincunx::legal : swap_not_offered;
    if (!pending) return nothing_to_claim;
    if (a == leave) return s.named.none() ? quincunx::legal : narrowing;
    auto choice = choice_in(s);
    if (a == claim) return choice.count == 1 ? quincunx::legal : several_loops;
    if (choice.count == 1) return only_one_loop;
    int p = Board::place(a - narrow);
    return !choice.some.has(p) ? on_no_loop : choice.every.has(p) ? on_every_loop : quincunx::legal;
  }

  Outcome outcome(const State& s) const { return {.winner = s.to_move, .reason = 0}; }

  std::uint64_t key(const State& s) const {
    std::uint64_t k = s.to_move | s.swapped << 1 | s.may_swap << 2 | s.over << 3 | s.pending << 4;
    for (const Set* set : {&s.stones[0], &s.stones[1], &s.claimed[0], &s.claimed[1], &s.named})
      for (Word w : set->word) k = mix(k, w);
    return k;
  }

  // Leaves out of the steps of an open choice those that only lead where others do, and returns how many are
  // left: the cells that tell two loops apart are many, but there are two loops.
  int without_detours(const State& s, Action* steps, int n) const {
    if (s.pending == none) return n;
    const auto& choice = choice_in(s);
    if (!choice.complete || choice.count < 2) return n;
    const int leaves = s.named.none();           // `leave` comes first
    std::array<Word, Board::cells + 1> leads{};  // to which loops, by their numbers as bits
    std::array<bool, Board::cells + 1> kept{};
    for (int i = leaves; i < n; i++)
      for (int k = 0; k < choice.count; k++)
        leads[i] |= Word{choice.loops[k].has(Board::place(steps[i] - narrow))} << k;
    Word reached = 0;  // those that tell most come first
    for (int loops = 1; loops < choice.count; loops++)
      for (int i = leaves; i < n; i++)
        if (std::popcount(leads[i]) == loops && (leads[i] & ~reached)) reached |= leads[i], kept[i] = true;
    int left = leaves;
    for (int i = leaves; i < n; i++)
      if (kept[i]) steps[left++] = steps[i];
    return left;
  }

  // For the solver: about how far the end is, and how near it must be for a small search to pay.
  static int room(const State& s) {
    Set open = Board::all - (s.stones[0] | s.stones[1]);
    return std::min((open - Board::dilated(s.claimed[0])).count(),
                    (open - Board::dilated(s.claimed[1])).count());
  }
  static constexpr int solver_reach = 6;

  int piece(const State& s, int cell) const {
    int p = Board::place(cell);
    return s.stones[0].has(p) ? 0 : s.stones[1].has(p) ? 1 : -1;
  }

  std::vector<Fact> facts(const State& s) const {
    std::vector<Fact> out{{"loops_black", {}, {}}, {"loops_white", {}, {}}};
    for (int colour = 0; colour < 2; colour++)
      Loops::each_part(s.claimed[colour], [&](const Set& loop) { out[colour].sets.push_back(cells_of(loop)); });
    if (s.pending != none) {
      out.push_back({"choices", {}, {}});
      auto choice = choice_in(s);  // of very many loops it keeps some
      for (int i = 0; i < std::min<int>(choice.count, choice.loops.size()); i++)
        out.back().sets.push_back(cells_of(choice.loops[i]));
      out.push_back({"placed", {{s.pending}}, {}});
    }
    return out;
  }

  State transformed(State s, int t) const {
    for (Set* set : {&s.stones[0], &s.stones[1], &s.claimed[0], &s.claimed[1], &s.named})
      *set = Board::transformed(*set, t);
    if (s.pending != none) s.pending = Board::image[t][s.pending];
    return s;
  }
  History transformed(const History& h, int) const { return h; }
  static int turned(int, int extra, int) { return extra; }

  // What the searches of this thread have cost so far, in paths grown.
  static std::uint64_t nodes() { return Loops::nodes(); }
  static void reset_nodes() { Loops::reset_nodes(); }

 private:
  static typename Loops::View view_of(const State& s) {
    int me = s.to_move, you = other(me);
    return {s.stones[me], s.stones[you], s.claimed[me], s.claimed[you]};
  }

  // Where the player to move could place if it were not for the loops that this makes.
  static Set candidates(const State& s) {
    return Board::all - (s.stones[0] | s.stones[1]) - Board::dilated(s.claimed[s.to_move]);
  }

  // The open choice, narrowed so far. The last answer is kept: whoever asks will often ask again.
  static const typename Choices::Survey& choice_in(const State& s) {
    thread_local State asked{};
    thread_local typename Choices::Survey answer;
    if (s != asked) {
      answer = Choices::survey(view_of(s), Board::place(s.pending), s.named);
      asked = s;
    }
    return answer;
  }

  void put(State& s, int p) const {
    // The board is empty before the first placement only.
    s.may_swap = pie_ && (s.stones[0] | s.stones[1]).none();
    s.stones[s.to_move].set(p);
  }

  template <class Effects>
  static void take(State& s, const Set& loop, Effects& effects) {
    int me = s.to_move, you = other(me);
    Set flipped = loop & s.stones[you];
    s.stones[you] -= flipped;
    s.stones[me] |= flipped;
    Set removed = (s.stones[me] & Board::dilated(loop)) - loop;
    s.stones[me] -= removed;
    s.claimed[me] |= loop;
    if (flipped.meets(s.claimed[you])) s.claimed[you] -= Board::fill(flipped & s.claimed[you], s.claimed[you]);
    if constexpr (Effects::wanted) {
      effects.next_stage();
      loop.each([&](int p) { effects.add(Change::claimed, Board::cell(p), me); });
      flipped.each([&](int p) { effects.add(Change::flipped, Board::cell(p), me); });
      effects.next_stage();
      removed.each([&](int p) { effects.add(Change::removed, Board::cell(p), me); });
    }
  }

  static void end_turn(State& s) {
    s.pending = none;
    s.named = {};
    s.to_move ^= 1;
  }

  static std::vector<int> cells_of(const Set& set) {
    std::vector<int> out;
    set.each([&](int p) { out.push_back(Board::cell(p)); });
    return out;
  }

  bool pie_;
};

// A random game that remembers what it has searched: the next placement, which has to be found anyway to
// know whether the game goes on; the open choice; and the placements found illegal. A sensible player claims
// a good loop wherever one is soon found, without going through all that could be claimed; completes a loop
// that was claimed in games before, if a stone is missing; and else places first where the enemy cannot: who
// runs out of places wins, and those places are nobody else's to use up.
template <int N>
template <bool Sensible>
class Licled<N>::PlayoutAs {
 public:
  explicit PlayoutAs(const Licled& game) : game_(game) {}

  void begin(const State& s, const History&) {
    state_ = s;
    illegal_ = {};
    next_ = -1;
    if (s.pending != none) choice_ = choice_in(s);
  }

  bool over() const { return state_.over; }
  int to_move() const { return state_.to_move; }
  int swapped() const { return state_.swapped; }
  void owners(std::int8_t* out) const {
    for (int i = 0; i < Board::cells; i++) out[i] = static_cast<std::int8_t>(game_.piece(state_, i));
  }
  int winner() const { return game_.outcome(state_).winner; }

  // Plays to the end; returns how many steps that took.
  template <class Trace>
  int run(Random& random, Trace& trace) {
    return run_by_steps(*this, random, trace);
  }

  Action step(Random& random) {
    if (state_.pending != none) return choose(random);
    if (state_.may_swap) {  // with one stone on the board every empty cell is legal
      state_.may_swap = 0;
      if (random.below(Board::cells) == 0) {
        state_.swapped ^= 1;
        return swap;
      }
    }
    if (next_ < 0) find_next(random);
    return place(random);
  }

 private:
  static constexpr int effort = 100;  // paths that a sensible player looks at for a loop to claim

  Action place(Random& random) {
    int p = next_, cell = Board::cell(p);
    game_.put(state_, p);
    if (forced_.any()) {
      claim_loop(forced_);
    } else if constexpr (Sensible) {
      if (Set loop = Choices::good_loop(view_of(state_), p, effort); loop.any()) {
        known_[state_.to_move].add(loop);
        claim_loop(loop);
      }
    } else {
      state_.pending = static_cast<std::uint8_t>(cell);
      choice_ = choice_in(state_);
      if (choice_.count > 0) return static_cast<Action>(cell);
    }
    finish(random);
    return static_cast<Action>(cell);
  }

  Action choose(Random& random) {
    Action chosen = claim;
    if constexpr (Sensible) {
      Set loop = Choices::best(view_of(state_), choice_);
      known_[state_.to_move].add(loop);
      if (choice_.count > 1)
        chosen = static_cast<Action>(narrow + Board::cell((loop & choice_.telling()).lowest()));
      claim_loop(loop);
      finish(random);
      return chosen;
    }
    if (choice_.count == 1) {
      if (random.below(2) == 0) chosen = leave;
    } else {
      Set telling = choice_.telling();
      int n = telling.count(), k = random.below(n + state_.named.none());
      if (k == n) {
        chosen = leave;
      } else {
        int p = telling.select(k);
        chosen = static_cast<Action>(narrow + Board::cell(p));
        state_.named.set(p);
        if (choice_.complete)
          choice_.narrow(p);
        else
          choice_ = choice_in(state_);
        if (choice_.count > 1) return chosen;
      }
    }
    if (chosen != leave) claim_loop(choice_.loops[0]);
    finish(random);
    return chosen;
  }

  void claim_loop(const Set& loop) {
    NoEffects unwatched;
    take(state_, loop, unwatched);
    // An illegal placement stays so while the stones that make it so are untouched.
    Set touched = Board::dilated(loop);
    for (int colour = 0; colour < 2; colour++) {
      Set still = illegal_[colour];
      illegal_[colour].each([&](int p) {
        if (witness_[colour][p].meets(touched)) still.reset(p);
      });
      illegal_[colour] = still;
    }
  }

  void finish(Random& random) {
    end_turn(state_);
    find_next(random);
  }

  // Draws the next placement, or ends the game.
  void find_next(Random& random) {
    int me = state_.to_move;
    auto view = view_of(state_);
    Set open = candidates(state_) - illegal_[me], first;
    if constexpr (Sensible) {
      first = open & Board::dilated(state_.claimed[other(me)]);
      if (auto [p, loop] = known_[me].find(view, open); loop.any()) {
        next_ = p;
        forced_ = loop;
        return;
      }
    }
    while (open.any()) {
      const Set& from = first.any() ? first : open;
      int p = from.select(random.below(from.count()));
      auto verdict = Loops::judge(view, p);
      if (verdict.legal) {
        next_ = p;
        forced_ = verdict.loop;
        return;
      }
      open.reset(p);
      first.reset(p);
      illegal_[me].set(p);
      witness_[me][p] = verdict.witness;
    }
    state_.over = 1;
  }

  Licled game_;
  State state_;
  int next_;    // the placement to come, or -1 if it was not drawn yet
  Set forced_;  // the loop that it claims then, if that is settled
  typename Choices::Survey choice_;
  std::array<Set, 2> illegal_;
  std::array<std::array<Set, Set::span>, 2> witness_;
  std::array<LicledKnown<N>, 2> known_;  // of each colour, for sensible players
};

struct LicledFamily {
  static constexpr const char* name = "licled";
  static constexpr std::array colours{"black", "white"};
  static constexpr std::array sizes{2, 3, 4, 5, 6, 7, 8, 9};
  static constexpr int standard_size = 7;
  static constexpr std::array options{pie_option};
  template <int N>
  using Game = Licled<N>;
};

}  // namespace quincunx
