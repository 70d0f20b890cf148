// Topolo: pieces of three sizes, row by row of one parity first; the larger largest group wins.
#pragma once

#include <algorithm>
#include <optional>

#include "board/square.hpp"
#include "games/game.hpp"
#include "games/topolo_groups.hpp"
#include "games/topolo_rows.hpp"

namespace quincunx {

template <int N>
class Topolo {
 public:
  using Board = Square<N>;
  using Set = typename Board::Set;
  static constexpr int symmetries = 4;  // the first four of the square's keep rows rows
  static constexpr std::array kinds{Kind{.name = "place", .cell = true, .extras = {"s", "m", "l"}}};
  static constexpr std::array pieces{"R1", "R2", "R3", "B1", "B2", "B3"};
  enum Reason : int { is_over, occupied, wrong_rows, none_left };
  static constexpr std::array reasons{"over", "occupied", "wrong_rows", "none_left"};
  enum End : int { by_size, by_value, equal };
  static constexpr std::array ends{"size", "value", "equal"};
  using Actions = ActionSpace<Topolo>;

  struct State {
    std::array<Set, 2> colour;
    std::array<Set, 3> height;                         // which cells hold a small, medium, large piece
    std::array<std::array<std::uint8_t, 3>, 2> stock;  // pieces left, by colour and height
    std::uint8_t to_move, swapped;                     // nobody swaps in Topolo: swapped stays 0
    std::uint8_t first_rows;                           // 0: open; 1: odd rows are filled first; 2: even ones
    bool operator==(const State&) const = default;
  };
  using History = NoHistory;

  explicit Topolo(const std::array<int, 0>&) {}

  State start(History&) const {
    State s{};
    constexpr int each = Board::cells / 2, small = each / 2, medium = each / 4;
    for (auto& stock : s.stock) stock = {small, medium, each - small - medium};
    return s;
  }
  bool over(const State& s) const { return empty(s).none(); }
  bool at_turn_start(const State&) const { return true; }

  int legal(const State& s, const History&, Action* out) const {
    int n = 0;
    open(s).each([&](int cell) {
      for (int h = 0; h < 3; h++)
        if (s.stock[s.to_move][h]) out[n++] = Actions::make(0, cell, h);
    });
    return n;
  }

  // What was learned of the first rows does not look at heights. So while they are being filled the tree has
  // one step for each cell, of the height that there is most of: all heights are left when they begin to
  // matter.
  int narrowed(const State& s, Action* steps, int n) const {
    if (!SensiblePlayout::stops_early(s)) return n;
    const int height = plentiful(s.stock[s.to_move]);
    return static_cast<int>(
        std::remove_if(steps, steps + n, [&](Action a) { return Actions::step(a).extra != height; }) - steps);
  }

  template <class Effects>
  void apply(State& s, History&, Action a, Effects& effects) const {
    auto [kind, cell, height] = Actions::step(a);
    if (!s.first_rows) s.first_rows = odd_rows.has(cell) ? 1 : 2;
    effects.add(Change::placed, cell, 3 * s.to_move + height);
    s.colour[s.to_move].set(cell);
    s.height[height].set(cell);
    s.stock[s.to_move][height]--;
    s.to_move ^= 1;
    if (over(s)) s.first_rows = 0;  // the order in which a full board was filled no longer matters
  }

  Action understood(const State&, Action a) const { return a; }

  int why_illegal(const State& s, const History&, Action a) const {
    auto [kind, cell, height] = Actions::step(a);
    if (over(s)) return is_over;
    if (!empty(s).has(cell)) return occupied;
    if (!open(s).has(cell)) return wrong_rows;
    return s.stock[s.to_move][height] ? quincunx::legal : none_left;
  }

  Outcome outcome(const State& s) const {
    std::array<std::array<Group, Board::cells + 1>, 2> groups{};  // the rest stays 0: no group
    for (int c = 0; c < 2; c++) {
      int n = 0;
      for (Set rest = s.colour[c]; rest.any();) {
        Set g = Board::fill(Set::one(rest.lowest()), rest);
        rest -= g;
        groups[c][n++] = {g.count(), value(s, g)};
      }
      std::sort(groups[c].begin(), groups[c].begin() + n, std::greater<>{});
    }
    for (int i = 0; groups[0][i].size || groups[1][i].size; i++) {
      Group a = groups[0][i], b = groups[1][i];
      if (a == b) continue;
      bool size = a.size != b.size;
      return {.winner = a > b ? 0 : 1,
              .reason = size ? by_size : by_value,
              .scored = true,
              .half_points = {2 * (size ? a.size : a.value), 2 * (size ? b.size : b.value)},
              .at = i + 1};
    }
    return {.winner = -1, .reason = equal};
  }

