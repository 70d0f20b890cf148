// Randomness: one 64-bit state, one multiplication a number; and the mixing of words into a key.
#pragma once

#include <cstdint>

namespace quincunx {

// Folds a word into a running hash. Every bit of both inputs reaches every bit of the result.
constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
  // The product keeps small inputs apart; the sum keeps 0 and 0 from staying 0.
  std::uint64_t x = ((hash ^ hash >> 32) + 0xa0761d6478bd642fu) * 0x9e3779b97f4a7c15u + word;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

class Random {
 public:
  // `stream` sets apart generators of one seed, such as the threads of one benchmark.
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0)
      : state_(mix(mix(0x51ed270b7a1fu, seed), stream)) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15u;
    unsigned __int128 product = static_cast<unsigned __int128>(state_) * (state_ ^ 0xd6e8feb86659fd93u);
    return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
  }

  // A number from 0 to n - 1, n at least 1. The bias, below n / 2^64, is far below what can be seen.
  int below(int n) {
    return static_cast<int>(static_cast<unsigned __int128>(next()) * static_cast<unsigned>(n) >> 64);
  }

 private:
  std::uint64_t state_;
};

}  // namespace quincunx
