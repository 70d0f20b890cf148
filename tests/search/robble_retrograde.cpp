// Robble on 4x4 without search: the value of each of the 43 million positions, from the rules alone. It shares
// no code with the core. Compile it by hand; it takes some minutes and 50 MB:
//
//   g++ -O2 -std=c++20 tests/search/robble_retrograde.cpp -o retrograde && ./retrograde
//
// A position is what the player to move has and what the other has; colours do not matter. At first nothing is
// known but full boards. Then, again and again: who can move to a position that is lost for the other wins,
// and who can only move to positions that are won for the other loses. What is never decided is a draw, for
// nobody can force a full board there, and repetition ends it.
#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

constexpr int side = 4, squares = side * side;
using Board = std::array<char, squares>;  // 0: empty, 1: of the player to move, 2: of the other
enum Value : char { open, won, lost };

int group(Board& board, int at, char colour) {
  if (board[at] != colour) return 0;
  board[at] = 0;
  int n = 1, x = at % side, y = at / side;
  if (x > 0) n += group(board, at - 1, colour);
  if (x < side - 1) n += group(board, at + 1, colour);
  if (y > 0) n += group(board, at - side, colour);
  if (y < side - 1) n += group(board, at + side, colour);
  return n;
}

// A full board: the largest group without an equal wins; else who is to move, for the other moved last.
Value full(Board board) {
  std::array<int, squares + 1> more{};
  for (int i = 0; i < squares; i++) {
    char colour = board[i];
    if (colour) more[group(board, i, colour)] += colour == 1 ? 1 : -1;
  }
  for (int size = squares; size > 0; size--)
    if (more[size]) return more[size] > 0 ? won : lost;
  return won;
}

// The board after the player to move has placed on `at`, seen by the other.
Board placed(const Board& before, int at) {
  Board after = before;
  constexpr int steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  for (auto [dx, dy] : steps) {
    int x = at % side + dx, y = at / side + dy, fx = x + dx, fy = y + dy;
    auto on = [](int c) { return c >= 0 && c < side; };
    if (!on(x) || !on(y) || !before[y * side + x]) continue;
    char stone = before[y * side + x];
    if (!on(fx) || !on(fy)) {
      after[y * side + x] = 0;
    } else if (before[fy * side + fx]) {
      after[y * side + x] = static_cast<char>(3 - stone);
    } else {
      after[y * side + x] = 0;
      after[fy * side + fx] = stone;
    }
  }
  after[at] = 1;
  for (char& c : after)
    if (c) c = static_cast<char>(3 - c);
  return after;
}

int number(const Board& board) {
  int n = 0;
  for (int i = squares - 1; i >= 0; i--) n = 3 * n + board[i];
  return n;
}
Board board_of(int n) {
  Board board;
  for (char& c : board) c = static_cast<char>(n % 3), n /= 3;
  return board;
}

}  // namespace

int main() {
  int positions = 1;
  for (int i = 0; i < squares; i++) positions *= 3;
  std::vector<Value> value(static_cast<std::size_t>(positions), open);
  for (int pass = 1, changed = 1; changed; pass++) {
    changed = 0;
    for (int n = positions - 1; n >= 0; n--) {
      if (value[n] != open) continue;
      Board board = board_of(n);
      bool can_move = false, all_lose = true, wins = false;
      for (int at = 0; at < squares && !wins; at++) {
        if (board[at]) continue;
        can_move = true;
        Value then = value[number(placed(board, at))];
        wins = then == lost;
        all_lose = all_lose && then == won;
      }
      Value now = !can_move ? full(board) : wins ? won : all_lose ? lost : open;
      if (now != open) value[n] = now, changed++;
    }
    std::printf("pass %d: %d decided\n", pass, changed);
    std::fflush(stdout);
  }
  const char* words[] = {"draw", "won", "lost"};
  std::printf("the empty board, for who begins: %s\n", words[value[0]]);
  for (int at = 0; at < squares; at++) {
    Value then = value[number(placed(board_of(0), at))];
    std::printf("%c%d, for who answers: %s\n", 'a' + at % side, at / side + 1, words[then]);
  }
  long count[3] = {};
  for (Value v : value) count[v]++;
  std::printf("%ld won, %ld lost, %ld drawn\n", count[won], count[lost], count[open]);
}
