// What playouts ended in, for reports: who had which cell, and by how many points a colour led.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/game.hpp"

namespace quincunx {

// The first colour's lead, in half points.
struct Lead {
  double mean, median;
};

template <class G>
class Samples {
 public:
  // Of all playouts, where games end by points.
  template <class Playout>
  void add_lead(const Playout& playout) {
    if constexpr (scored) leads_[static_cast<std::size_t>(playout.margin() + most_lead)]++;
  }
  // Of some playouts: this takes time.
  template <class Playout>
  void add_owners(const Playout& playout) {
    std::array<std::int8_t, G::Board::cells> owner;
    playout.owners(owner.data());
    boards_++;
    for (int i = 0; i < G::Board::cells; i++) owner_sums_[i] += owner[i] < 0 ? 0 : 1 - 2 * owner[i];
  }
  void add(const Samples& other) {
    boards_ += other.boards_;
    for (std::size_t i = 0; i < owner_sums_.size(); i++) owner_sums_[i] += other.owner_sums_[i];
    for (std::size_t i = 0; i < leads_.size(); i++) leads_[i] += other.leads_[i];
  }

  // For each cell how often the first colour had it, less the second.
  std::vector<double> owners() const {
    std::vector<double> out(G::Board::cells);
    for (std::size_t i = 0; i < out.size() && boards_; i++)
      out[i] = static_cast<double>(owner_sums_[i]) / static_cast<double>(boards_);
    return out;
  }
  std::optional<Lead> lead() const {
    std::uint64_t playouts = 0, seen = 0;
    for (std::uint64_t n : leads_) playouts += n;
    if (playouts == 0) return std::nullopt;
    Lead lead{0, 0};
    for (std::size_t i = 0; i < leads_.size(); i++) {
      const double half_points = static_cast<double>(i) - most_lead;
      if (2 * seen < playouts && 2 * (seen + leads_[i]) >= playouts) lead.median = half_points;
      seen += leads_[i];
      lead.mean += half_points * static_cast<double>(leads_[i]) / static_cast<double>(playouts);
    }
    return lead;
  }

 private:
  static constexpr bool scored = requires(const typename G::Playout& p) { p.margin(); };
  // In half points: all cells, as much komi, the button.
  static constexpr int most_lead = 4 * G::Board::cells + 1;

  std::int64_t boards_ = 0;
  std::array<std::int64_t, G::Board::cells> owner_sums_{};
  std::vector<std::uint64_t> leads_ = std::vector<std::uint64_t>(scored ? 2 * most_lead + 1 : 0);
};

}  // namespace quincunx
