// The tree that the search grows: nodes in one block of memory of a fixed size, so that the cap on memory
// holds by construction; growing takes one atomic addition and no lock.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "games/game.hpp"

namespace quincunx {

// What one thread writes and another reads should not lie in one line of the cache.
inline constexpr std::size_t cache_line = 64;

// What is known for certain of a node. Seats, not colours: a swap trades colours between seats.
enum class Verdict : std::uint8_t { open, first_seat, second_seat, draw };
constexpr Verdict won_by(int seat) { return seat == 0 ? Verdict::first_seat : Verdict::second_seat; }
// What the first seat gets of the two halves of a point.
constexpr int halves(Verdict p) { return p == Verdict::first_seat ? 2 : p == Verdict::draw ? 1 : 0; }

// How often, and what the first seat made of it in half points: both in one word, so that one addition
// updates them and one load reads them.
class Tally {
 public:
  struct Count {
    std::uint32_t visits, halves;
  };
  Count load() const {
    std::uint64_t w = word_.load(std::memory_order_relaxed);
    return {static_cast<std::uint32_t>(w >> 32), static_cast<std::uint32_t>(w)};
  }
  // Halves may be negative if they were added before. Alone: no other thread writes.
  void add(bool alone, std::uint32_t visits, std::int32_t halves) {
    std::uint64_t w =
        (static_cast<std::uint64_t>(visits) << 32) + static_cast<std::uint64_t>(std::int64_t{halves});
    if (alone)
      word_.store(word_.load(std::memory_order_relaxed) + w, std::memory_order_relaxed);
    else
      word_.fetch_add(w, std::memory_order_relaxed);
  }
  void set(std::uint32_t visits, std::uint32_t halves) {
    word_.store(static_cast<std::uint64_t>(visits) << 32 | halves, std::memory_order_relaxed);
  }
  void copy(const Tally& o) { word_.store(o.word_.load(std::memory_order_relaxed), std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> word_;
};

struct Node {
  enum : std::uint32_t { unexpanded, expanding, first_index };
  Tally tally;                          // simulations through here
  Tally amaf;                           // simulations in which this step was played at some later time
  std::atomic<std::uint32_t> children;  // the first one's number; or unexpanded, expanding
  std::uint16_t count;                  // of the children; to be read after `children`
  Action action;                        // that leads here
  std::atomic<Verdict> verdict;
  std::atomic<bool> tried;  // the exact solver has looked at it

  void begin(Action a) {
    tally.set(0, 0);
    amaf.set(0, 0);
    children.store(unexpanded, std::memory_order_relaxed);
    count = 0;
    action = a;
    verdict.store(Verdict::open, std::memory_order_relaxed);
    tried.store(false, std::memory_order_relaxed);
  }
  void copy(const Node& o) {
    tally.copy(o.tally);
    amaf.copy(o.amaf);
    children.store(o.children.load(std::memory_order_relaxed), std::memory_order_relaxed);
    count = o.count;
    action = o.action;
    verdict.store(o.verdict.load(std::memory_order_relaxed), std::memory_order_relaxed);
    tried.store(o.tried.load(std::memory_order_relaxed), std::memory_order_relaxed);
  }
  Verdict proven() const { return verdict.load(std::memory_order_relaxed); }
};
static_assert(sizeof(Node) == 32);

class Tree {
 public:
  // The memory is reserved, and taken from the system as the tree grows into it. In front of each block of
  // children there is room for so many bytes, for what their parent is to remember.
  Tree(std::size_t bytes, std::size_t remembered)
      : front_(static_cast<std::uint32_t>((remembered + sizeof(Node) - 1) / sizeof(Node))),
        room_(static_cast<std::uint32_t>(
            std::clamp<std::size_t>(bytes / sizeof(Node), 2 * Node::first_index, 0xffff0000u))),
        memory_(std::make_unique_for_overwrite<std::byte[]>(std::size_t{room_} * sizeof(Node))) {
    clear();
  }

  Node& operator[](std::uint32_t i) { return nodes()[i]; }
  const Node& operator[](std::uint32_t i) const { return nodes()[i]; }
  Node& root() { return nodes()[Node::first_index]; }
  const Node& root() const { return nodes()[Node::first_index]; }
  // How many nodes there are, and the memory that they take with all that is remembered.
  std::uint32_t size() const {
    return used() - Node::first_index - front_ * blocks_.load(std::memory_order_relaxed);
  }
  std::size_t bytes() const { return std::size_t{used()} * sizeof(Node); }
  std::size_t room() const { return room_; }

  void clear() {
    new (&root()) Node;
    root().begin(0);
    used_ = Node::first_index + 1;
    blocks_ = 0;
  }

  // The number of the first of so many new children, or 0 when the tree is full.
  std::uint32_t grow(std::uint32_t children) {
    const std::uint32_t count = front_ + children;
    if (used_.load(std::memory_order_relaxed) + count > room_) return 0;
    std::uint32_t first = used_.fetch_add(count, std::memory_order_relaxed);
    if (first > room_ - count) {
      used_.fetch_sub(count, std::memory_order_relaxed);
      return 0;
    }
    blocks_.fetch_add(1, std::memory_order_relaxed);
    first += front_;
    for (std::uint32_t i = 0; i < children; i++) new (nodes() + first + i) Node;
    return first;
  }

  // What is remembered with a block of children.
  std::byte* front(std::uint32_t first) const {
    return memory_.get() + std::size_t{first - front_} * sizeof(Node);
  }

  // Makes a node the root, keeps what is below it and moves it together. No search may be running. Blocks of
  // children lie behind the block of their parent, so that going up by number nothing is overwritten.
  void reroot(std::uint32_t node) {
    if (node == Node::first_index) return;
    struct Block {
      std::uint32_t first, parent;  // the node whose children they are
      std::uint16_t count;
    };
    std::vector<Block> blocks;
    std::vector<std::uint32_t> open{node};
    while (!open.empty()) {
      std::uint32_t n = open.back();
      open.pop_back();
      const Node& x = (*this)[n];
      std::uint32_t first = x.children.load(std::memory_order_relaxed);
      if (first < Node::first_index) continue;
      blocks.push_back({first, n, x.count});
      for (std::uint32_t i = 0; i < x.count; i++) open.push_back(first + i);
    }
    std::sort(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) { return a.first < b.first; });
    std::vector<std::uint32_t> moved(blocks.size());  // where each block is now
    auto place_of = [&](std::uint32_t n) {
      if (n == node) return std::uint32_t{Node::first_index};
      auto after = std::upper_bound(blocks.begin(), blocks.end(), n,
                                    [](std::uint32_t v, const Block& b) { return v < b.first; });
      auto i = static_cast<std::size_t>(after - blocks.begin() - 1);
      return moved[i] + (n - blocks[i].first);
    };
    root().copy((*this)[node]);
    std::uint32_t next = Node::first_index + 1;
    for (std::size_t b = 0; b < blocks.size(); b++) {
      next += front_;
      std::memmove(front(next), front(blocks[b].first), std::size_t{front_} * sizeof(Node));
      moved[b] = next;
      for (std::uint32_t i = 0; i < blocks[b].count; i++) (*this)[next + i].copy((*this)[blocks[b].first + i]);
      (*this)[place_of(blocks[b].parent)].children.store(next, std::memory_order_relaxed);
      next += blocks[b].count;
    }
    used_ = next;
    blocks_ = static_cast<std::uint32_t>(blocks.size());
  }

 private:
  std::uint32_t used() const { return std::min(used_.load(std::memory_order_relaxed), room_); }
  Node* nodes() const { return reinterpret_cast<Node*>(memory_.get()); }

  std::uint32_t front_;  // in nodes
  std::uint32_t room_;
  std::unique_ptr<std::byte[]> memory_;
  // All threads write these: they are kept away from what all threads read.
  alignas(cache_line) std::atomic<std::uint32_t> used_;  // nodes, with what is in front of them
  std::atomic<std::uint32_t> blocks_;                    // of children
};

}  // namespace quincunx
