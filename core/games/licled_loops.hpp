// Licled's loops, and whether a placement is legal. There can be exponentially many loops through a stone, so
// nothing here lists them: paths without chords grow depth first from the placed stone, and stop growing
// as soon as something rules out every loop that they could become.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "board/hexhex.hpp"
#include "board/random.hpp"

namespace quincunx {

template <int N>
class LicledLoops {
 public:
  using Board = Hexhex<N>;
  using Set = typename Board::Set;

  // A position as the player to move sees it, before or after the placement.
  struct View {
    Set mine, theirs, my_loops, their_loops;  // all stones; those of the claimed loops
  };

  struct Verdict {
    bool legal = true;
    Set loop;     // legal: the loop that the placement claims without choice, if any
    Set witness;  // illegal: stones and the placed one that, while they stay as they are, keep it so
  };
  enum class Trouble { none, two_loops, forces_second_loop, touches_own_loop };

  // Whether a stone may be placed at p, an empty place that is not beside an own loop.
  static Verdict judge(View view, int p) {
    view.mine.set(p);
    Set free = (view.mine | view.theirs) - view.their_loops, loop, second;
    if (!find(free, view.mine, p, Set{}, loop)) return {};
    // A second loop to claim would also show up among those that the first one's claim makes controlled.
    if (Set touching = unclean(view, loop); touching.any()) return {false, {}, loop | touching};
    if (find(free, view.mine | loop, p, loop, second)) return {false, {}, loop | second};
    return {true, loop, {}};
  }

  // Why judge says no, or Trouble::none.
  static Trouble trouble(View view, int p) {
    view.mine.set(p);
    Set free = (view.mine | view.theirs) - view.their_loops, loop, second;
    if (!find(free, view.mine, p, Set{}, loop)) return Trouble::none;
    if (find(free, view.mine, p, loop, second)) return Trouble::two_loops;
    if (find(free, view.mine | loop, p, loop, second)) return Trouble::forces_second_loop;
    return unclean(view, loop).any() ? Trouble::touches_own_loop : Trouble::none;
  }

  // The connected parts of a set, lowest first: claimed loops of one colour never touch each other.
  template <class Visit>
  static void each_part(Set set, Visit visit) {
    while (set.any()) {
      Set part = Board::fill(Set::one(set.lowest()), set);
      set -= part;
      visit(part);
    }
  }

  // How many paths this thread's searches have grown so far: the measure of what they cost.
  static std::uint64_t nodes() { return nodes_; }
  static void reset_nodes() { nodes_ = 0; }

 protected:
  static inline thread_local std::uint64_t nodes_ = 0;

  // The six neighbours of a place within a set as bits, in the order of the directions.
  using Ring = unsigned;
  static constexpr auto beside = [] {
    std::array<std::array<std::int16_t, 6>, Set::span> out{};
    for (int c = 0; c < Board::cells; c++)
      for (int d = 0; d < 6; d++) {
        int to = Board::beside(c, d);
        // Off the board: place 0, which is padding.
        out[Board::place(c)][d] = static_cast<std::int16_t>(to < 0 ? 0 : Board::place(to));
      }
    return out;
  }();
  static_assert(!Board::all.has(0));

  static Ring ring(const Set& set, int p) {
    Ring r = 0;
    for (int d = 0; d < 6; d++) r |= static_cast<Ring>(set.has(beside[p][d])) << d;
    return r;
  }
  static Set from_ring(Ring r, int p) {
    Set s;
    for (; r; r &= r - 1) s.set(beside[p][std::countr_zero(r)]);
    return s;
  }
  // Those of a ring that do not touch its cell in direction d.
  static constexpr Ring apart(Ring r, int d) {
    Ring far = 0b011100u << d;
    return r & (far | far >> 6);
  }
  static constexpr std::array<bool, 64> has_gap = [] {
    std::array<bool, 64> out{};
    for (Ring r = 0; r < 64; r++)
      for (int d = 0; d < 6; d++) out[r] |= (r >> d & 1) && apart(r, d);
    return out;
  }();

