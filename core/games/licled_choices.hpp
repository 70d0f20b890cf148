// What Licled's claims can be chosen from: the loops that may be claimed but need not be.
#pragma once

#include <algorithm>
#include <limits>

#include "games/licled_loops.hpp"

namespace quincunx {

// Most often there are a few such loops, which are all kept; but there can be tens of thousands, of which only
// the cells are made out.
template <int N>
struct LicledSurvey {
  using Set = typename Hexhex<N>::Set;
  static constexpr int room = 64;
  int count = 0;         // of the loops that were looked at; exact where it is 0 or 1
  bool complete = true;  // whether those are all
  std::array<Set, room> loops;
  Set some, every;  // the cells that are on some, and on every loop

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

// The search. What keeps it small: call the connected own stones that a loop leaves over rests. A rest that
// hangs on the loop by more than one stone or pair of neighbours bars the claim. It follows that the loop
// passes through each own group once at most, in one arc; and that the stones of the loop that are beside a
// group but no part of it are either next to that arc or, where there is no arc, one stone or one pair. So a
// path that goes on to an enemy stone is done with all groups beside the stone before. It follows too that
// an arc is the only path without chords between its ends within the group, and so never longer than the
// group is wide: that bounds how many own stones a loop can still collect.
template <int N>
class LicledChoices : LicledLoops<N> {
 public:
  using Loops = LicledLoops<N>;
  using typename Loops::Board, typename Loops::Set, typename Loops::View;
  using Survey = LicledSurvey<N>;

  // Looks over the loops through the stone just placed at p, and through all of `named`, that may be claimed.
  // The placement must not have claimed a loop without choice.
  static Survey survey(const View& view, int p, const Set& named) {
    if (view.their_loops.none()) return {};
    LicledChoices search(view, p, named);
    search.run();
    Loops::nodes_ += static_cast<std::uint64_t>(search.paths_);
    return search.result_;
  }

  // A good one of those loops, or nothing: there is none, or none was found by growing so many paths.
  static Set good_loop(const View& view, int p, int paths) {
    if (view.their_loops.none()) return {};
    LicledChoices search(view, p, Set{});
    if (search.prepare()) search.explore(p, few, paths);
    return best(view, search.result_);
  }

  // Of the loops that a survey has kept, the one whose claim does most to have the fewer places to go on with.
  static Set best(const View& view, const Survey& survey) {
    Set best;
    int most = std::numeric_limits<int>::min();
    for (int i = 0; i < std::min(survey.count, Survey::room); i++) {
      const Set& loop = survey.loops[i];
      if (int worth = gain(view, loop); worth > most) most = worth, best = loop;
    }
    return best;
  }
  // What a claim does for having the fewer places to go on with.
  static int gain(const View& view, const Set& loop) {
    Set left = view.their_loops - Board::fill(loop & view.their_loops, view.their_loops);
    return Board::dilated(view.my_loops | loop).count() - Board::dilated(left).count();
  }

  // Whether that loop through the stone just placed at p may be claimed, but need not be.
  static bool may_claim(const View& view, int p, const Set& loop) {
    if (!controlled(view, loop)) return false;
    int longest = 0;
    for (Set met = loop & view.their_loops; met.any();) {
      Set theirs = Board::fill(Set::one(met.lowest()), view.their_loops);
      longest = std::max(longest, theirs.count());
      met -= theirs;
    }
    return overtakes(loop, longest) && clean(view, p, loop);
  }

 private:
  using Loops::apart, Loops::beside, Loops::each_handle, Loops::from_ring, Loops::has_gap, Loops::one_or_pair,
      Loops::ring;
  using typename Loops::Ring;

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
    void add(int arc) { lead += std::max(arc - 1, 0), own += arc; }
    void drop(int arc) { lead -= std::max(arc - 1, 0), own -= arc; }
    void drop_room(int room) { lead -= room, own -= room; }
    void meet(int length) { longer = std::max(longer, length); }
  };

  // An end of a path: its stone, that stone's group, and by how many stones the arc that it is on can grow.
  struct Tip {
    int at, group, room;
  };
  using Tips = std::array<Tip, 2>;
  static constexpr int enemy = -1;  // in the place of a group

