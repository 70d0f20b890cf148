// What Licled's searches cost at the worst: the nodes that one step takes, in random games and in games that
// look for claims. Nodes, not seconds: the same on every machine. bench/README.md says what a node takes.
#include <algorithm>
#include <vector>

#include "check.hpp"
#include "games/licled.hpp"

using namespace quincunx;

namespace {

// The most nodes that any step of these games took: judging all placements, playing the one chosen, and
// listing the loops that it may claim.
template <int N>
std::uint64_t worst(int games, bool eager) {
  Licled<N> game({0});
  typename Licled<N>::History history;
  std::vector<Action> actions(ActionSpace<Licled<N>>::size);
  NoEffects none;
  std::uint64_t most = 0;
  for (int i = 0; i < games; i++) {
    Random random(static_cast<std::uint64_t>(i), eager);
    auto state = game.start(history);
    while (!game.over(state)) {
      Licled<N>::reset_nodes();
      int n = game.legal(state, history, actions.data());
      // An eager player claims what there is to claim: leave is the first of the steps then.
      bool choice = !game.at_turn_start(state) && n > 1;
      int skip = eager && choice && text<Licled<N>>(actions[0]) == "leave" ? 1 : 0;
      game.apply(state, history, actions[skip + random.below(n - skip)], none);
      most = std::max(most, Licled<N>::nodes());
    }
  }
  return most;
}

void report(const char* what, std::uint64_t nodes, std::uint64_t bound) {
  std::printf("  licled %s: at most %lu nodes a step, bound %lu\n", what, nodes, bound);
  CHECK(nodes <= bound);
}

checks::Suite suite("licled cost", [] {
  report("side 7, random", worst<7>(60, false), 10000);
  report("side 7, eager", worst<7>(60, true), 10000);
  report("side 9, random", worst<9>(40, false), 50000);
  report("side 9, eager", worst<9>(40, true), 50000);
});

}  // namespace
