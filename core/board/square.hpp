// The n×n square board. A cell's place in a set is its cell number: bottom row first, from the left.
#pragma once

#include <array>

#include "board/bits.hpp"

namespace quincunx {

template <int N>
struct Square {
  static constexpr int side = N;
  static constexpr int cells = N * N;
  static constexpr bool hexagonal = false;
  using Set = Bits<cells>;

  static constexpr Set all = [] {
    Set s;
    for (int i = 0; i < cells; i++) s.set(i);
    return s;
  }();
  static constexpr Set left_column = [] {
    Set s;
    for (int r = 0; r < N; r++) s.set(r * N);
    return s;
  }();
  static constexpr Set right_column = [] {
    Set s;
    for (int r = 0; r < N; r++) s.set(r * N + N - 1);
    return s;
  }();
  static constexpr Set not_left = all - left_column;
  static constexpr Set not_right = all - right_column;

  // Cell numbers and places in a set are the same here; a hexhex board keeps them apart.
  static constexpr int place(int cell) { return cell; }
  static constexpr int cell(int place) { return place; }
  static constexpr int column(int cell) { return cell % N; }
  static constexpr int row(int cell) { return cell / N; }

  // The set and its orthogonal neighbours. May spill above the board: mask the result.
  static constexpr Set dilated(const Set& s) {
    return s | s.template shifted<N>() | s.template shifted<-N>() | (s & not_right).template shifted<1>() |
           (s & not_left).template shifted<-1>();
  }

  // The components of `within` that `seed`, a part of it, touches.
  static constexpr Set fill(Set seed, const Set& within) {
    for (;;) {
      Set grown = dilated(seed) & within;
      if (grown == seed) return seed;
      seed = grown;
    }
  }

  static constexpr std::array<Set, cells> neighbours = [] {
    std::array<Set, cells> n{};
    for (int i = 0; i < cells; i++) n[i] = (dilated(Set::one(i)) & all) - Set::one(i);
    return n;
  }();

  // The eight symmetries: bit 0 mirrors left and right, bit 1 top and bottom, bit 2 the diagonal.
  static constexpr int symmetries = 8;
  static constexpr std::array<std::array<std::uint8_t, cells>, symmetries> image = [] {
    std::array<std::array<std::uint8_t, cells>, symmetries> out{};
    for (int t = 0; t < symmetries; t++)
      for (int i = 0; i < cells; i++) {
        int x = i % N, y = i / N;
        if (t & 1) x = N - 1 - x;
        if (t & 2) y = N - 1 - y;
        if (t & 4) {
          int swap = x;
          x = y;
          y = swap;
        }
        out[t][i] = static_cast<std::uint8_t>(y * N + x);
      }
    return out;
  }();
  static constexpr Set transformed(const Set& s, int t) {
    Set out;
    s.each([&](int i) { out.set(image[t][i]); });
    return out;
  }
};

}  // namespace quincunx
