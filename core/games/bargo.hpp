// Bargo: a relative of Go whose pieces carry walls.
#pragma once

#include "games/bargo_groups.hpp"
#include "games/game.hpp"
#include "games/history.hpp"

namespace quincunx {

template <int N>
class Bargo {
 public:
  using Board = Hexhex<N>;
  using Ring = BargoRing<N>;
  using Groups = BargoGroups<N>;
  using Set = typename Ring::Set;  // of places on the ring
  static constexpr int symmetries = 12;
  static constexpr std::array kinds{
      Kind{.name = "place", .cell = true, .extras = {"/ne", "/e", "/se", "/sw", "/w", "/nw"}},
      Kind{.name = "button", .mark = "button"}, Kind{.name = "pass", .mark = "pass"},
      Kind{.name = "side", .extras = {"black", "white"}},
      Kind{.name = "komi", .mark = "komi:", .numbers = Board::cells + 1}};
  static constexpr std::array pieces{"B/ne", "B/e", "B/se", "B/sw", "B/w", "B/nw",
                                     "W/ne", "W/e", "W/se", "W/sw", "W/w", "W/nw"};
  static constexpr std::array reasons{"over",         "offer_komi_first",   "choose_side_first",
                                      "occupied",     "wall_on_board_edge", "wall_on_wall",
                                      "no_liberty",   "enemy_behind_wall",  "repeats_position",
                                      "button_taken", "button_not_taken",   "komi_settled",
                                      "side_settled"};
  static constexpr std::array ends{"score"};
  using Actions = ActionSpace<Bargo>;
  enum : Action {
    button = Actions::make(1),
    pass = Actions::make(2),
    choose_black = Actions::make(3, 0, 0),
    choose_white = Actions::make(3, 0, 1),
    offer = Actions::make(4),
  };
  enum Phase : std::uint8_t { offering, choosing, playing };

  struct State {
    std::array<Set, 2> colours;
    std::array<Set, 3> walls;  // the directions of the walls, bit by bit; 0 where no piece is
    Phase phase;
    std::uint8_t to_move, swapped;
    std::uint8_t button;  // 0: nobody has it; else its owner's colour + 1
    std::uint8_t passes;  // in a row; with the second the game is over
    std::uint8_t komi;    // 0 until it is settled
    bool operator==(const State&) const = default;
  };
  // What must not come again: walls do not matter.
  struct Position {
    std::array<Set, 2> colours;
    bool button_taken;
    bool operator==(const Position&) const = default;
    std::uint64_t hash() const {
      std::uint64_t h = button_taken;
      for (int i = 0; i < Set::words; i++)
        h += colours[0].word[i] * odd(2 * i) + colours[1].word[i] * odd(2 * i + 1);
      return h ^ h >> 32;
    }

   private:
    static constexpr std::uint64_t odd(int i) { return mix(1, static_cast<std::uint64_t>(i)) | 1; }
  };
  // For each colour the positions at the end of its turns, none of them twice.
  struct History {
    std::array<Appearances<Position>, 2> ended;
    bool operator==(const History&) const = default;
  };
  static constexpr bool draws = false;
  template <bool Sensible>
  class PlayoutAs;
  using Playout = PlayoutAs<false>;
  using SensiblePlayout = PlayoutAs<true>;

  explicit Bargo(const std::array<int, 1>& options) : komi_(options[0]) {}

  State start(History& h) const {
    for (auto& positions : h.ended) positions.clear();
    State s{};
    if (komi_ >= 0) {
      s.phase = playing;
      s.komi = static_cast<std::uint8_t>(komi_);
    }
    return s;
  }

  bool over(const State& s) const { return s.passes == 2; }
  bool at_turn_start(const State&) const { return true; }

  int legal(const State& s, const History& h, Action* out) const {
    int n = 0;
    if (over(s)) return 0;
    if (s.phase == offering) {
      for (int komi = 0; komi <= Board::cells; komi++) out[n++] = static_cast<Action>(offer + komi);
      return n;
    }
    if (s.phase == choosing) {
      out[n++] = choose_black;
      out[n++] = choose_white;
      return n;
    }
    const Groups groups = grouped(s);
    const auto candidates = groups.candidates(s.to_move);
    for (int cell = 0; cell < Board::cells; cell++) {
      int x = Ring::place(cell);
      if (!groups.empty().has(x)) continue;
      Set captured = groups.captured_by(s.to_move, x);
      if (h.ended[s.to_move].count(after(s, s.colours, x, captured))) continue;
      for (int d = 0; d < 6; d++)
        if (candidates[d].has(x) && groups.judge(s.to_move, x, d, captured) == Groups::Verdict::fine)
          out[n++] = placement(x, d);
    }
    out[n++] = s.button ? pass : button;
    return n;
  }

