// A set of cells as bits: Words 64-bit words, sized to the board at compile time.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace quincunx {

using Word = std::uint64_t;

// The place of the k-th set bit (k counts from 0) of a word that has more than k.
inline int select_bit(Word word, int k) {
#if defined(__BMI2__)
  return std::countr_zero(_pdep_u64(Word{1} << k, word));
#else
  for (; k > 0; k--) word &= word - 1;
  return std::countr_zero(word);
#endif
}

template <int Span>
struct Bits {
  static constexpr int span = Span;
  static constexpr int words = (Span + 63) / 64;

  std::array<Word, words> word{};

  static constexpr Bits one(int i) {
    Bits b;
    b.set(i);
    return b;
  }

  constexpr void set(int i) { word[index(i)] |= Word{1} << (i & 63); }
  constexpr void reset(int i) { word[index(i)] &= ~(Word{1} << (i & 63)); }
  constexpr bool has(int i) const { return word[index(i)] >> (i & 63) & 1; }

  constexpr bool none() const {
    Word any = 0;
    for (Word w : word) any |= w;
    return any == 0;
  }
  constexpr bool any() const { return !none(); }
  constexpr int count() const {
    int n = 0;
    for (Word w : word) n += std::popcount(w);
    return n;
  }
  // Fewer than two bits set. Cheaper than counting.
  constexpr bool at_most_one() const {
    if constexpr (words == 1) return (word[0] & (word[0] - 1)) == 0;
    return count() < 2;
  }

  // The lowest set bit's place; the set must not be empty.
  constexpr int lowest() const {
    if constexpr (words == 1) return std::countr_zero(word[0]);
    int i = 0;
    while (word[i] == 0) i++;
    return i * 64 + std::countr_zero(word[i]);
  }
  constexpr int pop_lowest() {
    int i = 0;
    if constexpr (words > 1)
      while (word[i] == 0) i++;
    int place = i * 64 + std::countr_zero(word[i]);
    word[i] &= word[i] - 1;
    return place;
  }
  // The place of the k-th set bit; the set must have more than k.
  int select(int k) const {
    if constexpr (words == 1) return select_bit(word[0], k);
    int i = 0;
    for (;; i++) {
      int here = std::popcount(word[i]);
      if (k < here) break;
      k -= here;
    }
    return i * 64 + select_bit(word[i], k);
  }

  template <class Visit>
  constexpr void each(Visit visit) const {
    for (int i = 0; i < words; i++)
      for (Word w = word[i]; w; w &= w - 1) visit(i * 64 + std::countr_zero(w));
  }

  constexpr bool operator==(const Bits&) const = default;
  constexpr bool meets(const Bits& b) const {
    Word any = 0;
    for (int i = 0; i < words; i++) any |= word[i] & b.word[i];
    return any != 0;
  }
  constexpr bool within(const Bits& b) const {
    Word any = 0;
    for (int i = 0; i < words; i++) any |= word[i] & ~b.word[i];
    return any == 0;
  }

  constexpr Bits& operator|=(const Bits& b) {
    for (int i = 0; i < words; i++) word[i] |= b.word[i];
    return *this;
  }
  constexpr Bits& operator&=(const Bits& b) {
    for (int i = 0; i < words; i++) word[i] &= b.word[i];
    return *this;
  }
  constexpr Bits& operator^=(const Bits& b) {
    for (int i = 0; i < words; i++) word[i] ^= b.word[i];
    return *this;
  }
  // Set difference.
  constexpr Bits& operator-=(const Bits& b) {
    for (int i = 0; i < words; i++) word[i] &= ~b.word[i];
    return *this;
  }
  friend constexpr Bits operator|(Bits a, const Bits& b) { return a |= b; }
  friend constexpr Bits operator&(Bits a, const Bits& b) { return a &= b; }
  friend constexpr Bits operator^(Bits a, const Bits& b) { return a ^= b; }
  friend constexpr Bits operator-(Bits a, const Bits& b) { return a -= b; }

  // Moves every bit up by Shift places (down where negative). Bits that leave the words are lost;
  // bits between span and the end of the last word are the caller's to mask.
  template <int Shift>
  constexpr Bits shifted() const {
    Bits out;
    if constexpr (Shift >= 0) {
      constexpr int far = Shift / 64, near = Shift % 64;
      for (int i = words - 1; i >= far; i--) {
        out.word[i] = word[i - far] << near;
        if constexpr (near != 0)
          if (i - far > 0) out.word[i] |= word[i - far - 1] >> (64 - near);
      }
    } else {
      constexpr int far = -Shift / 64, near = -Shift % 64;
      for (int i = 0; i + far < words; i++) {
        out.word[i] = word[i + far] >> near;
        if constexpr (near != 0)
          if (i + far + 1 < words) out.word[i] |= word[i + far + 1] << (64 - near);
      }
    }
    return out;
  }

 private:
  // With one word the index is always 0; saying so keeps the hot loops free of it.
  static constexpr int index(int i) { return words == 1 ? 0 : i >> 6; }
};

}  // namespace quincunx
