// The rows that come first in Topolo: how a playout fills them, and what they are worth when they are full.
// Both were learned from games.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "board/random.hpp"
#include "board/square.hpp"
#include "games/game.hpp"
#include "games/topolo_weights.hpp"

namespace quincunx {

// When the first rows are full, most games are decided, and random play sees little of it. So the search asks
// what was learned from games between small searches (scripts/learn_topolo.py). All is done in whole numbers,
// and so is the same on every machine.
template <int N>
struct TopoloRows {
  static constexpr bool learned = false;
};

template <>
class TopoloRows<8> {
 public:
  static constexpr bool learned = true;
  using Set = Square<8>::Set;

  TopoloRows(const std::array<Set, 2>& colours, bool from_top) : from_top_(from_top) {
    for (int c = 0; c < 2; c++) {
      held_[c] = off_board;
      for (int i = 0; i < rows; i++) held_[c] |= (colours[c].word[0] >> on_board(i) & row_of_bits) << packed[i];
    }
  }

  // A colour's cells in the first rows.
  Set cells(int colour) const {
    Set out;
    for (int i = 0; i < rows; i++) out.word[0] |= (held_[colour] >> packed[i] & row_of_bits) << on_board(i);
    return out;
  }

  // Fills what is open, by turns, this colour first, and returns how many cells that were. Of some open cells
  // each takes the one that has the most appeal.
  int fill(int colour, Random& random) {
    Word open = ~(held_[0] | held_[1]);
    const int steps = std::popcount(open);
    for (int left = steps; left > 0; left--, colour ^= 1) {
      int best = 0, most = std::numeric_limits<int>::min();
      for (int i = 0; i < looks; i++) {
        const int place = select_bit(open, random.below(left)), a = appeal_at(colour, place);
        if (a > most) most = a, best = place;
      }
      held_[colour] |= Word{1} << best;
      open ^= Word{1} << best;
    }
    return steps;
  }

  // How often, by its logarithm, small searches took that open cell: by what stands beside it, in the next row
  // and in the row before, and by where it is. Rows count from the edge that is filled first.
  int appeal(int colour, int row, int column) const { return appeal_at(colour, packed[row] + column); }

  // What red may expect of full rows, in parts of `whole`. Every window on them adds to a few sums, and these,
  // as far as they are above 0, are weighed against each other. The windows are four columns of two rows with a
  // gap between them, four columns of an outermost row, and two columns of three rows.
  int share() const {
    using namespace topolo_weights;
    std::array<unsigned, rows> row;
    for (int i = 0; i < rows; i++) row[i] = held_[0] >> packed[i] & row_of_bits;
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
  // Ten bits a row, with two places off the board on either side of eight cells; a row off the board before the
  // first one and one behind the last. What is off the board both colours hold.
  static constexpr int rows = 4, columns = 8;
  static constexpr Word row_of_bits = 0xff;
  static constexpr std::array<int, rows> packed{12, 22, 32, 42};
  static constexpr Word off_board = [] {
    Word out = ~Word{0};
    for (int i = 0; i < rows; i++) out &= ~(row_of_bits << packed[i]);
    return out;
  }();
  int on_board(int row) const { return from_top_ ? 56 - 16 * row : 16 * row; }

  static constexpr int looks = 6;  // at open cells, for each step

  int appeal_at(int colour, int place) const {
    using namespace topolo_weights;
    unsigned beside = 0, ahead = 0, behind = 0;  // the colour's own cells in the low half, the other's above it
    for (int c = 0; c < 2; c++) {
      const Word held = held_[colour ^ c];
      const auto around = static_cast<unsigned>(held >> (place - 2));  // its third bit is the cell's own
      const unsigned next = (around >> 1 & 1) | (around >> 2 & 2);
      beside |= ((around & 3) | (around >> 1 & 12)) << 4 * c;
      ahead |= ((held >> (place + 9) & 7) | next << 3) << 5 * c;
      behind |= ((held >> (place - 11) & 7) | next << 3) << 5 * c;
    }
    return appeal_beside[beside] + appeal_ahead[ahead] + appeal_behind[behind] + appeal_places[place];
  }
  static constexpr std::array<std::int16_t, 64> appeal_places = [] {
    std::array<std::int16_t, 64> out{};
    for (int i = 0; i < rows; i++)
      for (int column = 0; column < columns; column++)
        out[packed[i] + column] = topolo_weights::appeal_place[columns * i + column];
    return out;
  }();

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

  std::array<Word, 2> held_;
  bool from_top_;
};

}  // namespace quincunx