  // Groups do not touch, and a walk through all cells exists: at most every other cell starts one.
  static constexpr int most_groups = Board::cells / 2 + 1;
  using Some = Bits<most_groups>;
  static constexpr int few = 8;  // loops that are compared to find a good one
  // How many paths to grow before giving up on a list of all loops.
  static constexpr int patience = 5000, unlimited = std::numeric_limits<int>::max();
  // And after that, in rounds, for each cell in doubt.
  static constexpr std::array budgets{64, 4'096, 100'000, unlimited};
  static constexpr int nowhere = most_groups;  // in the place of a group: none of them

  LicledChoices(const View& v, int placed, const Set& named)
      : view_(v), p_(placed), must_(named | Set::one(placed)) {
    ground_ = (view_.mine | view_.theirs) - Board::dilated(view_.my_loops);
  }

  // Finds the ground to search; false if there can be no loop.
  bool prepare() {
    Set useful;
    each_handle(ground_, p_, [&](const Set& part, Ring ends) {
      if (Set all = part | from_ring(ends, p_); all.meets(view_.their_loops)) useful |= all;
      return false;
    });
    if (useful.none()) return false;
    ground_ = passable(useful, Set::one(p_)) | Set::one(p_);
    if (!has_gap[ring(ground_, p_)]) return false;
    find_groups();
    // A loop of six around an own stone, which the search takes for a rest.
    for (Set centres = view_.mine & Board::neighbours[p_]; centres.any();) {
      const Set& six = Board::neighbours[centres.pop_lowest()];
      if (six.count() == 6 && six.within(ground_)) consider(six);
    }
    return true;
  }

  void run() {
    if (!prepare()) return;
    explore(p_, Survey::room + 1, patience);
    if (result_.count <= Survey::room && paths_ < patience) return;
    result_.complete = false;
    // Too many to go through: asks for each cell in doubt for one loop with it, or without it. What is found
    // out about one cell makes the search for the others smaller, so those that are soon settled come first.
    for (int budget : budgets)
      for (Set doubtful = ground_ - result_.some - must_; doubtful.any();) {
        int x = doubtful.pop_lowest();
        if (!ground_.has(x) || result_.some.has(x)) continue;
        const Set known = must_;
        must_.set(x);
        if (no_more(x, budget)) ground_.reset(x);
        must_ = known;
      }
    for (int budget : budgets)
      for (Set doubtful = result_.every - must_; doubtful.any();) {
        int x = doubtful.pop_lowest();
        if (!result_.every.has(x)) continue;
        const Set known = ground_;
        ground_.reset(x);
        bool certain = no_more(p_, budget);
        ground_ = known;
        if (certain) must_.set(x);
      }
  }

  // Whether it is certain, after so many paths at the most, that there is no other loop.
  bool no_more(int start, int budget) {
    int before = result_.count;
    explore(start, before + 1, paths_ + budget);
    return result_.count == before && paths_ < most_paths_;
  }

  void find_groups() {
    for (Set seeds = Board::dilated(ground_) & view_.mine; seeds.any(); groups_++) {
      Group& g = group_[groups_];
      g.stones = Set::one(seeds.lowest());
      for (;; g.stones = g.near & view_.mine) {
        g.near = Board::dilated(g.stones);
        if ((g.near & view_.mine) == g.stones) break;
      }
      seeds -= g.stones;
      g.stones.each([&](int x) { group_of_[x] = static_cast<std::uint8_t>(groups_); });
      (g.near & ground_).each([&](int x) { touching_[x].set(groups_); });
    }
    Loops::each_part(view_.their_loops, [&](const Set& loop) {
      int length = loop.count();
      loop.each([&](int x) { theirs_at_[x] = static_cast<std::uint8_t>(length); });
    });
  }

  // Goes through loops by way of `start` until so many are known, or so many paths were grown.
  void explore(int start, int loops, std::int64_t paths) {
    enough_ = loops;
    most_paths_ = paths;
    thin_out();
    if (!must_.within(ground_) || !has_gap[ring(ground_, start)]) return;
    bool own = view_.mine.has(start);
    home_ = own ? group_of_[start] : nowhere;
    elsewhere_ = {};
    for (int g = 0; g < groups_; g++) {
      group_[g].arc = group_[g].stones.meets(ground_) ? longest_arc(group_[g].stones) : 0;
      if (g != home_) elsewhere_.add(group_[g].arc);
    }
    if (!own) return cross(start);
    // Each loop once: an arc that ends at the start has it for its first end, any other arc reaches its first
    // end by the lower one of its stones beside the start.
    Set arc = Set::one(start);
    depart(start, start, arc);
    grow_second(start, arc, extensions(start, arc));
    grow_first(start, start, arc, -1);
  }