  template <class Effects>
  void apply(State& s, History& h, Action a, Effects& effects) const {
    if (a >= button) {
      do_without_piece(s, h, s.colours, a, effects);
      return;
    }
    int me = s.to_move, cell = a / 6, direction = a % 6, x = Ring::place(cell);
    effects.add(Change::placed, cell, me * 6 + direction);
    effects.next_stage();
    Set captured = grouped(s).captured_by(me, x);
    if constexpr (Effects::wanted)
      for (int c : cells_of(captured)) effects.add(Change::removed, c, piece(s, c));
    Position next = after(s, s.colours, x, captured);
    s.colours = next.colours;
    for (Set& plane : s.walls) plane -= captured;
    set_wall(s, x, direction);
    s.passes = 0;
    end_turn(s, h, next);
  }

  Action understood(const State&, Action a) const { return a; }

  int why_illegal(const State& s, const History& h, Action a) const {
    if (over(s)) return is_over;
    if (a >= offer) return s.phase == offering ? quincunx::legal : komi_settled;
    if (s.phase == offering) return offer_komi_first;
    if (a >= choose_black) return s.phase == choosing ? quincunx::legal : side_settled;
    if (s.phase == choosing) return choose_side_first;
    if (a == button) return s.button ? button_taken : quincunx::legal;
    if (a == pass) return s.button ? quincunx::legal : button_not_taken;

    int x = Ring::place(a / 6), direction = a % 6;
    const Groups groups = grouped(s);
    if (!groups.empty().has(x)) return occupied;
    if (!Ring::inner[direction].has(x)) return wall_on_board_edge;
    if (groups.walled(x, direction)) return wall_on_wall;
    Set captured = groups.captured_by(s.to_move, x);
    switch (groups.judge(s.to_move, x, direction, captured)) {
      case Groups::Verdict::no_liberty:
        return no_liberty;
      case Groups::Verdict::enemy_behind_wall:
        return enemy_behind_wall;
      case Groups::Verdict::fine:
        break;
    }
    return h.ended[s.to_move].count(after(s, s.colours, x, captured)) ? repeats_position : quincunx::legal;
  }

  Outcome outcome(const State& s) const {
    auto score = half_points(s, grouped(s));
    return {.winner = score[0] > score[1] ? 0 : 1, .reason = 0, .scored = true, .half_points = score};
  }

  std::uint64_t key(const State& s) const {
    std::uint64_t k = s.phase | s.to_move << 2 | s.swapped << 3 | s.button << 4 | s.passes << 6 | s.komi << 8;
    for (const Set& set : s.colours)
      for (Word w : set.word) k = mix(k, w);
    for (const Set& set : s.walls)
      for (Word w : set.word) k = mix(k, w);
    return k;
  }

  int piece(const State& s, int cell) const {
    int x = Ring::place(cell);
    for (int colour = 0; colour < 2; colour++)
      if (s.colours[colour].has(x)) return colour * 6 + wall(s, x);
    return -1;
  }

  std::vector<Fact> facts(const State& s) const {
    std::vector<Fact> facts;
    if (s.phase != offering) facts.push_back({"komi", {}, {s.komi}});
    if (s.button) facts.push_back({"button", {}, {s.button - 1}});
    const Groups groups = grouped(s);
    auto territory = groups.territory();
    for (int colour = 0; colour < 2; colour++) {
      Fact fact{colour ? "territory_white" : "territory_black", {}, {}};
      for (Set rest = territory[colour]; rest.any();) {
        Set one = Ring::fill(Set::one(Ring::place(cells_of(rest).front())), rest);
        fact.sets.push_back(cells_of(one));
        rest -= one;
      }
      facts.push_back(fact);
    }
    if (s.phase == playing) {
      auto score = half_points(s, groups);
      facts.push_back({"score", {}, {score[0], score[1]}});
    }
    return facts;
  }