  std::uint64_t key(const State& s) const {
    std::uint64_t k = s.to_move | s.first_rows << 1;  // the stock follows from the board
    for (const Set* set : {&s.colour[0], &s.colour[1], &s.height[1], &s.height[2]})
      for (Word w : set->word) k = mix(k, w);
    return k;
  }

  // For the solver: about how far the end is, and how near it must be for a small search to pay.
  static int room(const State& s) { return empty(s).count(); }
  static constexpr int solver_reach = 8;

  int piece(const State& s, int cell) const {
    for (int c = 0; c < 2; c++)
      if (s.colour[c].has(cell)) return 3 * c + (s.height[1].has(cell) ? 1 : s.height[2].has(cell) ? 2 : 0);
    return -1;
  }

  std::vector<Fact> facts(const State& s) const {
    std::vector<Fact> out;
    for (int c = 0; c < 2; c++)
      out.push_back({c ? "stock_black" : "stock_red", {}, {s.stock[c].begin(), s.stock[c].end()}});
    if (Set later = empty(s) - open(s); later.any()) {
      out.push_back({"later", {{}}, {}});
      later.each([&](int i) { out.back().sets[0].push_back(i); });
    }
    return out;
  }

  State transformed(State s, int t) const {
    for (Set& set : s.colour) set = Board::transformed(set, t);
    for (Set& set : s.height) set = Board::transformed(set, t);
    if (s.first_rows && (t & 2)) s.first_rows ^= 3;  // top to bottom, odd rows become even ones
    return s;
  }
  History transformed(const History& h, int) const { return h; }
  static int turned(int, int extra, int) { return extra; }

  // The inner loop of a game that only fills cells: everything that a step reads is in registers.
  class Playout {
   public:
    explicit Playout(const Topolo& game) : game_(game) {}
    void begin(const State& s, const History&) { state_ = s; }
    bool over() const { return game_.over(state_); }
    int to_move() const { return state_.to_move; }
    Action step(Random& random) {
      Set cells = open(state_);
      const Heights& heights = heights_in(pack(state_.stock[state_.to_move]));
      int cell = cells.select(random.below(cells.count()));
      Action a = Actions::make(0, cell, heights.list[random.below(heights.count)]);
      History h;
      NoEffects none;
      game_.apply(state_, h, a, none);
      return a;
    }
    template <class Trace>
    int run(Random& random, Trace& trace) {
      Uniform chooser;
      return run(random, trace, chooser);
    }
    int swapped() const { return 0; }
    void owners(std::int8_t* out) const {
      for (int i = 0; i < Board::cells; i++) out[i] = state_.colour[1].has(i);
    }
    int winner() const { return winner(largest(state_.colour[0]), largest(state_.colour[1])); }

   protected:
    struct Uniform {
      int choose(const Set& cells, int left, std::uint64_t number, bool /*first_rows*/) const {
        return cells.select(static_cast<int>((number >> 32) * static_cast<unsigned>(left) >> 32));
      }
      void put(int, int, const Set&) {}
    };