  // Visits the parts of `ground` away from p that join two non-adjacent neighbours of p, with those
  // neighbours: every loop through p on the ground is p, two such neighbours, and a path in the part
  // between them. Stops when visit says so.
  template <class Visit>
  static bool each_handle(const Set& ground, int p, Visit visit) {
    Ring around = ring(ground, p);
    if (!has_gap[around]) return false;
    Set inner = ground - Board::neighbours[p];
    inner.reset(p);
    for (Set seeds = Board::dilated(from_ring(around, p)) & inner; seeds.any();) {
      Set part = Set::one(seeds.lowest()), grown;
      for (;; part = grown & inner) {
        grown = Board::dilated(part);
        if ((grown & inner) == part) break;
      }
      seeds -= part;
      if (Ring ends = ring(grown, p) & around; has_gap[ends] && visit(part, ends)) return true;
    }
    return false;
  }

  // Whether p is on a loop of the set.
  static bool on_loop(const Set& set, int p) {
    return each_handle(set, p, [](const Set&, Ring) { return true; });
  }

  static bool one_or_pair(const Set& set) {
    int n = set.count();
    return n < 2 || (n == 2 && Board::neighbours[set.lowest()].meets(set));
  }

  // Own stones beside the loop, or on it, that bar its claim; or none. `mine` holds the stones from before
  // the flip, so that any other loop of own stones has come into being by it and runs through both a
  // flipped stone and a group of stones outside the loop. A group that hangs on the loop by more than one
  // stone or pair always makes such a loop (the one stone inside a loop of six excepted); any other
  // group has to make it with that stone or pair alone.
  static Set unclean(const View& view, const Set& loop) {
    Set near = Board::dilated(loop);
    if (near.meets(view.my_loops)) return Board::fill(near & view.my_loops, view.my_loops);
    Set rest = view.mine - loop;
    for (Set seeds = near & rest; seeds.any();) {
      Set group = Board::fill(Set::one(seeds.lowest()), rest);
      seeds -= group;
      Set held = Board::dilated(group) & loop;
      if (!one_or_pair(held)) {
        if (held.count() == 6 && group.at_most_one() && Board::neighbours[group.lowest()] == held) continue;
        return group;
      }
      if (group.count() < 4) continue;  // too few for a loop of six
      for (Set flipped = held - view.mine; flipped.any();)
        if (on_loop(group | held, flipped.pop_lowest())) return group;
    }
    return {};
  }

  // What a search has found to lead nowhere: a tip, the places that can be reached from it, and the lead of own
  // stones over enemy ones that was not enough. What a path can become depends on nothing else, so another path
  // that comes to the same with no greater lead can be given up. One entry a slot; a newer one replaces an
  // older one.
  class DeadEnds {
   public:
    void forget() { search_++; }
    bool knows(int tip, const Set& reach, int lead) const {
      const Entry& e = entries_[slot(tip, reach)];
      return e.search == search_ && e.tip == tip && lead <= e.lead && e.reach == reach;
    }
    void note(int tip, const Set& reach, int lead) { entries_[slot(tip, reach)] = {reach, tip, lead, search_}; }

   private:
    struct Entry {
      Set reach;
      int tip, lead;
      std::uint64_t search;
    };
    static constexpr std::size_t slots = 4096;
    static std::size_t slot(int tip, const Set& reach) {
      std::uint64_t hash = static_cast<std::uint64_t>(tip);
      for (Word w : reach.word) hash = mix(hash, w);
      return hash % slots;
    }
    std::uint64_t search_ = 0;  // entries of earlier searches count no more
    std::array<Entry, slots> entries_{};
  };
  static inline thread_local DeadEnds dead_ends_;

  // Looks for a loop through p on the ground with at least half of its stones in `mine`.
  struct Finder {
    static constexpr std::uint64_t patience = 100;  // dead ends are remembered in searches longer than this
    Set mine, skip;                                 // skip: a loop that does not count
    Set inner, closers;
    Set loop;
    std::uint64_t nodes = 0;

