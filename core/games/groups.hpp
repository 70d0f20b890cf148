// Groups of two colours compared by size, as Implo and Robble do at their end.
#pragma once

#include <array>

namespace quincunx {

struct MoreGroups {
  int size;                   // the largest size of which the colours have different numbers, or 0
  std::array<int, 2> counts;  // how many each has of that size
};

template <class Board, class Set = typename Board::Set>
MoreGroups more_groups(const Set& first, const Set& second) {
  std::array<std::array<std::int8_t, Board::cells + 1>, 2> count{};
  for (int colour = 0; colour < 2; colour++)
    for (Set rest = colour ? second : first; rest.any();) {
      Set group = Board::fill(Set::one(rest.lowest()), rest);
      rest -= group;
      count[colour][group.count()]++;
    }
  for (int size = Board::cells; size > 0; size--)
    if (count[0][size] != count[1][size]) return {size, {count[0][size], count[1][size]}};
  return {0, {}};
}

}  // namespace quincunx