    // Fills the board with cells that are chosen so.
    template <class Trace, class Chooser>
    int run(Random& random, Trace& trace, Chooser& chooser) {
      int steps = 0;
      const State before = state_;
      if (!state_.first_rows && !over()) {
        const int cell = Actions::step(step(random)).cell;
        chooser.put(before.to_move, cell, {});
        steps++;
      }
      Side side[2] = {{state_.colour[0], pack(state_.stock[0])}, {state_.colour[1], pack(state_.stock[1])}};
      int me = state_.to_move;
      Side mine = side[me], theirs = side[other(me)];
      Set medium = state_.height[1], large = state_.height[2];
      auto place = [&](Side& s, int colour, Set& cells, int left, bool first_rows) {
        std::uint64_t number = random.next();
        const Heights& h = heights_in(s.stock);
        int height = h.list[(number & 0xffffffffu) * h.count >> 32];
        const int cell = chooser.choose(cells, left, number, first_rows);
        chooser.put(colour, cell, s.cells);
        Set bit = Set::one(cell);
        cells ^= bit;
        s.cells |= bit;
        s.stock -= 1u << 8 * height;
        // Heights are random, so a branch on them would be mispredicted every other time.
        for (int i = 0; i < Set::words; i++) {
          medium.word[i] |= bit.word[i] & -static_cast<Word>(height == 1);
          large.word[i] |= bit.word[i] & -static_cast<Word>(height == 2);
        }
      };
      for (int half = 0; half < 2; half++) {
        Set cells = (half ? Board::all : rows(state_.first_rows)) - (mine.cells | theirs.cells);
        int left = cells.count();
        steps += left;
        for (; left >= 2; left -= 2) {
          place(mine, me, cells, left, half == 0);
          place(theirs, other(me), cells, left - 1, half == 0);
        }
        if (left) {
          place(mine, me, cells, left, half == 0);
          std::swap(mine, theirs);
          me ^= 1;
        }
      }
      state_.to_move = static_cast<std::uint8_t>(me);
      state_.colour[me] = mine.cells;
      state_.colour[other(me)] = theirs.cells;
      state_.height = {(mine.cells | theirs.cells) - medium - large, medium, large};
      state_.stock[me] = unpacked(mine.stock);
      state_.stock[other(me)] = unpacked(theirs.stock);
      if constexpr (!std::same_as<Trace, NoTrace>) report(before, trace);
      return steps;
    }
    // Who has won, by the sizes of the largest groups or by what they are worth; only if that is equal too must
    // all groups be put in order.
    int winner(int red, int black) const {
      if (red == black) {
        red = worth(0, red);
        black = worth(1, black);
      }
      return red != black ? red < black : game_.outcome(state_).winner;
    }

    Topolo game_;
    State state_;

   private:
    // What was played shows on the board, though not in which order.
    template <class Trace>
    void report(const State& before, Trace& trace) const {
      for (int c = 0; c < 2; c++)
        for (int h = 0; h < 3; h++)
          ((state_.colour[c] & state_.height[h]) - before.colour[c]).each([&](int cell) {
            trace.add(c, Actions::make(0, cell, h));
          });
    }
    // A colour's cells and its stock, a byte for each height.
    struct Side {
      Set cells;
      std::uint32_t stock;
    };
    static std::uint32_t pack(const std::array<std::uint8_t, 3>& stock) {
      return stock[0] | stock[1] << 8 | stock[2] << 16;
    }
    static std::array<std::uint8_t, 3> unpacked(std::uint32_t stock) {
      return {static_cast<std::uint8_t>(stock), static_cast<std::uint8_t>(stock >> 8),
              static_cast<std::uint8_t>(stock >> 16)};
    }
    // The heights that a stock still has, by the three bits that say which are not used up.
    struct Heights {
      std::uint8_t count, list[3];
    };
    static const Heights& heights_in(std::uint32_t stock) {
      static constexpr Heights by_bits[8] = {{0, {}},  {1, {0}},    {1, {1}},    {2, {0, 1}},
                                             {1, {2}}, {2, {0, 2}}, {2, {1, 2}}, {3, {0, 1, 2}}};
      std::uint32_t left = (stock + 0x7f7f7fu) & 0x808080u;  // no stock is past 127
      return by_bits[(left >> 7 | left >> 14 | left >> 21) & 7];
    }
    // The highest value of a colour's groups of its largest size.
    int worth(int colour, int size) const {
      int most = 0;
      for (Set rest = state_.colour[colour]; rest.count() >= size;) {
        const Set group = Board::fill(Set::one(rest.lowest()), rest);
        rest -= group;
        if (group.count() == size) most = std::max(most, game_.value(state_, group));
      }
      return most;
    }
    static int largest(Set rest) {
      int most = 0;
      for (int left = rest.count(); left > most;) {
        Set group = Board::fill(Set::one(rest.lowest()), rest);
        rest -= group;
        int n = group.count();
        left -= n;
        if (n > most) most = n;
      }
      return most;
    }
  };