    // Looks for loops that leave p for x and come back by one of `ends`.
    bool run(int p, int x, const Set& ends) {
      closers = ends;
      dead_ends_.forget();
      return grow(x, Set::one(p) | Set::one(x), Set{}, 1 + mine.has(x), 2);
    }

    // `path` leads from p to x; `barred` is what touches it elsewhere than at x or p.
    bool grow(int x, const Set& path, const Set& barred, int friends, int length) {
      nodes++;
      Set open = (inner | closers) - barred - path;
      Ring next = ring(open, x), friendly = ring(mine, x);
      Ring closing = next & ring(closers, x);
      for (Ring r = closing; r; r &= r - 1) {
        int d = std::countr_zero(r);
        if (2 * (friends + static_cast<int>(friendly >> d & 1)) < length + 1) continue;
        loop = path;
        loop.set(beside[x][d]);
        if (loop != skip) return true;
      }
      next &= ~closing;
      if (next == 0) return false;
      // A path along the loop that does not count may fail for that alone, which says nothing of others.
      bool remember = nodes > patience && (next & (next - 1)) && !path.within(skip);
      int lead = 2 * friends - length;
      Set reach;
      if ((next & (next - 1)) && !promising(x, open, lead, remember, reach)) return false;
      if (remember && dead_ends_.knows(x, reach, lead)) return false;
      Set bar = barred | Board::neighbours[x];
      for (Ring r : {next & friendly, next & ~friendly})
        for (; r; r &= r - 1) {
          int y = beside[x][std::countr_zero(r)];
          Set longer = path;
          longer.set(y);
          if (grow(y, longer, bar, friends + mine.has(y), length + 1)) return true;
        }
      if (remember) dead_ends_.note(x, reach, lead);
      return false;
    }

    // Whether the path can still be closed, and has or can still meet enough own stones. Runs of own stones are
    // set apart by an enemy stone at the least, so what is to come adds to the lead at most one more than there
    // are steps from own stone to own stone in it. With `whole`, `reach` is all that can be reached from x.
    bool promising(int x, const Set& open, int lead, bool whole, Set& reach) const {
      Set through = open - closers, ends = (open & closers) - Board::neighbours[x];
      Set seen = Board::neighbours[x] & through;
      for (;;) {
        Set grown = Board::dilated(seen), more = grown & through;
        if (!whole && lead >= 0 && grown.meets(ends)) return true;
        if (more == seen) {
          ends &= grown;
          break;
        }
        seen = more;
      }
      reach = seen | ends;
      return ends.any() && lead + 1 + steps_within(reach & mine) >= 0;
    }
  };

  // How many steps a path without chords can make from stone to stone of a set, at the most: it makes one of
  // the three steps along a triangle of them, and every step is along one triangle that points up and one that
  // points down.
  static int steps_within(const Set& stones) {
    Set ne = Board::template moved<0>(stones) & stones, e = Board::template moved<1>(stones) & stones,
        se = Board::template moved<2>(stones) & stones;
    return ne.count() + e.count() + se.count() - 2 * std::max((ne & e).count(), (e & se).count());
  }

  static bool find(const Set& ground, const Set& mine, int p, const Set& skip, Set& loop) {
    Finder finder{.mine = mine, .skip = skip, .inner = {}, .closers = {}, .loop = {}};
    bool found = each_handle(ground, p, [&](const Set& part, Ring ends) {
      finder.inner = part;
      // Each loop once: from the first of its two ends to the second.
      for (Ring r = ends; r; r &= r - 1) {
        int d = std::countr_zero(r), x = beside[p][d];
        Ring closing = apart(r, d);
        if (closing == 0) continue;
        if (finder.run(p, x, from_ring(closing, p))) return true;
      }
      return false;
    });
    nodes_ += finder.nodes;
    loop = finder.loop;
    return found;
  }
};

}  // namespace quincunx
