// Implo: patches of at most four empty cells turn into markers and swallow the biggest group beside them.
#pragma once

#include "board/square.hpp"
#include "games/game.hpp"
#include "games/groups.hpp"

namespace quincunx {

template <int N>
class Implo {
 public:
  using Board = Square<N>;
  using Set = typename Board::Set;
  static constexpr int symmetries = 8;
  enum : int { place, swap_kind, resolve, remove };
  static constexpr std::array kinds{Kind{.name = "place", .cell = true}, Kind{.name = "swap", .mark = "swap"},
                                    Kind{.name = "resolve", .mark = "*", .cell = true},
                                    Kind{.name = "remove", .mark = "-", .cell = true}};
  static constexpr std::array pieces{"B", "W", "b", "w"};
  enum : int { marker = 2 };  // added to a colour: its marker among the pieces
  enum Reason : int {
    is_over,
    resolve_first,
    remove_first,
    occupied,
    swap_not_offered,
    nothing_to_resolve,
    no_patch,
    not_lowest_cell,
    nothing_to_remove,
    not_tied
  };
  static constexpr std::array reasons{
      "over",     "resolve_first",   "remove_first",      "occupied", "swap_not_offered", "nothing_to_resolve",
      "no_patch", "not_lowest_cell", "nothing_to_remove", "not_tied"};
  enum End : int { marker_groups, stones_left, last_move };
  static constexpr std::array ends{"marker_groups", "stones", "last_move"};
  using Actions = ActionSpace<Implo>;
  static constexpr Action swap = Actions::make(swap_kind);

  struct State {
    std::array<Set, 2> stones, markers;
    Set patches;  // to be resolved in this turn; two or more: one is to be picked
    Set tied;     // the patch being resolved, while one of the groups tied for it is to be picked
    std::uint8_t to_move, swapped, may_swap;
    bool operator==(const State&) const = default;
  };
  using History = NoHistory;
  static constexpr bool draws = false;
  using Playout = DirectPlayout<Implo>;

  explicit Implo(const std::array<int, 1>& options) : pie_(options[0] != 0) {}

  State start(History&) const { return {}; }
  bool over(const State& s) const { return empty(s).none(); }
  bool at_turn_start(const State& s) const { return s.patches.none(); }

  int legal(const State& s, const History&, Action* out) const {
    int n = 0;
    if (s.patches.none()) {
      empty(s).each([&](int i) { out[n++] = static_cast<Action>(i); });
      if (s.may_swap) out[n++] = swap;
    } else {
      int kind = s.tied.any() ? remove : resolve;
      for (Set rest = choices(s); rest.any(); rest -= component(rest))
        out[n++] = Actions::make(kind, rest.lowest());
    }
    return n;
  }

  Action random_action(const State& s, const History&, Random& random) const {
    if (s.patches.none()) {
      Set e = empty(s);
      int n = e.count(), k = random.below(n + s.may_swap);
      return k == n ? swap : static_cast<Action>(e.select(k));
    }
    int n = 0;
    std::array<std::uint8_t, Board::cells> lowest;
    for (Set rest = choices(s); rest.any(); rest -= component(rest))
      lowest[n++] = static_cast<std::uint8_t>(rest.lowest());
    return Actions::make(s.tied.any() ? remove : resolve, lowest[random.below(n)]);
  }

  template <class Effects>
  void apply(State& s, History&, Action a, Effects& effects) const {
    Step step = Actions::step(a);
    if (step.kind == swap_kind) {
      s.swapped ^= 1;
      s.may_swap = 0;
      effects.add(Change::swapped);
      return;
    }
    if (step.kind == place) {
      s.may_swap = pie_ && empty(s) == Board::all;
      s.stones[s.to_move].set(a);
      effects.add(Change::placed, a, s.to_move);
      s.patches = patches_beside(Set::one(a), empty(s));
    } else if (step.kind == resolve) {
      resolve_patch(s, Board::fill(Set::one(step.cell), s.patches), effects);
    } else {
      Set patch = s.tied;
      int owner = beside(s, patch).owner;
      s.tied = {};
      finish_patch(s, patch, owner, Board::fill(Set::one(step.cell), s.stones[owner]), effects);
    }
    // A single patch leaves no choice, unless groups are tied for it.
    while (s.patches.any() && s.tied.none()) {
      Set patch = component(s.patches);
      if (patch != s.patches) return;
      resolve_patch(s, patch, effects);
    }
    if (s.patches.none()) s.to_move ^= 1;
  }