  // Fills the cells beside the largest group first, most of the time: there it is decided who has the larger
  // one. Where it was learned how first rows are filled and what they are worth, it goes no further than that.
  class SensiblePlayout : public Playout {
   public:
    using Playout::Playout;
    static bool stops_early(const State& s) { return Rows::learned && first_rows_open(s); }
    void begin(const State& s, const History& h) {
      Playout::begin(s, h);
      early_ = stops_early(s);
      if (early_) return;
      if (!known_ || known_->state != s) known_ = {s, TopoloGroups<N>(s.colour)};
      chooser_.groups = known_->groups;
    }
    template <class Trace>
    int run(Random& random, Trace& trace) {
      if constexpr (Rows::learned)
        if (early_) return fill_first_rows(random, trace);
      return Playout::run(random, trace, chooser_);
    }
    // Goes on to the end where it did not.
    void finish(Random& random) {
      if (!early_) return;
      State& s = this->state_;
      for (int c = 0; c < 2; c++)
        (s.colour[c] - s.height[0] - s.height[1] - s.height[2]).each([&](int cell) {
          const int height = plentiful(s.stock[c]);
          s.height[height].set(cell);
          s.stock[c][height]--;
        });
      NoTrace trace;
      Playout::run(random, trace);
    }
    // What the first colour may expect, in parts of `whole`.
    int share() const {
      const State& s = this->state_;
      if constexpr (Rows::learned)
        if (early_) return Rows(s.colour, s.first_rows == 2).share();
      const int winner = Playout::winner(chooser_.groups.largest(0), chooser_.groups.largest(1));
      return winner < 0 ? whole / 2 : winner == 0 ? whole : 0;
    }

   private:
    using Rows = TopoloRows<N>;

    // The new pieces have no heights yet, since these say nothing of the first rows. They are reported with the
    // one that the tree tries next.
    template <class Trace>
    int fill_first_rows(Random& random, Trace& trace) {
      State& s = this->state_;
      const State before = s;
      if (!s.first_rows) this->step(random);
      Rows rows(s.colour, s.first_rows == 2);
      int steps = rows.fill(s.to_move, random);
      s.to_move ^= steps & 1;
      steps += !before.first_rows;
      for (int c = 0; c < 2; c++) {
        s.colour[c] = rows.cells(c);
        if constexpr (!std::same_as<Trace, NoTrace>)
          (s.colour[c] - before.colour[c]).each([&](int cell) {
            trace.add(c, Actions::make(0, cell, plentiful(before.stock[c])));
          });
      }
      return steps;
    }

    struct Hot {
      static constexpr std::uint64_t anywhere = 13107;  // of 65,536 steps
      TopoloGroups<N> groups;
      int choose(const Set& cells, int left, std::uint64_t number, bool first_rows) {
        if (first_rows || (number & 0xffff) < anywhere)
          return typename Playout::Uniform{}.choose(cells, left, number, first_rows);
        Set hot = groups.hot(cells);
        return hot.select(static_cast<int>((number >> 32) * static_cast<unsigned>(hot.count()) >> 32));
      }
      void put(int colour, int cell, const Set& before) { groups.put(colour, cell, before); }
    };
    struct Known {
      State state;
      TopoloGroups<N> groups;
    };
    std::optional<Known> known_;  // playouts come in batches from one state
    Hot chooser_;
    bool early_ = false;  // ends with the first rows
  };

 private:
  struct Group {
    int size, value;
    auto operator<=>(const Group&) const = default;
  };
  // The height that there is most of.
  static int plentiful(const std::array<std::uint8_t, 3>& stock) {
    return static_cast<int>(std::max_element(stock.begin(), stock.end()) - stock.begin());
  }
  static int value(const State& s, const Set& group) {
    return group.count() + (group & s.height[1]).count() + 2 * (group & s.height[2]).count();
  }
  static constexpr Set odd_rows = [] {
    Set s;
    for (int i = 0; i < Board::cells; i++)
      if (i / N % 2 == 0) s.set(i);  // row numbers count from 1
    return s;
  }();
  static Set rows(int parity) { return parity == 1 ? odd_rows : Board::all - odd_rows; }
  static bool first_rows_open(const State& s) {
    return (s.first_rows ? rows(s.first_rows) : Board::all).meets(empty(s));
  }
  static Set empty(const State& s) { return Board::all - (s.colour[0] | s.colour[1]); }
  // The cells that may be filled now.
  static Set open(const State& s) {
    Set e = empty(s);
    if (!s.first_rows) return e;
    Set first = e & rows(s.first_rows);
    return first.any() ? first : e;
  }
};

struct TopoloFamily {
  static constexpr const char* name = "topolo";
  static constexpr std::array colours{"red", "black"};
  static constexpr std::array sizes{2, 4, 6, 8};
  static constexpr int standard_size = 8;
  static constexpr std::array<Option, 0> options{};
  template <int N>
  using Game = Topolo<N>;
};

}  // namespace quincunx