  // For the solver: about how far the end is, and how near it must be for a small search to pay.
  static int room(const State& s) { return Board::cells - (s.colours[0] | s.colours[1]).count(); }
  static constexpr int solver_reach = 8;
  // For the solver: a key of the past positions that can come again. The button is never put back.
  std::uint64_t past(const State& s, const History& h) const {
    std::uint64_t sum = 0;
    for (int colour = 0; colour < 2; colour++)
      h.ended[colour].each_once([&](const Position& p, int) {
        if (p.button_taken == (s.button != 0)) sum += mix(static_cast<std::uint64_t>(colour), p.hash());
      });
    return sum;
  }

  State transformed(const State& s, int t) const {
    State out = s;
    for (Set& set : out.colours) set = Ring::transformed(set, t);
    out.walls = {};
    (s.colours[0] | s.colours[1]).each([&](int x) {
      set_wall(out, Ring::place(Board::image[t][Ring::cell(x)]), Board::turned(wall(s, x), t));
    });
    return out;
  }
  History transformed(const History& h, int t) const {
    History out;
    for (int colour = 0; colour < 2; colour++)
      h.ended[colour].each([&](const Position& p) {
        out.ended[colour].add(
            {{Ring::transformed(p.colours[0], t), Ring::transformed(p.colours[1], t)}, p.button_taken});
      });
    return out;
  }
  static int turned(int kind, int extra, int t) { return kind == 0 ? Board::turned(extra, t) : extra; }

 private:
  // In the order of `reasons`.
  enum Reason {
    is_over,
    offer_komi_first,
    choose_side_first,
    occupied,
    wall_on_board_edge,
    wall_on_wall,
    no_liberty,
    enemy_behind_wall,
    repeats_position,
    button_taken,
    button_not_taken,
    komi_settled,
    side_settled,
  };

  static Action placement(int x, int direction) { return static_cast<Action>(Ring::cell(x) * 6 + direction); }

  static int wall(const State& s, int x) {
    return s.walls[0].has(x) | s.walls[1].has(x) << 1 | s.walls[2].has(x) << 2;
  }
  static void set_wall(State& s, int x, int direction) {
    for (int bit = 0; bit < 3; bit++)
      if (direction >> bit & 1) s.walls[bit].set(x);
  }

  static Groups grouped(const State& s) {
    Groups groups;
    groups.build(s.colours, [&](int x) { return wall(s, x); });
    return groups;
  }

  static std::vector<int> cells_of(const Set& set) {
    std::vector<int> cells;
    for (int cell = 0; cell < Board::cells; cell++)
      if (set.has(Ring::place(cell))) cells.push_back(cell);
    return cells;
  }

  // The position after a placement on x.
  static Position after(const State& s, std::array<Set, 2> colours, int x, const Set& captured) {
    colours[s.to_move] |= Ring::one(x);
    colours[other(s.to_move)] -= captured;
    return {colours, s.button != 0};
  }

  static void end_turn(State& s, History& h, const Position& p) {
    // Only after a pass can the position have been before.
    if (s.passes == 0 || h.ended[s.to_move].count(p) == 0) h.ended[s.to_move].add(p);
    s.to_move ^= 1;
  }

  // Any step but a placement. Of the state it needs all but the board, which a playout does not keep there.
  template <class Effects>
  static void do_without_piece(State& s, History& h, const std::array<Set, 2>& colours, Action a,
                               Effects& effects) {
    if (a >= offer) {
      s.komi = static_cast<std::uint8_t>(a - offer);
      s.phase = choosing;
      s.to_move = 1;
      effects.add(Change::offered);
    } else if (a >= choose_black) {
      s.swapped = a == choose_black;
      s.phase = playing;
      s.to_move = 0;
      effects.add(Change::chosen);
    } else if (a == button) {
      s.button = static_cast<std::uint8_t>(1 + s.to_move);
      effects.add(Change::taken);
      end_turn(s, h, {colours, true});
    } else {
      s.passes++;
      effects.add(Change::passed);
      end_turn(s, h, {colours, true});
    }
  }

  static std::array<int, 2> half_points(const State& s, const Groups& groups) {
    std::array<int, 2> score{};
    auto territory = groups.territory();
    for (int colour = 0; colour < 2; colour++)
      score[colour] = 2 * (groups.pieces()[colour].count() + territory[colour].count());
    score[1] += 2 * s.komi;
    if (s.button) score[s.button - 1]++;
    return score;
  }

