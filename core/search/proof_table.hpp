// What a search for proofs remembers of positions: a table of a fixed size, shared by all its searches.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace quincunx {

// How hard it still is to show that the player to move reaches the aim, and that they fail: 0 is done,
// `never` cannot be done any more.
struct Proof {
  static constexpr std::uint32_t never = 1u << 30;
  static constexpr std::uint16_t any_path = 65535;
  std::uint32_t reach = 1, fail = 1;
  std::uint16_t from_ply = any_path;  // the first ply of the path that this depends on, if on any

  static constexpr Proof reached(std::uint16_t from_ply = any_path) { return {0, never, from_ply}; }
  static constexpr Proof failed(std::uint16_t from_ply = any_path) { return {never, 0, from_ply}; }
  bool done() const { return reach == 0 || fail == 0; }
};

class ProofTable {
 public:
  // Takes `bytes` of memory, or a little less, now; never more.
  explicit ProofTable(std::size_t bytes)
      : size_(std::max<std::size_t>(bytes / sizeof(Entry) / ways, 1) * ways),
        entries_(static_cast<Entry*>(std::calloc(size_, sizeof(Entry)))) {
    if (!entries_) throw std::bad_alloc();
  }

  // What earlier searches left is good still, but the first to be overwritten.
  void next_search() { age_++; }

  bool find(std::uint64_t key, Proof& proof) const {
    const Entry* bucket = at(key);
    for (int i = 0; i < ways; i++)
      if (bucket[i].key == key && bucket[i].used) {
        proof = bucket[i].proof;
        return true;
      }
    return false;
  }

  void store(std::uint64_t key, const Proof& proof, std::uint64_t effort) {
    Entry* bucket = at(key);
    Entry* worst = bucket;
    for (int i = 0; i < ways; i++) {
      Entry& e = bucket[i];
      if (!e.used || e.key == key) {
        worst = &e;
        break;
      }
      if (worth(e) < worth(*worst)) worst = &e;
    }
    if (!worst->used) filled_.store(filled_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    *worst = {key, proof, static_cast<std::uint8_t>(std::bit_width(effort) | 0x80), age_};
  }

  std::size_t bytes() const { return size_ * sizeof(Entry); }
  // Between 0 and 1; from any thread.
  double fill() const {
    return static_cast<double>(filled_.load(std::memory_order_relaxed)) / static_cast<double>(size_);
  }

 private:
  static constexpr int ways = 4;
  struct Entry {
    std::uint64_t key;
    Proof proof;
    std::uint8_t used;  // the bits of the effort, and a mark; 0: nothing is here
    std::uint8_t age;
  };

  // Old entries go first, then those that took little effort.
  int worth(const Entry& e) const { return (e.age == age_ ? 256 : 0) + e.used; }

  std::size_t first(std::uint64_t key) const {
    auto buckets = static_cast<unsigned __int128>(size_ / ways);
    return static_cast<std::size_t>(buckets * key >> 64) * ways;
  }
  Entry* at(std::uint64_t key) { return &entries_[first(key)]; }
  const Entry* at(std::uint64_t key) const { return &entries_[first(key)]; }

  struct Free {
    void operator()(Entry* e) const { std::free(e); }
  };
  std::size_t size_;
  std::unique_ptr<Entry[], Free> entries_;  // from calloc: memory that is never used is never touched
  std::atomic<std::size_t> filled_ = 0;
  std::uint8_t age_ = 0;
};

}  // namespace quincunx