  // Takes away the ground that no claimable loop runs through, as every way through it would touch a group
  // before and after it but not all along. A loop of one arc and two enemy stones may, which is the placed
  // stone's group then.
  void thin_out() {
    const int placed = group_of_[p_];
    for (Set suspects = ground_ - Set::one(p_); suspects.any();) {
      int x = suspects.pop_lowest();
      Some spared = Some::one(placed);
      if (view_.mine.has(x)) spared.set(group_of_[x]);
      bool through = false;
      for (Ring r = ring(ground_, x); r && !through; r &= r - 1) {
        int d = std::countr_zero(r);
        Some before = touching_[beside[x][d]] - spared;
        for (Ring after = apart(r, d); after && !through; after &= after - 1)
          through = !before.meets(touching_[beside[x][std::countr_zero(after)]]);
      }
      if (through) continue;
      ground_.reset(x);
      suspects |= Board::neighbours[x] & ground_;
      suspects.reset(p_);
    }
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
    int links = (Board::template moved<0>(stones) & stones).count() +
                (Board::template moved<1>(stones) & stones).count() +
                (Board::template moved<2>(stones) & stones).count();
    return links == n - 1 ? steps + 1 : std::min(steps + 2, n - 1);
  }

  // Own stones that can prolong an arc at one end: they touch it nowhere else.
  Set extensions(int end, Set arc) const {
    arc.reset(end);
    return (view_.mine & ground_ & Board::neighbours[end]) - Board::dilated(arc);
  }

  // Grows arcs from the start on their first side, s … start; `neck` is the stone beside the start.
  void grow_first(int start, int s, const Set& arc, int neck) {
    for (Set next = extensions(s, arc); next.any();) {
      int y = next.pop_lowest(), lower = s == start ? y : neck;
      Set longer = arc | Set::one(y);
      paths_++;
      if (snagged(y, group_[home_].stones - longer, longer)) continue;
      Set second = extensions(start, longer);
      while (second.any() && second.lowest() < lower) second.pop_lowest();
      grow_second(y, longer, second);
      grow_first(start, y, longer, lower);
    }
  }

  // Grows the arc from s on its second side, by the stones `next`.
  void grow_second(int s, const Set& arc, Set next) {
    while (next.any()) {
      int y = next.pop_lowest();
      Set longer = arc | Set::one(y);
      paths_++;
      if (snagged(y, group_[home_].stones - longer, longer)) continue;
      depart(s, y, longer);
      grow_second(s, longer, extensions(y, longer));
    }
  }

  // The arc s … t is whole: leaves it at t for an enemy stone, to come back at s from one.
  void depart(int s, int t, const Set& arc) {
    Set inside = arc;
    inside.reset(s);
    inside.reset(t);
    Set enemies = (view_.theirs & ground_) - Board::dilated(inside);
    Set exits = enemies & Board::neighbours[t], returns = enemies & Board::neighbours[s];
    if (exits.none() || returns.none()) return;
    if (s != t) {
      Set both = exits & returns;  // close the loop at once, and would be a chord of any other
      both.each([&](int x) { consider(arc | Set::one(x)); });
      exits -= both;
      returns -= both;
    }
    Set rest = group_[home_].stones - arc;
    returns.each([&](int x) {
      if (barred(x, rest, arc | Set::one(x))) returns.reset(x);
    });
    if (returns.none()) return;
    Set open = ground_ - group_[home_].near;
    int own = arc.count();
    while (exits.any()) {
      int x = exits.pop_lowest();
      Set path = arc | Set::one(x), closers = s == t ? exits : returns;
      if (snagged(x, rest, path) || barred(x, rest, path)) continue;
      Bounds bounds{elsewhere_.lead + own - 1, elsewhere_.own + own, theirs_at_[x]};
      if (!bounds.fit()) continue;
      grow({Tip{x, enemy, 0}, Tip{s, home_, 0}}, path, open, closers, Some::one(home_), bounds);
    }
  }

