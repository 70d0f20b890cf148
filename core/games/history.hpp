// Positions that have been, for games where repetition matters: whole positions, not hashes, so that the
// answer is exact and a history can be mirrored and turned like a board.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace quincunx {

// How often each position was noted. Position: trivially copyable, ==, hash().
template <class Position>
class Appearances {
 public:
  int count(const Position& p) const {
    if (slots_.empty()) return 0;
    for (std::size_t i = p.hash() & mask();; i = (i + 1) & mask()) {
      if (slots_[i] == 0) return 0;
      const Entry& e = entries_[slots_[i] - 1];
      if (e.position == p) return e.times;
    }
  }

  // Notes one more appearance and returns how often p has been by now.
  int add(const Position& p) {
    if (entries_.size() * 2 >= slots_.size()) grow();
    for (std::size_t i = p.hash() & mask();; i = (i + 1) & mask()) {
      if (slots_[i] == 0) {
        entries_.push_back({p, 1});
        slots_[i] = static_cast<std::uint32_t>(entries_.size());
        return 1;
      }
      Entry& e = entries_[slots_[i] - 1];
      if (e.position == p) return ++e.times;
    }
  }

  // Empties it but keeps its memory, and so allocates nothing in the next game of the same length.
  void clear() {
    entries_.clear();
    std::fill(slots_.begin(), slots_.end(), 0u);
  }

  // Visits every position that was noted, as often as it was noted.
  template <class Visit>
  void each(Visit visit) const {
    for (const Entry& e : entries_)
      for (int i = 0; i < e.times; i++) visit(e.position);
  }

  // Visits every position that was noted, with how often it was.
  template <class Visit>
  void each_once(Visit visit) const {
    for (const Entry& e : entries_) visit(e.position, e.times);
  }

  // Equal as multisets: the order of the appearances has no bearing on the game.
  friend bool operator==(const Appearances& a, const Appearances& b) {
    if (a.entries_.size() != b.entries_.size()) return false;
    return std::all_of(a.entries_.begin(), a.entries_.end(),
                       [&](const Entry& e) { return b.count(e.position) == e.times; });
  }

 private:
  struct Entry {
    Position position;
    int times;
  };
  std::size_t mask() const { return slots_.size() - 1; }
  void grow() {
    slots_.assign(std::max<std::size_t>(256, slots_.size() * 2), 0u);
    for (std::size_t n = 0; n < entries_.size(); n++) {
      std::size_t i = entries_[n].position.hash() & mask();
      while (slots_[i] != 0) i = (i + 1) & mask();
      slots_[i] = static_cast<std::uint32_t>(n + 1);
    }
  }

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  // entry number + 1; a power of two, at most half full
};

}  // namespace quincunx