  // Any cell of a patch or of a tied group means the whole of it.
  Action understood(const State& s, Action a) const {
    Step step = Actions::step(a);
    int wanted = s.patches.none() ? place : s.tied.any() ? remove : resolve;
    if (step.kind != wanted || step.kind == place) return a;
    Set all = choices(s);
    if (!all.has(step.cell)) return a;
    return Actions::make(step.kind, Board::fill(Set::one(step.cell), all).lowest());
  }

  int why_illegal(const State& s, const History&, Action a) const {
    Step step = Actions::step(a);
    bool picking_group = s.tied.any(), picking_patch = s.patches.any() && !picking_group;
    if (over(s)) return is_over;
    if (step.kind == swap_kind) return s.may_swap ? quincunx::legal : swap_not_offered;
    if (picking_patch && step.kind != resolve) return resolve_first;
    if (picking_group && step.kind != remove) return remove_first;
    if (step.kind == place) return empty(s).has(a) ? quincunx::legal : occupied;
    if (step.kind == resolve && !picking_patch) return nothing_to_resolve;
    if (step.kind == remove && !picking_group) return nothing_to_remove;
    if (!choices(s).has(step.cell)) return step.kind == resolve ? no_patch : not_tied;
    return understood(s, a) == a ? quincunx::legal : not_lowest_cell;
  }

  Outcome outcome(const State& s) const {
    auto more = more_groups<Board>(s.markers[0], s.markers[1]);
    if (more.size)
      return {.winner = more.counts[0] > more.counts[1] ? 0 : 1,
              .reason = marker_groups,
              .scored = true,
              .half_points = {2 * more.counts[0], 2 * more.counts[1]},
              .at = more.size};
    int black = s.stones[0].count(), white = s.stones[1].count();
    if (black != white)
      return {.winner = black > white ? 0 : 1,
              .reason = stones_left,
              .scored = true,
              .half_points = {2 * black, 2 * white}};
    return {.winner = s.to_move, .reason = last_move};  // whoever moved last loses
  }

  std::uint64_t key(const State& s) const {
    std::uint64_t k = s.to_move | s.swapped << 1 | s.may_swap << 2;
    for (const Set* set : {&s.stones[0], &s.stones[1], &s.markers[0], &s.markers[1], &s.patches, &s.tied})
      for (Word w : set->word) k = mix(k, w);
    return k;
  }

  // For the solver: about how far the end is, and how near it must be for a small search to pay.
  static int room(const State& s) { return empty(s).count(); }
  static constexpr int solver_reach = 10;

  int piece(const State& s, int cell) const {
    for (int c = 0; c < 2; c++) {
      if (s.stones[c].has(cell)) return c;
      if (s.markers[c].has(cell)) return marker + c;
    }
    return -1;
  }

  // Markers, which decide: a cell with a stone at the end is nobody's.
  int owner(const State& s, int cell) const {
    return s.markers[0].has(cell) ? 0 : s.markers[1].has(cell) ? 1 : -1;
  }

  std::vector<Fact> facts(const State& s) const {
    std::vector<Fact> out;
    if (s.patches.none()) return out;
    out.push_back({s.tied.any() ? "tied_groups" : "patches", {}, {}});
    for (Set rest = choices(s); rest.any(); rest -= component(rest)) {
      auto& cells = out[0].sets.emplace_back();
      component(rest).each([&](int i) { cells.push_back(i); });
    }
    return out;
  }

