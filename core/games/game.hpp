// What a game is. A game is a class template over its board size whose objects are the rules (immutable,
// made from checked options); its State is a small trivially copyable value; its History, where
// repetition matters, stays beside the state. Everything else in the core is a template over this.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "board/random.hpp"

namespace quincunx {

// A step as a dense number: kind by kind in the order of Game::kinds, within a kind cell by cell in cell
// order, within a cell extra by extra. ActionSpace, below, takes it apart.
using Action = std::uint16_t;

// Colours are 0, which moves first, and 1.
constexpr int other(int colour) { return colour ^ 1; }

// How the steps of one kind are spelled: mark, then a cell (if it has one), then one of the extras.
struct Kind {
  static constexpr int most_extras = 6;
  const char* name;
  const char* mark = "";
  bool cell = false;
  std::array<const char*, most_extras> extras{};  // up to the first null; none: a single bare step
  int numbers = 0;                                // instead of extras: the whole numbers below this
};

struct Step {
  int kind;
  int cell = -1;   // where the kind has a cell
  int extra = -1;  // which extra, or the number
};

// A whole-number option beside the size. Where `word` is set it stands for the value -1.
struct Option {
  const char* name;
  int standard;
  int most = 1;  // from 0 on; Option::cells: the number of cells of the board
  bool yes_or_no = false;
  const char* word = nullptr;
  static constexpr int cells = -1;
};
inline constexpr Option pie_option{.name = "pie", .standard = 1, .yes_or_no = true};

enum class Change : std::uint8_t {
  placed,   // a new piece on cell
  moved,    // the piece on cell went to `to`
  flipped,  // the piece on cell is now `piece`
  removed,  // `piece` left cell
  marked,   // a marker `piece` on the empty cell
  claimed,  // cell is part of the loop claimed now
  swapped,  // the seats traded colours
  offered,  // a komi was named
  chosen,   // a side was chosen
  taken,    // the button was taken
  passed,
};
inline constexpr std::array change_names{"placed",  "moved",   "flipped", "removed", "marked", "claimed",
                                         "swapped", "offered", "chosen",  "taken",   "passed"};

// One change that a step made. Changes of one stage happen at once; stages follow each other.
struct Effect {
  Change change;
  std::uint8_t stage;
  std::int16_t cell = -1, to = -1;
  std::int16_t piece = -1;  // index into Game::pieces
};

// What `apply` reports to: nothing in searches and playouts, a list where somebody watches.
struct NoEffects {
  static constexpr bool wanted = false;
  void next_stage() {}
  void add(Change, int = -1, int = -1, int = -1) {}
};
class EffectList {
 public:
  static constexpr bool wanted = true;
  void next_stage() { stage_ += !list_.empty() && list_.back().stage == stage_; }
  void add(Change change, int cell = -1, int piece = -1, int to = -1) {
    list_.push_back({change, stage_, static_cast<std::int16_t>(cell), static_cast<std::int16_t>(to),
                     static_cast<std::int16_t>(piece)});
  }
  const std::vector<Effect>& list() const { return list_; }

 private:
  std::vector<Effect> list_;
  std::uint8_t stage_ = 0;
};

struct Outcome {
  int winner;                        // a colour, or -1: a draw
  int reason;                        // index into Game::ends
  bool scored = false;               // whether the figures below mean something
  std::array<int, 2> half_points{};  // the figures that decided, doubled: Bargo's button is worth half a point
  int at = -1;                       // the group size, or the rank of the groups, at which it was decided
};

// What else a position shows to people: sets of cells, or numbers.
struct Fact {
  const char* name;
  std::vector<std::vector<int>> sets;  // of cell numbers
  std::vector<int> numbers;
};

// Games without repetition keep nothing beside the state.
struct NoHistory {
  bool operator==(const NoHistory&) const = default;
};

// Actions of a game, taken apart and put together. Dense by construction.
template <class G>
struct ActionSpace {
  static constexpr int extras(const Kind& k) {
    if (k.numbers) return k.numbers;
    int n = 0;
    while (n < Kind::most_extras && k.extras[n]) n++;
    return n;
  }
  static constexpr int count(const Kind& k) {
    int e = extras(k);
    return (k.cell ? G::Board::cells : 1) * (e ? e : 1);
  }
  static constexpr auto first = [] {
    std::array<int, G::kinds.size() + 1> f{};
    for (std::size_t i = 0; i < G::kinds.size(); i++) f[i + 1] = f[i] + count(G::kinds[i]);
    return f;
  }();
  static constexpr int size = first.back();
  static_assert(size <= 65535);

