// The searches for loops behind Licled's rules. There can be exponentially many loops through a stone, so
// none of these lists them all: paths without chords grow depth first from the placed stone, and stop
// growing as soon as something rules out every loop that they could become.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "board/hexhex.hpp"

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

  // What there is to choose from where loops may be claimed but need not be: most often a few loops, which
  // are all kept; but there can be tens of thousands, of which only the cells are known.
  struct Survey {
    static constexpr int room = 64;
    int count = 0;  // of loops; more than room: of some of them
    std::array<Set, room> loops;
    Set some, every;  // the cells that are on some, and on every loop

    bool complete() const { return count <= room; }
    Set telling() const { return some - every; }  // the cells that tell loops from others
    void add(const Set& loop) {
      if (count < room) loops[count] = loop;
      some |= loop;
      every = count == 0 ? loop : every & loop;
      count++;
    }
    // Leaves only the loops through a place. Must be complete.
    void narrow(int p) {
      int n = count;
      count = 0;
      some = every = {};
      for (int i = 0; i < n; i++)
        if (Set loop = loops[i]; loop.has(p)) add(loop);
    }
  };

  // Looks over the loops through the stone just placed at p, and through all of `named`, that may be claimed.
  // The placement must not have claimed a loop without choice.
  static Survey survey(const View& view, int p, const Set& named) {
    if (view.their_loops.none()) return {};
    Choices search(view, p, named, nullptr);
    search.run();
    nodes_ += search.nodes;
    return search.result;
  }

  // Lists all of those loops. For people to look at: there can be tens of thousands.
  static std::vector<Set> list(const View& view, int p, const Set& named) {
    std::vector<Set> out;
    if (view.their_loops.any()) Choices(view, p, named, &out).run();
    return out;
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

 private:
  static inline thread_local std::uint64_t nodes_ = 0;

  // The six neighbours of a place within a set as bits, in the order of the directions.
  using Ring = unsigned;
  static constexpr auto beside = [] {
    std::array<std::array<std::int16_t, 6>, Set::span> out{};
    for (int c = 0; c < Board::cells; c++)
      for (int d = 0; d < 6; d++) {
        int to = Board::beside(c, d);
        out[Board::place(c)][d] = static_cast<std::int16_t>(to < 0 ? 0 : Board::place(to));  // place 0 is padding
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

  // What is left of `open` without the places that no path without chords runs through, as they have no two
  // neighbours that do not touch each other.
  static Set passable(Set open, const Set& fixed) {
    for (;;) {
      Set all = open | fixed;
      Set ne = Board::template moved<3>(all), e = Board::template moved<4>(all), se = Board::template moved<5>(all),
          sw = Board::template moved<0>(all), w = Board::template moved<1>(all), nw = Board::template moved<2>(all);
      Set kept = open & ((ne & (se | sw | w)) | (e & (sw | w | nw)) | (se & (w | nw)) | (sw & nw));
      if (kept == open) return open;
      open = kept;
    }
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

  // Looks for a loop through p on the ground with at least half of its stones in `mine`.
  struct Finder {
    Set mine, skip;  // skip: a loop that does not count
    Set inner, closers;
    Set loop;
    std::uint64_t nodes = 0;

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
      if ((next & (next - 1)) && !promising(x, open, friends, length)) return false;
      Set bar = barred | Board::neighbours[x];
      for (Ring r : {next & friendly, next & ~friendly})
        for (; r; r &= r - 1) {
          int y = beside[x][std::countr_zero(r)];
          Set longer = path;
          longer.set(y);
          if (grow(y, longer, bar, friends + mine.has(y), length + 1)) return true;
        }
      return false;
    }

    // Whether the path can still be closed, and has or can still meet enough own stones.
    bool promising(int x, const Set& open, int friends, int length) const {
      Set through = open - closers, ends = open & closers, seen = Board::neighbours[x] & through;
      bool enough = 2 * friends >= length;
      for (;;) {
        Set grown = Board::dilated(seen), more = grown & through;
        if (enough && grown.meets(ends)) return true;
        if (more == seen) {
          ends &= grown;
          break;
        }
        seen = more;
      }
      return ends.any() && 2 * friends + (seen & mine).count() + ends.meets(mine) >= length;
    }
  };

  static bool find(const Set& ground, const Set& mine, int p, const Set& skip, Set& loop) {
    Finder finder{.mine = mine, .skip = skip, .inner = {}, .closers = {}, .loop = {}};
    bool found = each_handle(ground, p, [&](const Set& part, Ring ends) {
      finder.inner = part;
      // Each loop once: from the first of its two ends to the second.
      for (Ring r = ends; r; r &= r - 1) {
        int d = std::countr_zero(r), x = beside[p][d];
        Ring closing = apart(r, d);
        if (closing == 0) continue;
        finder.closers = from_ring(closing, p);
        Set path = Set::one(p);
        path.set(x);
        if (finder.grow(x, path, Set{}, 1 + mine.has(x), 2)) return true;
      }
      return false;
    });
    nodes_ += finder.nodes;
    loop = finder.loop;
    return found;
  }

  // Goes through the loops that may be claimed. No loop of own stones alone can be among them, so each is an arc
  // of the placed stone's group (through that stone) and a path outside that joins the arc's ends.
  //
  // What keeps the search small: call the connected own stones that a loop leaves over "rests". A rest that
  // hangs on the loop by more than one stone or pair of neighbours bars the claim. It follows that the
  // loop passes through each own group once at most, in one arc; and that the stones of the loop that
  // are beside a group but no part of it are either next to that arc or, where there is no arc, one stone
  // or one pair. So a path that goes on to an enemy stone is done with all groups beside the stone before.
  // It follows too that an arc is the only path without chords between its ends within the group, and so
  // never longer than the group is wide: that bounds how many own stones a loop can still collect.
  //
  // Where there are too many to be kept, paths that can only become loops of which nothing new is to be learnt (no
  // cell that was on none, none missing that was on every one) are given up as well.
  struct Choices {
    struct Group {
      Set stones, near;
      int arc;  // how long an arc of it can be at the most
    };
    // What the finished loop can come to at the most, and must come to at the least.
    struct Bounds {
      int lead;    // own stones less enemy stones, at the most: an enemy stone follows on every arc
      int own;     // own stones, at the most
      int longer;  // the loop must be longer than this, the longest enemy loop that it meets

      bool fit() const { return lead >= 0 && 2 * own > longer; }
      void add(const Group& g) { lead += std::max(g.arc - 1, 0), own += g.arc; }
      void drop(const Group& g) { lead -= std::max(g.arc - 1, 0), own -= g.arc; }
      void drop_room(int room) { lead -= room, own -= room; }
    };

    // Groups do not touch, and a walk through all cells exists: at most every other cell starts one.
    static constexpr int most_groups = Board::cells / 2 + 1;
    using Some = Bits<most_groups>;

    View view;
    int p;
    Set named;               // cells that must be on the loop
    std::vector<Set>* list;  // may be null
    Survey result;
    Set free;     // where a loop that must be claimed could lie
    Set ground;   // where a loop that may be claimed could lie
    int home;     // the placed stone's group
    Bounds rest{};  // what the other groups can add
    int count = 0;
    std::uint64_t nodes = 0;
    std::array<Group, most_groups> group;
    std::array<std::uint8_t, Set::span> group_of;     // of the own stones
    std::array<Some, Set::span> touching{};           // the groups that a place is part of or beside
    std::array<std::uint8_t, Set::span> theirs_at{};  // of the enemy's: how long a claimed loop they are on, or 0

    Choices(const View& v, int placed, const Set& through, std::vector<Set>* all)
        : view(v), p(placed), named(through), list(all) {
      free = (view.mine | view.theirs) - view.their_loops;
      ground = (view.mine | view.theirs) - Board::dilated(view.my_loops);
    }

    void run() {
      Set useful;
      each_handle(ground, p, [&](const Set& part, Ring ends) {
        if (Set all = part | from_ring(ends, p); all.meets(view.their_loops)) useful |= all;
        return false;
      });
      if (useful.none()) return;
      ground = passable(useful, Set::one(p)) | Set::one(p);
      if (!has_gap[ring(ground, p)]) return;
      find_groups();
      // A loop of six around an own stone, which the search takes for a rest.
      for (Set centres = view.mine & Board::neighbours[p]; centres.any();) {
        const Set& six = Board::neighbours[centres.pop_lowest()];
        if (six.count() == 6 && six.within(ground)) consider(six);
      }
      thin_out();
      if (!has_gap[ring(ground, p)]) return;
      measure();
      // Each loop once: an arc that ends at p has p for its first end, any other arc reaches its first end
      // by the lower one of its stones beside p.
      Set arc = Set::one(p);
      depart(p, p, arc);
      grow_second(p, arc, extensions(p, arc));
      grow_first(p, arc, -1);
    }

    void find_groups() {
      for (Set seeds = Board::dilated(ground) & view.mine; seeds.any(); count++) {
        Group& g = group[count];
        g.stones = Set::one(seeds.lowest());
        for (;; g.stones = g.near & view.mine) {
          g.near = Board::dilated(g.stones);
          if ((g.near & view.mine) == g.stones) break;
        }
        seeds -= g.stones;
        g.stones.each([&](int x) { group_of[x] = static_cast<std::uint8_t>(count); });
        (g.near & ground).each([&](int x) { touching[x].set(count); });
      }
      home = group_of[p];
    }

    // Takes away the ground that no claimable loop runs through, as every way through it would touch a group
    // before and after it but not all along.
    void thin_out() {
      for (Set suspects = ground - Set::one(p); suspects.any();) {
        int x = suspects.pop_lowest();
        Some spared = Some::one(home);
        if (view.mine.has(x)) spared.set(group_of[x]);
        bool through = false;
        for (Ring r = ring(ground, x); r && !through; r &= r - 1) {
          int d = std::countr_zero(r);
          Some before = touching[beside[x][d]] - spared;
          for (Ring after = apart(r, d); after && !through; after &= after - 1)
            through = !before.meets(touching[beside[x][std::countr_zero(after)]]);
        }
        if (through) continue;
        ground.reset(x);
        suspects |= Board::neighbours[x] & ground;
        suspects.reset(p);
      }
    }

    void measure() {
      for (int g = 0; g < count; g++) {
        group[g].arc = group[g].stones.meets(ground) ? longest_arc(group[g].stones) : 0;
        if (g != home) rest.add(group[g]);
      }
      each_part(view.their_loops, [&](const Set& loop) {
        int length = loop.count();
        loop.each([&](int x) { theirs_at[x] = static_cast<std::uint8_t>(length); });
      });
    }

    // An upper bound. Groups have no loops: they are trees, or trees of triangles. From a stone furthest from
    // any stone it is as far as the group is wide; in a tree of triangles perhaps one less.
    static int longest_arc(const Set& stones) {
      int n = stones.count();
      if (n < 3) return n;
      int far = stones.lowest(), steps = 0;
      for (int sweep = 0; sweep < 2; sweep++) {
        Set seen = Set::one(far), last = seen;
        for (steps = 0;; steps++) {
          Set grown = Board::dilated(seen) & stones;
          if (grown == seen) break;
          last = grown - seen;
          seen = grown;
        }
        far = last.lowest();
      }
      int links = (Board::template moved<0>(stones) & stones).count() + (Board::template moved<1>(stones) & stones).count() +
                  (Board::template moved<2>(stones) & stones).count();
      return links == n - 1 ? steps + 1 : std::min(steps + 2, n - 1);
    }

    // Own stones that can prolong an arc at one end: they touch it nowhere else.
    Set extensions(int end, Set arc) const {
      arc.reset(end);
      return (view.mine & ground & Board::neighbours[end]) - Board::dilated(arc);
    }

    // Grows arcs from p on the first side, s … p; `neck` is the stone beside p.
    void grow_first(int s, const Set& arc, int neck) {
      for (Set next = extensions(s, arc); next.any();) {
        int y = next.pop_lowest(), first = s == p ? y : neck;
        Set longer = arc | Set::one(y);
        nodes++;
        if (snagged(y, group[home].stones - longer, longer)) continue;
        Set second = extensions(p, longer);
        while (second.any() && second.lowest() < first) second.pop_lowest();
        grow_second(y, longer, second);
        grow_first(y, longer, first);
      }
    }

    // Grows the arc from s … p on the second side, by the stones `next`.
    void grow_second(int s, const Set& arc, Set next) {
      while (next.any()) {
        int y = next.pop_lowest();
        Set longer = arc | Set::one(y);
        nodes++;
        if (snagged(y, group[home].stones - longer, longer)) continue;
        depart(s, y, longer);
        grow_second(s, longer, extensions(y, longer));
      }
    }

    // The arc s … t is whole: leaves it at t for an enemy stone, to come back at s from one.
    void depart(int s, int t, const Set& arc) {
      Set inside = arc;
      inside.reset(s);
      inside.reset(t);
      Set enemies = (view.theirs & ground) - Board::dilated(inside);
      Set exits = enemies & Board::neighbours[t], returns = enemies & Board::neighbours[s];
      if (exits.none() || returns.none()) return;
      if (s != t) {
        Set both = exits & returns;  // close the loop at once, and would be a chord of any other
        both.each([&](int x) { consider(arc | Set::one(x)); });
        exits -= both;
        returns -= both;
      }
      Set open = ground - group[home].near;
      int own = arc.count();
      while (exits.any()) {
        int x = exits.pop_lowest();
        Set path = arc | Set::one(x), closers = s == t ? exits : returns;
        if (snagged(x, group[home].stones - arc, path)) continue;
        Bounds bounds{rest.lead + own - 1, rest.own + own, theirs_at[x]};
        if (bounds.fit()) grow({Tip{x, -1, 0}, Tip{s, home, 0}}, path, open, closers, Some::one(home), bounds);
      }
    }

    // An end of the path: its stone, that stone's group (-1: the enemy's), and by how many stones the arc
    // that it is on can grow at the most.
    struct Tip {
      int at, group, room;
    };

    // Grows the path at that of its two tips that leaves fewer ways to go. The first has left the placed
    // stone's group; until the second has, only `closers` lead from there.
    //   open  what the path may still take, away from itself and from the groups that it is done with
    //   done  those groups
    void grow(const std::array<Tip, 2>& tips, const Set& path, Set open, Set closers, const Some& done,
              const Bounds& bounds) {
      nodes++;
      if (!worthwhile(path, path | open | closers)) return;
      const Set &beside_first = Board::neighbours[tips[0].at], &beside_second = Board::neighbours[tips[1].at];
      bool home_bound = tips[1].group == home;
      Set first = open & beside_first, second = (home_bound ? closers : open) & beside_second;
      (second & beside_first).each([&](int y) { consider(path | Set::one(y)); });
      first -= beside_second;
      second -= beside_first;
      if (first.none() || second.none()) return;
      if (!first.at_most_one() && !second.at_most_one()) {
        if (!promising(tips, first, second, open, path, done, bounds)) return;
        first &= open;
        if (!home_bound) second &= open;
      }
      int end = first.count() <= second.count() ? 0 : 1;
      const Tip &from = tips[end], &far = tips[1 - end];
      bool own = from.group >= 0;
      open -= Board::neighbours[from.at];
      closers -= Board::neighbours[from.at];
      for (Set next = end == 0 ? first : second; next.any();) {
        int y = next.pop_lowest(), into = view.mine.has(y) ? group_of[y] : -1;
        Set longer = path | Set::one(y);
        // Stones that lie between the tips within one group are no rest.
        if (own && (from.group == home || !group[from.group].near.has(far.at)) &&
            snagged(y, group[from.group].stones - longer, longer))
          continue;
        std::array<Tip, 2> then = tips;
        then[end] = {y, into, into < 0 ? 0 : own ? from.room - 1 : group[into].arc - 1};
        if (own && into >= 0) {
          grow(then, longer, open, closers, done, bounds);
          continue;
        }
        Bounds left = bounds;
        left.longer = std::max<int>(left.longer, theirs_at[y]);
        left.drop_room(from.room);
        if (!own && into < 0) left.lead--;
        // Done with the groups beside the tip, but for one that the path is about to enter.
        Set still = open;
        Some over = done;
        for (Set touched = own ? Set::one(from.at) : Board::neighbours[from.at] & view.mine; touched.any();) {
          int g = group_of[touched.lowest()];
          touched -= group[g].stones;
          if (g == into || over.has(g)) continue;
          if (group[g].near.has(far.at)) left.lead = -1;
          over.set(g);
          still -= group[g].near;
          if (!own) left.drop(group[g]);
        }
        if (left.fit()) grow(then, longer, still, closers, over, left);
      }
    }

    // Whether the path can still be closed, meet an enemy's loop, and collect enough own stones: the
    // bounds took all groups but those in `done` to be within reach. Takes out of `open` what no path reaches.
    bool promising(const std::array<Tip, 2>& tips, const Set& from, Set& to, Set& open, const Set& path,
                   const Some& done, Bounds bounds) const {
      Set fixed = to | Set::one(tips[0].at) | Set::one(tips[1].at);
      open = passable(open, fixed);
      Set seen = from & open, grown;
      for (;; seen = grown & open) {
        grown = Board::dilated(seen);
        if ((grown & open) == seen) break;
      }
      open = seen;
      to &= grown;
      Set most = path | seen | to;
      if (to.none() || !most.meets(view.their_loops) || most.count() <= bounds.longer) return false;
      for (int g = 0; g < count; g++)
        if (g != tips[0].group && g != tips[1].group && !done.has(g) && !seen.meets(group[g].stones))
          bounds.drop(group[g]);
      return bounds.fit();
    }

    // Whether part of `rest`, the stones of a group that are off the path, touches x, the newest stone of the
    // path, and hangs on the path elsewhere too.
    static bool snagged(int x, const Set& rest, const Set& path) {
      for (Set seeds = Board::neighbours[x] & rest; seeds.any();) {
        Set part = Set::one(seeds.lowest()), grown;
        for (;; part = grown & rest) {
          grown = Board::dilated(part);
          if ((grown & rest) == part) break;
        }
        seeds -= part;
        if (!one_or_pair(grown & path)) return true;
      }
      return false;
    }

    // Whether a loop with all of `least` and nothing but `most` can be one that is looked for.
    bool worthwhile(const Set& least, const Set& most) const {
      if (!named.within(most)) return false;
      return list || result.complete() || !most.within(result.some) || !result.every.within(least);
    }

    // Takes down a loop if it may be claimed.
    void consider(const Set& loop) {
      int length = loop.count();
      if (length < 6 || 2 * (loop & view.mine).count() < length || !worthwhile(loop, loop)) return;
      Set met = loop & view.their_loops, other;
      if (met.none()) return;
      while (met.any()) {
        Set theirs = Board::fill(Set::one(met.lowest()), view.their_loops);
        if (theirs.count() >= length) return;
        met -= theirs;
      }
      if (unclean(view, loop).any() || find(free, view.mine | loop, p, Set{}, other)) return;
      if (list) list->push_back(loop);
      result.add(loop);
    }
  };
};

}  // namespace quincunx
