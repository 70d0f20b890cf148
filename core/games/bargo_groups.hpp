// Bargo's board in the form that answers quickly: groups with what they reach, and walls side by side.
#pragma once

#include <array>
#include <cstdint>

#include "board/hexhex.hpp"
#include "games/game.hpp"

namespace quincunx {

// The cells of a hexhex board on a ring. Hexagons of side n tile the plane by steps of n along one axis
// and n − 1 along the next, so q + (3n − 1)·row, modulo the number of cells, numbers the cells without a
// gap. Each of the six directions is then one rotation of a whole set, and a set has no padding.
template <int N>
struct BargoRing {
  using Board = Hexhex<N>;
  using Set = Bits<Board::cells>;
  using Sides = std::array<Set, 6>;  // one set for each side of a cell, that is, for each direction
  static constexpr int cells = Board::cells;

 private:
  static constexpr int turn(int row, int q) { return ((q + (3 * N - 1) * row) % cells + cells) % cells; }
  struct Tables {
    std::array<std::uint8_t, cells> place{}, cell{};
    std::array<std::array<std::uint8_t, 6>, cells> beside{};
    std::array<Set, cells> one{}, neighbours{};
    Sides inner{};
    Set all;
    constexpr Tables() {
      for (int i = 0; i < cells; i++) {
        int p = turn(Board::row(i), Board::q(i));
        place[i] = static_cast<std::uint8_t>(p);
        cell[p] = static_cast<std::uint8_t>(i);
        one[p].set(p);
        all.set(p);
      }
      for (int i = 0; i < cells; i++)
        for (int d = 0; d < 6; d++) {
          int p = place[i], j = Board::beside(i, d);
          if (j < 0) continue;
          beside[p][d] = place[j];
          neighbours[p].set(place[j]);
          inner[d].set(p);
        }
    }
  };
  static constexpr Tables tables{};
  static_assert(tables.all.count() == cells);

 public:
  static constexpr Set all = tables.all;
  static constexpr Sides inner = tables.inner;  // the cells that have a neighbour on that side
  static constexpr int place(int cell) { return tables.place[cell]; }
  static constexpr int cell(int place) { return tables.cell[place]; }
  // Only for an inner place on that side.
  static constexpr int beside(int place, int direction) { return tables.beside[place][direction]; }
  // To read a set of one whole is faster than to set a bit of several words.
  static constexpr const Set& one(int place) { return tables.one[place]; }
  static constexpr const Set& neighbours(int place) { return tables.neighbours[place]; }
  static constexpr int opposite(int direction) { return direction < 3 ? direction + 3 : direction - 3; }

  // The cells whose neighbour in that direction is in the set.
  template <int Direction>
  static constexpr Set facing(const Set& s) {
    constexpr int step = turn(Board::row_step[Direction], Board::q_step[Direction]);
    return (s.template shifted<-step>() | s.template shifted<cells - step>()) & inner[Direction];
  }
  static constexpr Sides facing(const Set& s) {
    return {facing<0>(s), facing<1>(s), facing<2>(s), facing<3>(s), facing<4>(s), facing<5>(s)};
  }

  // The components of `within` that `seed`, a part of it, touches.
  static constexpr Set fill(Set seed, const Set& within) {
    for (;;) {
      Set grown = seed;
      for (const Set& side : facing(seed)) grown |= side;
      grown &= within;
      if (grown == seed) return seed;
      seed = grown;
    }
  }

  static constexpr Set transformed(const Set& s, int t) {
    Set out;
    s.each([&](int p) { out.set(place(Board::image[t][cell(p)])); });
    return out;
  }
};

// The pieces as groups. A wall comes and goes with its piece, and never cuts a link between two pieces that
// stand already. So a group only ever grows until it goes as a whole, and what it reaches (the neighbours of
// its pieces, but for those behind walls) is a union; its liberties are the empty cells of that union.
template <int N>
class BargoGroups {
 public:
  using Ring = BargoRing<N>;
  using Set = typename Ring::Set;
  using Sides = typename Ring::Sides;