  int komi_;
};

// A random game. The groups are kept from step to step, and instead of listing the legal steps it draws
// among candidates until it has drawn a legal one. A sensible player fills no eye of its own, often captures
// where it can, and takes the button or passes only when nothing else is left.
template <int N>
template <bool Sensible>
class Bargo<N>::PlayoutAs {
 public:
  explicit PlayoutAs(const Bargo&) {}

  void begin(const State& s, const History& h) {
    state_ = s;
    history_ = h;
    groups_.build(s.colours, [&](int x) { return wall(s, x); });
  }

  bool over() const { return state_.passes == 2; }
  int to_move() const { return state_.to_move; }
  int swapped() const { return state_.swapped; }

  Action step(Random& random) {
    if (state_.phase != playing) {
      bool offers = state_.phase == offering;
      int a = offers ? offer + random.below(Board::cells + 1) : choose_black + random.below(2);
      return do_without_piece(static_cast<Action>(a));
    }
    auto candidates = groups_.candidates(state_.to_move);
    if constexpr (Sensible) {
      if (Action a; captures(random, candidates, a)) return a;
      const Set eyes = groups_.eyes(state_.to_move);
      for (Set& c : candidates) c -= eyes;
    }
    std::array<int, 7> before{};
    for (int d = 0; d < 6; d++) before[d + 1] = before[d] + candidates[d].count();
    for (int misses = 0;; misses++) {
      int k = random.below(before[6] + !Sensible);
      // All that is left may be forbidden by repetition alone: then there is an end to trying.
      if (k == before[6] || (Sensible && misses == 4 * Board::cells))
        return do_without_piece(state_.button ? pass : button);
      int d = 0;
      for (int e = 1; e < 6; e++) d += k >= before[e];
      int x = candidates[d].select(k - before[d]);
      if (try_placement(x, d)) return placement(x, d);
    }
  }

  // Plays to the end; returns how many steps that took.
  template <class Trace>
  int run(Random& random, Trace& trace) {
    return run_by_steps(*this, random, trace);
  }

  int winner() const { return margin() > 0 ? 0 : 1; }
  // Black's lead in half points.
  int margin() const {
    auto score = half_points(state_, groups_);
    return score[0] - score[1];
  }
  void owners(std::int8_t* out) const {
    auto owned = groups_.territory();
    for (int colour = 0; colour < 2; colour++) owned[colour] |= groups_.pieces()[colour];
    for (int i = 0; i < Board::cells; i++) {
      int x = Ring::place(i);
      out[i] = owned[0].has(x) ? 0 : owned[1].has(x) ? 1 : -1;
    }
  }

 private:
  Action do_without_piece(Action a) {
    NoEffects none;
    Bargo::do_without_piece(state_, history_, groups_.pieces(), a, none);
    return a;
  }

  // With some luck, takes a group that has one liberty.
  bool captures(Random& random, const typename Ring::Sides& candidates, Action& a) {
    Set prey = groups_.last_liberties(other(state_.to_move));
    if (prey.none() || random.below(4) == 0) return false;
    int x = prey.select(random.below(prey.count())), d = random.below(6);
    for (int i = 0; i < 6; i++, d = d == 5 ? 0 : d + 1)
      if (candidates[d].has(x) && try_placement(x, d)) {
        a = placement(x, d);
        return true;
      }
    return false;
  }

  // Places a piece on x, a candidate, unless that is illegal.
  bool try_placement(int x, int direction) {
    int me = state_.to_move;
    Set captured{};
    if (groups_.captures_in_doubt(me, x)) {
      captured = groups_.captured_by(me, x);
      if (groups_.judge(me, x, direction, captured) != Groups::Verdict::fine) return false;
    }
    const Position next = after(state_, groups_.pieces(), x, captured);
    if (history_.ended[me].count(next)) return false;
    groups_.place(me, x, direction, captured);
    state_.passes = 0;
    end_turn(state_, history_, next);
    return true;
  }

  State state_;  // its board is that of begin; groups_ has the board as it is
  History history_;
  Groups groups_;
};

struct BargoFamily {
  static constexpr const char* name = "bargo";
  static constexpr std::array colours{"black", "white"};
  static constexpr std::array sizes{2, 3, 4, 5, 6, 7, 8, 9};
  static constexpr int standard_size = 5;
  static constexpr std::array options{
      Option{.name = "komi", .standard = -1, .most = Option::cells, .word = "offer"}};
  template <int N>
  using Game = Bargo<N>;
};

}  // namespace quincunx