  // Starts at an enemy stone, with each two neighbours that it can have on a loop.
  void cross(int start) {
    for (Ring r = ring(ground_, start); r; r &= r - 1) {
      int d = std::countr_zero(r);
      for (Ring after = apart(r, d); after; after &= after - 1) {
        Bounds bounds = elsewhere_;
        bounds.meet(theirs_at_[start]);
        Tips tips;
        Some done = touching_[start];
        for (int end = 0; end < 2; end++) {
          int x = beside[start][end == 0 ? d : std::countr_zero(after)];
          tips[end] = {x, enemy, 0};
          bounds.meet(theirs_at_[x]);
          if (view_.mine.has(x)) {
            tips[end] = {x, group_of_[x], group_[group_of_[x]].arc - 1};
            done.reset(group_of_[x]);
          } else {
            bounds.lead--;
          }
        }
        Some both = touching_[tips[0].at] & touching_[tips[1].at];
        both.reset(group_of_[p_]);
        if (both.any()) continue;
        Set open = ground_ - Board::neighbours[start] - Set::one(start);
        done.each([&](int g) {
          open -= group_[g].near;
          bounds.drop(group_[g].arc);
        });
        if (bounds.fit())
          grow(tips, Set::one(start) | Set::one(tips[0].at) | Set::one(tips[1].at), open, Set{}, done, bounds);
      }
    }
  }

  // Grows the path at that of its two tips that leaves fewer ways to go. As long as the second one has not left
  // home, only `closers` lead from there.
  //   open  what the path may still take, away from itself and from the groups that it is done with
  //   done  those groups
  void grow(const Tips& tips, const Set& path, Set open, Set closers, const Some& done, const Bounds& bounds) {
    paths_++;
    if (result_.count >= enough_ || paths_ >= most_paths_ || !must_.within(path | open | closers)) return;
    const Set &beside_first = Board::neighbours[tips[0].at], &beside_second = Board::neighbours[tips[1].at];
    bool at_home = tips[1].group == home_;
    Set first = open & beside_first, second = (at_home ? closers : open) & beside_second;
    (second & beside_first).each([&](int y) { consider(path | Set::one(y)); });
    first -= beside_second;
    second -= beside_first;
    if (first.none() || second.none()) return;
    if (!first.at_most_one() && !second.at_most_one()) {
      if (!promising(tips, first, second, open, path, done, bounds)) return;
      first &= open;
      if (!at_home) second &= open;
    }
    int end = first.count() <= second.count() ? 0 : 1;
    const Tip &from = tips[end], &far = tips[1 - end];
    bool own = from.group != enemy;
    open -= Board::neighbours[from.at];
    closers -= Board::neighbours[from.at];
    for (Set next = end == 0 ? first : second; next.any();) {
      int y = next.pop_lowest(), into = view_.mine.has(y) ? group_of_[y] : enemy;
      Set longer = path | Set::one(y);
      // Stones that lie between the tips within one group are no rest.
      if (own && (from.group == home_ || !group_[from.group].near.has(far.at)) &&
          snagged(y, group_[from.group].stones - longer, longer))
        continue;
      Tips then = tips;
      then[end] = {y, into, into == enemy ? 0 : own ? from.room - 1 : group_[into].arc - 1};
      if (own && into != enemy) {
        grow(then, longer, open, closers, done, bounds);
        continue;
      }
      Bounds left = bounds;
      left.meet(theirs_at_[y]);
      left.drop_room(from.room);
      if (!own && into == enemy) left.lead--;
      // Done with the groups beside the tip, but for one that the path is about to enter.
      Set still = open;
      Some over = done;
      // The other tip touches one of them, or the tip and y make an own loop with one.
      bool torn = false;
      if (own) {
        Set rest = group_[from.group].stones - longer;
        for (Set turned = (Board::dilated(rest) & longer) - view_.mine; turned.any() && !torn;)
          torn = barred(turned.pop_lowest(), rest, longer);
      }
      (own ? Some::one(from.group) : touching_[from.at]).each([&](int g) {
        if (g == into || over.has(g)) return;
        torn |= group_[g].near.has(far.at);
        if (!own && into == enemy && touching_[y].has(g))
          torn |= Loops::on_loop(group_[g].stones | Set::one(from.at) | Set::one(y), y);
        over.set(g);
        still -= group_[g].near;
        if (!own) left.drop(group_[g].arc);
      });
      if (!torn && left.fit()) grow(then, longer, still, closers, over, left);
    }
  }