  static constexpr Action make(int kind, int cell = 0, int extra = 0) {
    int e = extras(G::kinds[kind]);
    return static_cast<Action>(first[kind] + (e ? cell * e + extra : cell));
  }
  static constexpr Step step(Action a) {
    int kind = 0;
    while (a >= first[kind + 1]) kind++;
    int rest = a - first[kind], e = extras(G::kinds[kind]);
    Step s{kind};
    if (G::kinds[kind].cell) s.cell = e ? rest / e : rest;
    if (e) s.extra = rest % e;
    return s;
  }
};

// A square board's letters are columns, a hexhex board's are rows.
template <class Board>
std::string cell_name(int cell) {
  int letter, number;
  if constexpr (Board::hexagonal) {
    letter = Board::row(cell);
    number = Board::q(cell) - (letter < Board::side ? Board::side - 1 - letter : 0) + 1;
  } else {
    letter = Board::column(cell);
    number = Board::row(cell) + 1;
  }
  std::string name = std::to_string(number);
  name.insert(name.begin(), static_cast<char>('a' + letter));
  return name;
}

template <class G>
std::string text(Action a) {
  Step s = ActionSpace<G>::step(a);
  const Kind& k = G::kinds[s.kind];
  std::string out = k.mark;
  if (s.cell >= 0) out += cell_name<typename G::Board>(s.cell);
  if (s.extra >= 0) out += k.numbers ? std::to_string(s.extra) : std::string(k.extras[s.extra]);
  return out;
}

// Seats trade colours on a swap and on Bargo's choice of Black; `swapped` in the state says so.
template <class State>
int seat_of(const State& s, int colour) {
  return colour ^ s.swapped;
}

inline constexpr int legal = -1;  // what why_illegal answers for a legal step

template <class G>
concept Game = std::is_trivially_copyable_v<typename G::State> && std::equality_comparable<typename G::State> &&
               std::equality_comparable<typename G::History> && sizeof(typename G::State) <= 512 &&
               requires(const G g, const typename G::State s, typename G::State m, const typename G::History h,
                        typename G::History w, Action a, Action* out, NoEffects none, EffectList list, int t) {
                 typename G::Board;
                 typename G::Playout;
                 {
                   G::symmetries
                 } -> std::convertible_to<int>;   // of the board, under which the rules are invariant
                 G::kinds;                        // array of Kind
                 G::pieces, G::reasons, G::ends;  // arrays of names: cells, why_illegal, Outcome::reason
                 { g.start(w) } -> std::same_as<typename G::State>;  // the first state; w: a new history
                 { g.legal(s, h, out) } -> std::same_as<int>;        // ascending; room for ActionSpace::size
                 g.apply(m, w, a, none);                             // unchecked: a must be legal
                 g.apply(m, w, a, list);
                 {
                   g.understood(s, a)
                 } -> std::same_as<Action>;  // the step meant where several spellings mean one
                 { g.why_illegal(s, h, a) } -> std::same_as<int>;  // index into reasons, or `legal`
                 { g.over(s) } -> std::same_as<bool>;
                 { g.outcome(s) } -> std::same_as<Outcome>;  // only when over
                 { g.at_turn_start(s) } -> std::same_as<bool>;
                 { g.key(s) } -> std::same_as<std::uint64_t>;  // all that matters for the future but history
                 { g.piece(s, t) } -> std::same_as<int>;  // what stands on a cell: index into pieces, or -1
                 { g.facts(s) } -> std::same_as<std::vector<Fact>>;
                 { g.transformed(s, t) } -> std::same_as<typename G::State>;
                 { g.transformed(h, t) } -> std::same_as<typename G::History>;
                 { G::turned(t, t, t) } -> std::same_as<int>;  // image of an extra (kind, extra, symmetry)
                 { s.to_move + s.swapped } -> std::convertible_to<int>;
               };

// The image of a step under a symmetry of the board. Where a step names a set by its lowest cell, the
// image names it by another cell of it; `understood` gives the canonical step.
template <class G>
constexpr Action transformed(Action a, int t) {
  Step s = ActionSpace<G>::step(a);
  int cell = s.cell < 0 ? 0 : G::Board::image[t][s.cell];
  return ActionSpace<G>::make(s.kind, cell, s.extra < 0 ? 0 : G::turned(s.kind, s.extra, t));
}

// A playout that may stop before the end says what the first colour can expect there: its `share`, in parts of
// this. `finish` goes on to the end.
inline constexpr int whole = 1 << 16;

// What a playout reports its steps to, where nobody wants to know them.
struct NoTrace {
  void add(int /*colour*/, Action) {}
};
template <class Playout, class Trace>
int run_by_steps(Playout& playout, Random& random, Trace& trace) {
  int steps = 0;
  for (; !playout.over(); steps++) {
    int colour = playout.to_move();
    trace.add(colour, playout.step(random));
  }
  return steps;
}

// A random game from a state to its end, for games that are fast on their State itself. A game supplies
// random_action (uniform over the legal steps) and owner; games with a faster inner form have a Playout of
// their own with the same members.
template <class G>
class DirectPlayout {
 public:
  explicit DirectPlayout(const G& game) : game_(game) {}
  void begin(const typename G::State& s, const typename G::History& h) {
    state_ = s;
    history_ = h;
  }
  bool over() const { return game_.over(state_); }
  int to_move() const { return state_.to_move; }
  Action step(Random& random) {
    Action a = game_.random_action(state_, history_, random);
    NoEffects none;
    game_.apply(state_, history_, a, none);
    return a;
  }
  // Plays to the end; returns how many steps that took.
  template <class Trace>
  int run(Random& random, Trace& trace) {
    return run_by_steps(*this, random, trace);
  }
  // A colour, or -1: a draw.
  int winner() const { return game_.outcome(state_).winner; }
  // Whether the seats have traded colours by now.
  int swapped() const { return state_.swapped; }
  // Whose each cell is at the end: a colour, or -1.
  void owners(std::int8_t* out) const {
    for (int i = 0; i < G::Board::cells; i++) out[i] = static_cast<std::int8_t>(game_.owner(state_, i));
  }

 private:
  G game_;
  typename G::State state_;
  typename G::History history_;
};

// The legal steps, without those that the game says only lead where others do.
template <Game G>
int steps_to_search(const G& game, const typename G::State& state, const typename G::History& history,
                    Action* out) {
  int n = game.legal(state, history, out);
  if constexpr (requires { game.without_detours(state, out, n); }) n = game.without_detours(state, out, n);
  return n;
}

}  // namespace quincunx
