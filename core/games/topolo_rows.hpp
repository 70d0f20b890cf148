// What the rows that come first in Topolo are worth when they are full: learned from games.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "board/square.hpp"
#include "games/game.hpp"
#include "games/topolo_weights.hpp"

namespace quincunx {

// When the first rows are full, most games are decided, and random play sees little of it. So the search asks
// what was learned from games between small searches (scripts/learn_topolo.py): every window on them adds to a
// few sums, and these, as far as they are above 0, are weighed against each other. The windows are four columns
// of two rows with a gap between them, four columns of an outermost row, and two columns of three rows. All is
// done in whole numbers, and so is the same on every machine.
template <int N>
struct TopoloRows {
  static constexpr bool learned = false;
};

template <>
struct TopoloRows<8> {
  static constexpr bool learned = true;

  // What red may expect, in parts of `whole`. Rows count from the edge that is filled first.
  static int share(const Square<8>::Set& red, bool from_top) {
    using namespace topolo_weights;
    std::array<unsigned, 4> row;
    for (int i = 0; i < 4; i++) row[i] = red.word[0] >> (from_top ? 56 - 16 * i : 16 * i) & 0xff;
    std::array<std::int16_t, sums> sum = bias;
    auto add = [&](const std::array<std::int16_t, sums>& weights) {
      for (int k = 0; k < sums; k++) sum[k] = static_cast<std::int16_t>(sum[k] + weights[k]);
    };
    for (int gap = 0; gap < 3; gap++) {
      const unsigned both = spread<2>[row[gap]] << 1 | spread<2>[row[gap + 1]];
      for (int column = 0; column <= 4; column++) add(gaps[gap][both >> 2 * column & 0xff]);
    }
    for (int edge = 0; edge < 2; edge++)
      for (int column = 0; column <= 4; column++) add(edges[edge][row[3 * edge] >> column & 0xf]);
    for (int low = 0; low < 2; low++) {
      const unsigned three = spread<3>[row[low]] << 2 | spread<3>[row[low + 1]] << 1 | spread<3>[row[low + 2]];
      for (int column = 0; column <= 6; column++) add(towers[low][three >> 3 * column & 0x3f]);
    }
    std::int32_t score = base;
    for (int k = 0; k < sums; k++) score += weigh[k] * std::max<std::int32_t>(sum[k], 0);
    return logistic[std::clamp((score >> score_shift) + middle, 0, 2 * middle)];
  }

 private:
  // The bits of a row, moved so far apart.
  template <int Apart>
  static constexpr std::array<std::uint32_t, 256> spread = [] {
    std::array<std::uint32_t, 256> out{};
    for (unsigned i = 0; i < 256; i++)
      for (int b = 0; b < 8; b++) out[i] |= (i >> b & 1) << Apart * b;
    return out;
  }();

  // whole / (1 + exp(-x)), from x = -8 to 8.
  static constexpr int middle = 256, steps_of_one = 32;
  static constexpr int score_shift = topolo_weights::score_bits - 5;
  static_assert(1 << 5 == steps_of_one);
  static constexpr std::array<int, 2 * middle + 1> logistic = [] {
    std::array<int, 2 * middle + 1> out{};
    double small = 1.0 / steps_of_one, step = 1, term = 1;
    for (int i = 1; i < 12; i++) step += term *= small / i;  // exp(1 / steps_of_one)
    double power = 1;
    for (int i = 0; i <= middle; i++, power *= step) {
      out[middle + i] = static_cast<int>(whole * power / (1 + power) + 0.5);
      out[middle - i] = whole - out[middle + i];
    }
    return out;
  }();
};

}  // namespace quincunx
