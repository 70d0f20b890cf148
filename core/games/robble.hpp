// Robble: stones that are pushed, fall off the edge, and turn over.
#pragma once

#include "board/square.hpp"
#include "games/game.hpp"
#include "games/groups.hpp"
#include "games/history.hpp"

namespace quincunx {

template <int N>
class Robble {
 public:
  using Board = Square<N>;
  using Set = typename Board::Set;
  static constexpr int symmetries = 8;
  static constexpr std::array kinds{Kind{.name = "place", .cell = true}, Kind{.name = "swap", .mark = "swap"}};
  static constexpr std::array pieces{"B", "W"};
  static constexpr std::array reasons{"over", "occupied", "swap_not_offered"};
  static constexpr std::array ends{"groups", "last_move", "repetition"};
  using Actions = ActionSpace<Robble>;
  enum : Action { swap = Actions::make(1) };

  struct State {
    std::array<Set, 2> stones;
    std::uint8_t to_move, swapped, may_swap, drawn;
    bool operator==(const State&) const = default;
  };
  // A board with the colour to move. Colours, not seats: a swap is no new appearance.
  struct Position {
    std::array<Set, 2> stones;
    std::uint8_t to_move;
    bool operator==(const Position&) const = default;
    std::uint64_t hash() const {
      std::uint64_t h = to_move;
      for (const Set& s : stones)
        for (Word w : s.word) h = (h ^ w) * 0x9e3779b97f4a7c15u, h ^= h >> 32;
      return h;
    }
  };
  using History = Appearances<Position>;
  using Playout = DirectPlayout<Robble>;

  explicit Robble(const std::array<int, 1>& options) : pie_(options[0] != 0) {}

  State start(History& h) const {
    State s{};
    h.clear();
    h.add({s.stones, s.to_move});
    return s;
  }

  bool over(const State& s) const { return s.drawn || empty(s).none(); }
  bool at_turn_start(const State&) const { return true; }

  int legal(const State& s, const History&, Action* out) const {
    if (over(s)) return 0;
    int n = 0;
    empty(s).each([&](int i) { out[n++] = static_cast<Action>(i); });
    if (s.may_swap) out[n++] = swap;
    return n;
  }

  Action random_action(const State& s, const History&, Random& random) const {
    Set e = empty(s);
    int n = e.count(), k = random.below(n + s.may_swap);
    return k == n ? Action{swap} : static_cast<Action>(e.select(k));
  }

  // Past: a History, or what else can `add` a position and say how often it has been by then.
  template <class Past, class Effects>
  void apply(State& s, Past& h, Action a, Effects& effects) const {
    if (a == swap) {
      s.swapped ^= 1;
      s.may_swap = 0;
      effects.add(Change::swapped);
      return;
    }
    int me = s.to_move;
    effects.add(Change::placed, a, me);
    effects.next_stage();
    // For each direction: the neighbour A and the cell B behind it (A twice where B is off the board).
    const Set occupied = s.stones[0] | s.stones[1], black = s.stones[0];
    Set gone, moved_black, moved_white, turned;
    for (const Push& p : pushes[a]) {
      if (!occupied.meets(p.near)) continue;
      if (p.far.none()) {
        gone |= p.near;
        effects.add(Change::removed, p.near_cell, black.meets(p.near) ? 0 : 1);
      } else if (occupied.meets(p.far)) {
        turned |= p.near;
        effects.add(Change::flipped, p.near_cell, black.meets(p.near) ? 1 : 0);
      } else {
        gone |= p.near;
        (black.meets(p.near) ? moved_black : moved_white) |= p.far;
        effects.add(Change::moved, p.near_cell, black.meets(p.near) ? 0 : 1, p.far_cell);
      }
    }
    Set was_white = turned - black, was_black = turned & black;
    s.stones[0] = (((black - gone) - was_black) | was_white) | moved_black;
    s.stones[1] = (((s.stones[1] - gone) - was_white) | was_black) | moved_white;
    s.stones[me].set(a);
    s.to_move ^= 1;
    s.may_swap = pie_ && occupied.none();  // the board is empty before the first placement only
    int times = h.add(Position{s.stones, s.to_move});
    s.drawn = times >= 3 && empty(s).any();
  }