  // Whether the path can still be closed, meet an enemy's loop, and collect enough own stones: the bounds took
  // all groups but those in `done` to be within reach. Takes out of `open` what the path cannot reach.
  bool promising(const Tips& tips, const Set& from, Set& to, Set& open, const Set& path, const Some& done,
                 Bounds bounds) const {
    open = passable(open, to | Set::one(tips[0].at) | Set::one(tips[1].at));
    Set seen = from & open, grown;
    for (;; seen = grown & open) {
      grown = Board::dilated(seen);
      if ((grown & open) == seen) break;
    }
    open = seen;
    to &= grown;
    Set most = path | seen | to;
    if (to.none() || !must_.within(most) || !most.meets(view_.their_loops)) return false;
    for (int g = 0; g < groups_; g++) {
      if (g == tips[0].group || g == tips[1].group || done.has(g)) continue;
      int within = (seen & group_[g].stones).count();
      if (within >= group_[g].arc) continue;
      bounds.drop(group_[g].arc);
      bounds.add(within);
    }
    return bounds.fit() && (most & view_.theirs).count() + bounds.own > bounds.longer;
  }

  // What is left of `open` without the places that no path without chords runs through, as they have no two
  // neighbours that do not touch each other.
  static Set passable(Set open, const Set& fixed) {
    for (;;) {
      Set all = open | fixed;
      Set ne = Board::template moved<3>(all), e = Board::template moved<4>(all);
      Set se = Board::template moved<5>(all), sw = Board::template moved<0>(all);
      Set w = Board::template moved<1>(all), nw = Board::template moved<2>(all);
      Set kept = open & ((ne & (se | sw | w)) | (e & (sw | w | nw)) | (se & (w | nw)) | (sw & nw));
      if (kept == open) return open;
      open = kept;
    }
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

  // Whether part of `rest`, the stones of a group that are off the path for good, makes a loop of own stones
  // with x, an enemy stone of the path, once that is flipped.
  static bool barred(int x, const Set& rest, const Set& path) {
    for (Set seeds = Board::neighbours[x] & rest; seeds.any();) {
      Set part = Board::fill(Set::one(seeds.lowest()), rest);
      seeds -= part;
      if (part.count() >= 4 && Loops::on_loop(part | (Board::dilated(part) & path), x)) return true;
    }
    return false;
  }

  static bool controlled(const View& view, const Set& loop) {
    return 2 * (loop & view.mine).count() >= loop.count();
  }
  // `longest` is the length of the longest enemy loop that the loop meets, 0 if it meets none.
  static bool overtakes(const Set& loop, int longest) { return longest > 0 && longest < loop.count(); }
  static bool clean(const View& view, int p, const Set& loop) {
    Set other, free = (view.mine | view.theirs) - view.their_loops;
    return Loops::unclean(view, loop).none() && !Loops::find(free, view.mine | loop, p, Set{}, other);
  }

  // Takes down a loop if it may be claimed.
  void consider(const Set& loop) {
    if (result_.count >= enough_ || !must_.within(loop) || loop.count() < 6 || !controlled(view_, loop)) return;
    int longest = 0;
    (loop & view_.their_loops).each([&](int x) { longest = std::max<int>(longest, theirs_at_[x]); });
    if (overtakes(loop, longest) && clean(view_, p_, loop)) result_.add(loop);
  }

  View view_;
  int p_;       // the placed stone
  Set must_;    // what has to be on the loop
  Set ground_;  // where a loop that may be claimed could lie
  Survey result_;
  int enough_ = unlimited;                           // as many loops as are asked for
  std::int64_t paths_ = 0, most_paths_ = unlimited;  // grown so far, and before giving up

  int groups_ = 0;
  std::array<Group, most_groups> group_;
  std::array<std::uint8_t, Set::span> group_of_;  // of the own stones
  std::array<Some, Set::span> touching_{};        // the groups that a place is part of or beside
  // How long a claimed loop an enemy stone is on, or 0.
  std::array<std::uint8_t, Set::span> theirs_at_{};
  int home_;            // the group that the search starts from
  Bounds elsewhere_{};  // what the other groups can come to
};

}  // namespace quincunx
