// Topolo's groups while a board is being filled: how large they are, and which cells lie beside the large ones.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "board/square.hpp"

namespace quincunx {

template <int N>
class TopoloGroups {
 public:
  using Board = Square<N>;
  using Set = typename Board::Set;

  TopoloGroups() = default;
  explicit TopoloGroups(const std::array<Set, 2>& colours) {
    for (int c = 0; c < 2; c++) {
      Set before;
      colours[c].each([&](int cell) {
        put(c, cell, before);
        before.set(cell);
      });
    }
  }

  // A piece of a colour that had those cells before.
  void put(int colour, int cell, const Set& before) {
    int group = cell, size = 1;
    Set beside = Board::neighbours[cell];
    group_[cell] = static_cast<std::uint8_t>(cell);
    (beside & before).each([&](int neighbour) {
      int joined = group_of(neighbour);
      if (joined == group) return;
      size += size_[joined];
      beside |= beside_[joined];
      group_[group] = static_cast<std::uint8_t>(joined);
      group = joined;
    });
    size_[group] = static_cast<std::uint8_t>(size);
    beside_[group] = beside;
    largest_[colour] = std::max(largest_[colour], size);
    // Groups only grow: a cell beside one of this size will always be beside one of at least this size.
    const int rank = std::min(size, most_rank);
    by_size_[rank] |= beside;
    sizes_ |= Word{1} << rank;
  }

  int largest(int colour) const { return largest_[colour]; }

  // Those of the open cells that lie beside the largest group, of either colour, that has any; or all of them.
  // The open cells must become fewer from call to call.
  Set hot(const Set& open) {
    while (sizes_) {
      const int rank = std::bit_width(sizes_) - 1;
      if (Set cells = by_size_[rank] & open; cells.any()) return cells;
      sizes_ ^= Word{1} << rank;
      by_size_[rank] = {};
    }
    return open;
  }

 private:
  static constexpr int most_rank = std::min(Board::cells / 2, 63);  // a colour has half of the cells

  int group_of(int cell) {
    while (group_[cell] != cell) cell = group_[cell] = group_[group_[cell]];
    return cell;
  }

  std::array<std::uint8_t, Board::cells> group_, size_;  // a cell that leads to its group's first, and its size
  std::array<Set, Board::cells> beside_;                 // cells beside a group, those that are filled as well
  std::array<Set, most_rank + 1> by_size_{};             // beside any group that had this size when it grew
  Word sizes_ = 0;                                       // for which of them there may be an open one
  std::array<int, 2> largest_{};
};

}  // namespace quincunx