  Action understood(const State&, Action a) const { return a; }

  int why_illegal(const State& s, const History&, Action a) const {
    if (over(s)) return 0;
    if (a == swap) return s.may_swap ? quincunx::legal : 2;
    return empty(s).has(a) ? quincunx::legal : 1;
  }

  Outcome outcome(const State& s) const {
    if (s.drawn) return {.winner = -1, .reason = 2};
    auto more = more_groups<Board>(s.stones[0], s.stones[1]);
    if (more.size == 0) return {.winner = s.to_move, .reason = 1};  // whoever moved last loses
    return {.winner = more.counts[0] > more.counts[1] ? 0 : 1,
            .reason = 0,
            .scored = true,
            .half_points = {2 * more.counts[0], 2 * more.counts[1]},
            .at = more.size};
  }

  std::uint64_t key(const State& s) const {
    std::uint64_t k = s.to_move | s.swapped << 1 | s.may_swap << 2 | s.drawn << 3;
    for (const Set& set : s.stones)
      for (Word w : set.word) k = mix(k, w);
    return k;
  }

  int piece(const State& s, int cell) const {
    return s.stones[0].has(cell) ? 0 : s.stones[1].has(cell) ? 1 : -1;
  }
  int owner(const State& s, int cell) const { return piece(s, cell); }
  std::vector<Fact> facts(const State&) const { return {}; }

  // For the solver: about how far the end is, and how near it must be for a small search to pay.
  static int room(const State& s) { return empty(s).count(); }
  static constexpr int solver_reach = 6;
  // For the solver. A position that has stood twice ends the game when it is entered, whatever comes before;
  // one that has stood once is like a new one, since who can win can win without coming back to it.
  static constexpr bool repetition_draws = true;
  std::uint64_t past(const State&, const History& h) const {
    std::uint64_t twice = 0;
    h.each_once([&](const Position& p, int times) {
      if (times > 1) twice += mix(2, p.hash());
    });
    return twice;
  }

  State transformed(State s, int t) const {
    for (Set& set : s.stones) set = Board::transformed(set, t);
    return s;
  }
  History transformed(const History& h, int t) const {
    History out;
    h.each([&](const Position& p) {
      out.add({{Board::transformed(p.stones[0], t), Board::transformed(p.stones[1], t)}, p.to_move});
    });
    return out;
  }
  static int turned(int, int extra, int) { return extra; }

 private:
  struct Push {
    Set near, far;  // far is empty where it would be off the board
    int near_cell, far_cell;
  };
  struct Pushes {
    std::array<Push, 4> direction;
    int count;
    constexpr const Push* begin() const { return direction.data(); }
    constexpr const Push* end() const { return direction.data() + count; }
  };
  static constexpr std::array<Pushes, Board::cells> pushes = [] {
    std::array<Pushes, Board::cells> all{};
    for (int i = 0; i < Board::cells; i++)
      for (auto [dx, dy] : {std::pair{0, 1}, {1, 0}, {0, -1}, {-1, 0}}) {
        int x = i % N + dx, y = i / N + dy, x2 = x + dx, y2 = y + dy;
        if (x < 0 || y < 0 || x >= N || y >= N) continue;
        bool off = x2 < 0 || y2 < 0 || x2 >= N || y2 >= N;
        all[i].direction[all[i].count++] = {Set::one(y * N + x), off ? Set{} : Set::one(y2 * N + x2), y * N + x,
                                            off ? -1 : y2 * N + x2};
      }
    return all;
  }();

  static Set empty(const State& s) { return Board::all - (s.stones[0] | s.stones[1]); }

  bool pie_;
};

struct RobbleFamily {
  static constexpr const char* name = "robble";
  static constexpr std::array colours{"black", "white"};
  static constexpr std::array sizes{3, 4, 5, 6, 7, 8, 9};
  static constexpr int standard_size = 7;
  static constexpr std::array options{pie_option};
  template <int N>
  using Game = Robble<N>;
};

}  // namespace quincunx