  enum class Verdict { fine, no_liberty, enemy_behind_wall };

  // direction(place): the side of that piece's wall.
  template <class Direction>
  void build(const std::array<Set, 2>& pieces, Direction direction) {
    pieces_ = stranded_ = {};
    walled_ = {};
    weak_ = {};
    empty_ = Ring::all;
    for (int colour = 0; colour < 2; colour++)
      pieces[colour].each([&](int x) { put(colour, x, direction(x)); });
    reassess(Ring::all - empty_);
    for (int colour = 0; colour < 2; colour++)
      (pieces[colour] & weak_).each([&](int x) {
        if (!reach_[group_[x]].meets(empty_)) stranded_[colour].set(x);
      });
  }

  const std::array<Set, 2>& pieces() const { return pieces_; }
  const Set& empty() const { return empty_; }
  // Whether the neighbour on that side of the empty cell has its wall there.
  bool walled(int x, int direction) const { return walled_[direction].has(x); }

  // The enemies that a piece on the empty cell x removes: all that have no liberty but x, or none at all.
  Set captured_by(int mover, int x) const {
    Set suspects = suspected_by(mover, x), captured{};
    if (suspects.none()) return captured;
    const Set left = empty_ - Ring::one(x);
    while (suspects.any()) {
      int g = group_[suspects.lowest()];
      if (!reach_[g].meets(left)) captured |= members_[g];
      suspects -= members_[g];
    }
    return captured;
  }

  // What the rules say of a piece on the empty cell x with its wall on an inner side that has none yet, given
  // what it captures. Of repetition the groups know nothing.
  Verdict judge(int mover, int x, int direction, const Set& captured) const {
    int behind = Ring::beside(x, direction);
    if (!has_liberty(mover, x, behind, (empty_ | captured) - Ring::one(x))) return Verdict::no_liberty;
    if ((pieces_[other(mover)] - captured).has(behind)) return Verdict::enemy_behind_wall;
    return Verdict::fine;
  }

  // For each side of the wall, the cells where a placement may be legal: all that are, few that are not. Where
  // there is no enemy to suspect of being captured, all of them are legal but for repetition.
  Sides candidates(int mover) const {
    const Set &own = pieces_[mover], &enemy = pieces_[other(mover)];
    Sides out;
    for (int d = 0; d < 6; d++) out[d] = (empty_ & Ring::inner[d]) - walled_[d];
    if (stranded_[other(mover)].any()) return out;

    // A new piece breathes through a side with an empty cell or an own group with another liberty. Through the
    // side of its wall it does not; but the capture of an enemy there may help it elsewhere.
    Set prey = enemy & weak_;
    Sides strong = Ring::facing(own - weak_), room = Ring::facing(empty_ | prey), breath;
    Set once{}, twice{};
    for (int d = 0; d < 6; d++) {
      breath[d] = room[d] | (strong[d] - walled_[d]);
      twice |= once & breath[d];
      once |= breath[d];
    }
    Sides enemies = Ring::facing(enemy - weak_), preys = Ring::facing(prey);
    for (int d = 0; d < 6; d++) out[d] = (out[d] - enemies[d]) & (twice | (once - breath[d]) | preys[d]);
    return out;
  }

  // The empty cells all of whose neighbours are pieces of that colour.
  Set eyes(int colour) const {
    Set out = empty_;
    const Sides own = Ring::facing(pieces_[colour]);
    for (int d = 0; d < 6; d++) out &= own[d] | (Ring::all - Ring::inner[d]);
    return out;
  }

  // The last liberties of the groups of that colour that have only one.
  Set last_liberties(int colour) const {
    Set out{};
    for (Set rest = pieces_[colour] & weak_; rest.any();) {
      int g = group_[rest.lowest()];
      out |= reach_[g] & empty_;
      rest -= members_[g];
    }
    return out;
  }

