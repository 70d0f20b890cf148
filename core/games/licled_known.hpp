// Loops of Licled that were claimed before, and may be there to be claimed again.
#pragma once

#include <array>
#include <limits>
#include <utility>

#include "games/licled_choices.hpp"

namespace quincunx {

// The games that are played out from one position are much alike. A loop that one of them has claimed often
// lacks a single stone in the next: to look through those that are known costs next to nothing, while to search
// at every place for a loop to claim would take longer than all the rest.
template <int N>
class LicledKnown {
 public:
  using Choices = LicledChoices<N>;
  using Board = Hexhex<N>;
  using Set = typename Board::Set;
  using View = typename LicledLoops<N>::View;

  void add(const Set& loop) {
    for (int i = 0; i < count_; i++)
      if (loops_[i] == loop) return;
    if (count_ < room)
      loops_[count_++] = loop;
    else
      loops_[next_] = loop, next_ = next_ + 1 < room ? next_ + 1 : room / 2;
  }

  struct Found {
    int at;
    Set loop;
  };
  // The best loop to claim that lacks one stone, at one of the open places; or an empty one.
  Found find(const View& view, const Set& open) {
    Found best{};
    if (view.their_loops.none()) return best;
    const Set empty = Board::all - (view.mine | view.theirs);
    int most = std::numeric_limits<int>::min(), which = 0;
    for (int i = 0; i < count_; i++) {
      const Set& loop = loops_[i];
      Set missing = loop & empty;
      if (missing.none() || !missing.at_most_one() || !missing.within(open)) continue;
      const int p = missing.lowest();
      View after = view;
      after.mine.set(p);
      if (!Choices::may_claim(after, p, loop)) continue;
      if (int worth = Choices::gain(after, loop); worth > most) most = worth, best = {p, loop}, which = i;
    }
    // What is of use moves to the front; what is new replaces, at the back, what was not.
    if (best.loop.any()) std::swap(loops_[which], loops_[which / 2]);
    return best;
  }

 private:
  static constexpr int room = 128;
  std::array<Set, room> loops_;
  int count_ = 0, next_ = room / 2;
};

}  // namespace quincunx
