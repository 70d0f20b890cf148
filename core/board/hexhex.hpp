// The hexhex board of side n. Cells are numbered bottom row first, from the left; their places in a set
// are padded instead, row by row with a stride of 2n, so that each of the six directions is one shift of
// a whole set: axial (row, q) has place row·2n + q − (n − 2), and what falls off the board falls on padding.
#pragma once

#include <array>
#include <cstdint>

#include "board/bits.hpp"

namespace quincunx {

template <int N>
struct Hexhex {
  static constexpr int side = N;
  static constexpr int rows = 2 * N - 1;
  static constexpr int cells = 3 * N * (N - 1) + 1;
  static constexpr int stride = 2 * N;
  static constexpr bool hexagonal = true;
  // The first cell has place 1, not 0: dilating moves sets to the left before it moves them up.
  static constexpr int margin = N - 2;
  using Set = Bits<(rows - 1) * stride + 2>;

  // The six directions in clockwise order: ne e se sw w nw. Opposite directions differ by three.
  static constexpr int directions = 6;
  static constexpr std::array<int, 6> row_step{1, 0, -1, -1, 0, 1};
  static constexpr std::array<int, 6> q_step{0, 1, 1, 0, -1, -1};
  static constexpr std::array<int, 6> place_step{stride, 1, 1 - stride, -stride, -1, stride - 1};

  static constexpr bool on_board(int row, int q) {
    return row >= 0 && row < rows && q >= 0 && q < rows && row + q >= N - 1 && row + q <= 3 * N - 3;
  }

 private:
  struct Tables {
    std::array<std::int16_t, cells> place{};
    std::array<std::uint8_t, Set::span> cell{};
    std::array<std::uint8_t, cells> row{}, q{};
    Set all;
    constexpr Tables() {
      for (auto& c : cell) c = 255;
      int i = 0;
      for (int r = 0; r < rows; r++)
        for (int x = 0; x < rows; x++)
          if (on_board(r, x)) {
            int p = r * stride + x - margin;
            place[i] = static_cast<std::int16_t>(p);
            cell[p] = static_cast<std::uint8_t>(i);
            row[i] = static_cast<std::uint8_t>(r);
            q[i] = static_cast<std::uint8_t>(x);
            all.set(p);
            i++;
          }
    }
  };
  static constexpr Tables tables{};

 public:
  static constexpr Set all = tables.all;
  static constexpr int place(int cell) { return tables.place[cell]; }
  static constexpr int cell(int place) { return tables.cell[place]; }  // 255: padding
  static constexpr int row(int cell) { return tables.row[cell]; }
  static constexpr int q(int cell) { return tables.q[cell]; }

  // The cell beside `cell` in a direction, or -1 off the board.
  static constexpr int beside(int cell, int direction) {
    int r = row(cell) + row_step[direction], x = q(cell) + q_step[direction];
    return on_board(r, x) ? tables.cell[r * stride + x - margin] : -1;
  }

  // The set moved one cell in a direction. May spill onto padding: mask the result.
  template <int Direction>
  static constexpr Set moved(const Set& s) {
    return s.template shifted<place_step[Direction]>();
  }

  // The set and its neighbours. May spill onto padding: mask the result.
  static constexpr Set dilated(const Set& s) {
    Set right = s.template shifted<1>(), left = s.template shifted<-1>();
    return s | right | left | (s | left).template shifted<stride>() | (s | right).template shifted<-stride>();
  }

  // The components of `within` that `seed`, a part of it, touches.
  static constexpr Set fill(Set seed, const Set& within) {
    for (;;) {
      Set grown = dilated(seed) & within;
      if (grown == seed) return seed;
      seed = grown;
    }
  }

  // Neighbours by place, padding included (there they are empty).
  static constexpr std::array<Set, Set::span> neighbours = [] {
    std::array<Set, Set::span> n{};
    for (int i = 0; i < cells; i++)
      for (int d = 0; d < directions; d++)
        if (int j = beside(i, d); j >= 0) n[place(i)].set(place(j));
    return n;
  }();

  // The twelve symmetries: t % 6 sixth turns clockwise, after a mirroring of the directions d -> 5 - d
  // for t >= 6. `image` maps cells, `turned` maps directions.
  static constexpr int symmetries = 12;
  static constexpr int turned(int direction, int t) {
    int d = t >= 6 ? 5 - direction : direction;
    return (d + t % 6) % 6;
  }
  static constexpr std::array<std::array<std::uint8_t, cells>, symmetries> image = [] {
    std::array<std::array<std::uint8_t, cells>, symmetries> out{};
    int centre = tables.cell[(N - 1) * stride + (N - 1) - margin];
    for (int t = 0; t < symmetries; t++)
      for (int i = 0; i < cells; i++) {
        // Walk to the cell from the centre: so many steps ne (rows) and e (q); take the turned steps.
        int r = row(i) - row(centre), x = q(i) - q(centre);
        int up = turned(0, t), right = turned(1, t);
        int r2 = row(centre) + r * row_step[up] + x * row_step[right];
        int x2 = q(centre) + r * q_step[up] + x * q_step[right];
        out[t][i] = tables.cell[r2 * stride + x2 - margin];
      }
    return out;
  }();
  static constexpr Set transformed(const Set& s, int t) {
    Set out;
    s.each([&](int p) { out.set(place(image[t][cell(p)])); });
    return out;
  }
};

}  // namespace quincunx