  // Whether there is an enemy near enough to its end that a piece on x may capture it.
  bool captures_in_doubt(int mover, int x) const { return suspected_by(mover, x).any(); }

  void place(int mover, int x, int direction, const Set& captured) {
    Set affected = Ring::neighbours(x) | Ring::one(x);
    if (captured.any()) {
      captured.each([&](int z) {
        walled_[Ring::opposite(wall_[z])] -= Ring::one(behind_[z]);
        affected |= Ring::neighbours(z);
      });
      pieces_[other(mover)] -= captured;
      empty_ |= captured;
      weak_ -= captured;
    }
    stranded_[other(mover)] = {};
    put(mover, x, direction);
    reassess(affected - empty_);
    // The wall may have cut an own group off from its last liberty, x. It goes with the enemy's next placement.
    int behind = behind_[x];
    if ((pieces_[mover] & weak_).has(behind) && !reach_[group_[behind]].meets(empty_))
      stranded_[mover] |= Ring::one(behind);
  }

  // The empty cells of the territories of each colour.
  std::array<Set, 2> territory() const {
    std::array<Set, 2> near;
    for (int colour = 0; colour < 2; colour++) {
      Sides sides = Ring::facing(pieces_[colour]);
      for (int d = 0; d < 6; d++) near[colour] |= sides[d] - walled_[d];
      near[colour] = Ring::fill(near[colour] & empty_, empty_);
    }
    return {near[0] - near[1], near[1] - near[0]};
  }

 private:
  Set suspected_by(int mover, int x) const {
    int enemy = other(mover);
    return (Ring::neighbours(x) & pieces_[enemy] & weak_) | stranded_[enemy];
  }

  bool has_liberty(int mover, int x, int behind, const Set& room) const {
    const Set open = Ring::neighbours(x) - Ring::one(behind);
    if (open.meets(room)) return true;
    for (Set linked = open & pieces_[mover]; linked.any();) {
      int z = linked.pop_lowest();
      if (behind_[z] != x && reach_[group_[z]].meets(room)) return true;
    }
    return false;
  }

  // Adds a piece and unites the groups that it links.
  void put(int colour, int x, int direction) {
    int behind = Ring::beside(x, direction), group = x;
    pieces_[colour] |= Ring::one(x);
    empty_ -= Ring::one(x);
    wall_[x] = static_cast<std::uint8_t>(direction);
    behind_[x] = static_cast<std::uint8_t>(behind);
    walled_[Ring::opposite(direction)] |= Ring::one(behind);

    Set members = Ring::one(x), reach = Ring::neighbours(x) - Ring::one(behind), settled{};
    for (Set linked = reach & pieces_[colour]; linked.any();) {
      int z = linked.lowest();
      linked -= Ring::one(z);
      if (behind_[z] == x) continue;
      group = group_[z];
      settled = members_[group];
      linked -= settled;
      members |= settled;
      reach |= reach_[group];
    }
    members_[group] = members;
    reach_[group] = reach;
    (members - settled).each([&](int z) { group_[z] = static_cast<std::uint8_t>(group); });
  }

  // Looks again at which of these pieces belong to weak groups.
  void reassess(Set pieces) {
    while (pieces.any()) {
      int g = group_[pieces.lowest()];
      if ((reach_[g] & empty_).at_most_one())
        weak_ |= members_[g];
      else
        weak_ -= members_[g];
      pieces -= members_[g];
    }
  }

  std::array<Set, 2> pieces_;
  Set empty_;
  Set weak_;  // the pieces of groups with one liberty or none
  // A piece at least of each group without liberties; some may have regained one since.
  std::array<Set, 2> stranded_;
  Sides walled_;  // the cells that have a neighbour's wall on that side
  // By place, where a piece stands.
  std::array<std::uint8_t, Ring::cells> group_, wall_, behind_;
  // By group; a group is named by the place of one of its pieces.
  std::array<Set, Ring::cells> members_, reach_;
};

}  // namespace quincunx