  State transformed(State s, int t) const {
    for (Set* set : {&s.stones[0], &s.stones[1], &s.markers[0], &s.markers[1], &s.patches, &s.tied})
      *set = Board::transformed(*set, t);
    return s;
  }
  History transformed(const History& h, int) const { return h; }
  static int turned(int, int extra, int) { return extra; }

 private:
  static constexpr int patch_most = 4;

  static Set empty(const State& s) {
    return Board::all - (s.stones[0] | s.stones[1] | s.markers[0] | s.markers[1]);
  }
  static Set component(const Set& of) { return Board::fill(Set::one(of.lowest()), of); }

  // The patches beside a cell. Four dilations reach more than four cells of any territory that has them. All
  // four sides are grown together and without branches: most placements make no patch.
  static Set patches_beside(const Set& cell, const Set& empty) {
    std::array<Set, 4> territory{cell.template shifted<N>(), cell.template shifted<-N>(),
                                 (cell & Board::not_right).template shifted<1>(),
                                 (cell & Board::not_left).template shifted<-1>()};
    for (Set& t : territory) t &= empty;
    for (int i = 0; i < patch_most; i++)
      for (Set& t : territory) t = Board::dilated(t) & empty;
    Set found;
    for (const Set& t : territory)
      if (t.count() <= patch_most) found |= t;
    return found;
  }

  // Who owns a patch, and which of the owner's groups beside it are the biggest.
  struct Beside {
    int owner;
    Set biggest;  // the union of the owner's biggest groups
    bool tie;
  };
  static Beside beside(const State& s, const Set& patch) {
    std::array<int, 2> size{}, groups{};
    std::array<Set, 2> biggest;
    Set edge = Board::dilated(patch);
    for (int c = 0; c < 2; c++)
      for (Set rest = edge & s.stones[c]; rest.any();) {
        Set group = Board::fill(Set::one(rest.lowest()), s.stones[c]);
        rest -= group;
        int n = group.count();
        if (n > size[c]) size[c] = n, groups[c] = 0, biggest[c] = {};
        if (n == size[c]) groups[c]++, biggest[c] |= group;
      }
    int owner = size[0] == size[1] ? other(s.to_move) : size[0] > size[1] ? 0 : 1;
    return {owner, biggest[owner], groups[owner] > 1};
  }

  // What can be picked now: the patches, or the groups tied for one.
  static Set choices(const State& s) { return s.tied.any() ? beside(s, s.tied).biggest : s.patches; }

  template <class Effects>
  static void resolve_patch(State& s, const Set& patch, Effects& effects) {
    Beside b = beside(s, patch);
    if (b.tie)
      s.tied = patch;
    else
      finish_patch(s, patch, b.owner, b.biggest, effects);
  }

  template <class Effects>
  static void finish_patch(State& s, const Set& patch, int owner, const Set& group, Effects& effects) {
    s.markers[owner] |= patch;
    s.patches -= patch;
    effects.next_stage();
    if constexpr (Effects::wanted) patch.each([&](int i) { effects.add(Change::marked, i, marker + owner); });
    if (group.none()) return;
    s.stones[owner] -= group;
    effects.next_stage();
    if constexpr (Effects::wanted) group.each([&](int i) { effects.add(Change::removed, i, owner); });
    // The emptied cells are a territory now, with all that they join.
    Set e = empty(s), territory = Board::fill(group, e);
    s.patches -= territory;
    if (territory.count() <= patch_most) s.patches |= territory;
  }

  bool pie_;
};

struct ImploFamily {
  static constexpr const char* name = "implo";
  static constexpr std::array colours{"black", "white"};
  static constexpr std::array sizes{3, 4, 5, 6, 7, 8, 9, 10};
  static constexpr int standard_size = 8;
  static constexpr std::array options{pie_option};
  template <int N>
  using Game = Implo<N>;
};

}  // namespace quincunx
