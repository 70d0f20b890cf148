// What the search is set to, game by game, and which playouts it uses.
#pragma once

#include "games/game.hpp"

namespace quincunx {

struct Tuning {
  float explore = 0.4f;        // the weight of the term that looks at what was little looked at
  float explore_early = 0.4f;  // the same where playouts stop before the end of the game
  float rave = 1000;           // visits after which "all moves as first" weighs half; 0: not used
  float urgency = 1;           // of a step that was never tried, above the mean of its node
  std::uint32_t expand = 4;    // visits after which a node gets children
  std::uint32_t batch = 1;     // playouts for each way down the tree
  std::uint32_t sensible = 1;  // whether playouts are the game's sensible ones, where it has any
  // Positions that the exact solver may look at for a node near the end; 0: not used.
  std::uint32_t solve = 1000;
  std::uint32_t solve_after = 64;  // visits after which the solver is asked; of the root's children at once
  float solve_rate = 1e6f;         // positions that it may look at for each visit, all nodes together
  float solve_root = 0.25f;        // positions that it may look at for the root, for each visit of the limit
  float solve_share = 0.1f;        // and how much of the time
  // At most so many of the visits that "all moves as first" takes from one turn before.
  std::uint32_t inherit = 20;
};

template <int N>
class Implo;
template <int N>
class Bargo;
template <int N>
class Topolo;
template <int N>
class Robble;
template <int N>
class Licled;

// What a game's search is set to. A game without an entry has what is above; the entries were found by matches
// at equal time.
template <class G>
inline constexpr Tuning tuned_for{};
template <int N>
inline constexpr Tuning tuned_for<Implo<N>>{.explore = 0.6f, .rave = 0, .expand = 1, .batch = 2};
template <int N>
inline constexpr Tuning tuned_for<Bargo<N>>{.explore = 0.15f};
template <int N>
inline constexpr Tuning tuned_for<Topolo<N>>{.explore = 0.025f, .explore_early = 0.1f, .batch = 12};
template <int N>
inline constexpr Tuning tuned_for<Robble<N>>{.explore = 0.08f};
template <int N>
inline constexpr Tuning tuned_for<Licled<N>>{
    .explore = 0.1f, .rave = 3000, .expand = 1, .solve = 200, .solve_rate = 0.5f, .inherit = 1000};

// The same by name, for those who experiment.
struct Setting {
  const char* name;
  double (*get)(const Tuning&);
  void (*set)(Tuning&, double);
  double most;  // from 0 on
};
template <auto Member>
constexpr Setting setting(const char* name, double most) {
  return {name, [](const Tuning& t) { return static_cast<double>(t.*Member); },
          [](Tuning& t, double v) { t.*Member = static_cast<std::remove_cvref_t<decltype(t.*Member)>>(v); },
          most};
}
inline constexpr std::array settings{
    setting<&Tuning::explore>("explore", 100),
    setting<&Tuning::explore_early>("explore_early", 100),
    setting<&Tuning::rave>("rave", 1e9),
    setting<&Tuning::urgency>("urgency", 100),
    setting<&Tuning::expand>("expand", 1e9),
    setting<&Tuning::batch>("batch", 1000),
    setting<&Tuning::inherit>("inherit", 1e9),
    setting<&Tuning::sensible>("sensible", 1),
    setting<&Tuning::solve>("solve", 1e9),
    setting<&Tuning::solve_rate>("solve_rate", 1e6),
    setting<&Tuning::solve_root>("solve_root", 1e6),
    setting<&Tuning::solve_share>("solve_share", 1),
};

// The playouts that a game has beside the uniform ones, if any.
template <class G>
struct Policy {
  using Playout = typename G::Playout;
};
template <class G>
  requires requires { typename G::SensiblePlayout; }
struct Policy<G> {
  using Playout = typename G::SensiblePlayout;
};

}  // namespace quincunx
