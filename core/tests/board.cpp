// Sets of bits and the two boards, against plain loops.
#include <set>

#include "board/hexhex.hpp"
#include "board/random.hpp"
#include "board/square.hpp"
#include "check.hpp"

using namespace quincunx;

namespace {

template <int Span, int Shift>
void check_shift(Random& random) {
  Bits<Span> s, up, down;
  for (int i = 0; i < Span; i++)
    if (random.below(2)) s.set(i);
  s.each([&](int i) {
    if (i + Shift < Span) up.set(i + Shift);
    if (i - Shift >= 0) down.set(i - Shift);
  });
  Bits<Span> all;
  for (int i = 0; i < Span; i++) all.set(i);
  CHECK((s.template shifted<Shift>() & all) == up);
  CHECK((s.template shifted<-Shift>() & all) == down);
}

template <int Span>
void check_bits() {
  Random random(Span);
  for (int round = 0; round < 50; round++) {
    Bits<Span> s;
    std::set<int> truth;
    int size = random.below(Span) + 1;
    while (static_cast<int>(truth.size()) < size) truth.insert(random.below(Span));
    for (int i : truth) s.set(i);
    CHECK(s.count() == size);
    CHECK(s.any() && !s.none());
    CHECK(s.at_most_one() == (size < 2));
    CHECK(s.lowest() == *truth.begin());
    int k = 0;
    for (int i : truth) CHECK(s.select(k++) == i);
    std::set<int> visited;
    s.each([&](int i) { visited.insert(i); });
    CHECK(visited == truth);
    Bits<Span> rest = s;
    for (int i : truth) CHECK(rest.pop_lowest() == i);
    CHECK(rest.none());
    check_shift<Span, 1>(random);
    check_shift<Span, 7>(random);
    if constexpr (Span > 64) check_shift<Span, 64>(random);
    if constexpr (Span > 70) check_shift<Span, 70>(random);
  }
}

// Filling and neighbours against a walk from cell to cell; symmetries keep neighbours neighbours.
template <class Board, class Beside>
void check_board(Beside beside) {
  using Set = typename Board::Set;
  Random random(Board::cells);
  for (int c = 0; c < Board::cells; c++) {
    Set around;
    for (int d : beside(c)) around.set(Board::place(d));
    CHECK(Board::neighbours[Board::place(c)] == around);
    CHECK((Board::dilated(Set::one(Board::place(c))) & Board::all) == (around | Set::one(Board::place(c))));
    CHECK(Board::cell(Board::place(c)) == c);
  }
  for (int round = 0; round < 20; round++) {
    Set within;
    for (int c = 0; c < Board::cells; c++)
      if (random.below(2)) within.set(Board::place(c));
    if (within.none()) continue;
    Set reached = Set::one(within.lowest());
    for (bool grew = true; grew;) {
      grew = false;
      for (int c = 0; c < Board::cells; c++)
        if (reached.has(Board::place(c)))
          for (int d : beside(c))
            if (within.has(Board::place(d)) && !reached.has(Board::place(d))) {
              reached.set(Board::place(d));
              grew = true;
            }
    }
    CHECK(Board::fill(Set::one(within.lowest()), within) == reached);
  }
  for (int t = 0; t < Board::symmetries; t++)
    for (int c = 0; c < Board::cells; c++)
      CHECK(Board::transformed(Board::neighbours[Board::place(c)], t) ==
            Board::neighbours[Board::place(Board::image[t][c])]);
}

template <int N>
void check_square() {
  check_board<Square<N>>([](int c) {
    std::set<int> out;
    if (c % N > 0) out.insert(c - 1);
    if (c % N < N - 1) out.insert(c + 1);
    if (c >= N) out.insert(c - N);
    if (c < N * N - N) out.insert(c + N);
    return out;
  });
}

template <int N>
void check_hexhex() {
  using Board = Hexhex<N>;
  check_board<Board>([](int c) {
    std::set<int> out;
    for (int d = 0; d < 6; d++)
      if (int b = Board::beside(c, d); b >= 0) out.insert(b);
    return out;
  });
  for (int c = 0; c < Board::cells; c++)
    for (int d = 0; d < 6; d++) {
      int b = Board::beside(c, d);
      if (b >= 0) CHECK(Board::beside(b, (d + 3) % 6) == c);
      for (int t = 0; t < Board::symmetries; t++) {
        int image = Board::beside(Board::image[t][c], Board::turned(d, t));
        CHECK(b < 0 ? image < 0 : image == Board::image[t][b]);
      }
    }
}

checks::Suite suite("board", [] {
  check_bits<1>(), check_bits<9>(), check_bits<49>(), check_bits<64>(), check_bits<81>(), check_bits<100>();
  check_bits<121>(), check_bits<169>(), check_bits<289>();
  check_square<2>(), check_square<3>(), check_square<8>(), check_square<9>(), check_square<10>();
  check_hexhex<2>(), check_hexhex<5>(), check_hexhex<6>(), check_hexhex<7>(), check_hexhex<9>();
});

}  // namespace
