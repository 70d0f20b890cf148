// A second search for the games in which nothing repeats: alpha-beta over win, draw and loss, with a plain
// table. It shares the rules with the solver, and nothing else. Compile it by hand:
//
//   g++ -O3 -march=native -std=c++20 -Icore tests/search/alpha_beta.cpp -o alpha_beta
//   ./alpha_beta topolo 4 0        (game, size, 1 for the swap)
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "games/registry.hpp"

using namespace quincunx;

namespace {

template <Game G>
class AlphaBeta {
 public:
  using State = typename G::State;
  explicit AlphaBeta(const G& game) : game_(game), table_(std::size_t{1} << 27) {
    for (auto& list : cuts_) list.resize(ActionSpace<G>::size);
  }
  std::uint64_t positions = 0;

  // For who is to move: at least what it returns if that is beta or more, at most if it is alpha or less.
  int value(const State& s, int alpha, int beta, int ply) {
    std::uint64_t key = least_key(s, ply);
    Entry* pair = &table_[key & (table_.size() - 2)];
    Entry* known = pair[0].key == key ? pair : pair[1].key == key ? pair + 1 : nullptr;
    if (known) {
      if (known->low >= beta || known->low == known->high) return known->low;
      if (known->high <= alpha) return known->high;
      alpha = std::max<int>(alpha, known->low);
      beta = std::min<int>(beta, known->high);
    }
    std::vector<Action> steps(ActionSpace<G>::size);
    NoHistory history;
    steps.resize(static_cast<std::size_t>(game_.legal(s, history, steps.data())));
    auto& cuts = cuts_[s.to_move];
    std::stable_sort(steps.begin(), steps.end(), [&](Action a, Action b) { return cuts[a] > cuts[b]; });
    int mover = seat_of(s, s.to_move), best = -2, bound = alpha;
    std::uint64_t before = positions;
    for (Action a : steps) {
      State next = s;
      NoEffects none;
      game_.apply(next, history, a, none);
      positions++;
      int v;
      if (game_.over(next)) {
        int winner = game_.outcome(next).winner;
        v = winner < 0 ? 0 : seat_of(next, winner) == mover ? 1 : -1;
      } else if (seat_of(next, next.to_move) == mover) {
        v = value(next, bound, beta, ply + 1);
      } else {
        v = -value(next, -beta, -bound, ply + 1);
      }
      best = std::max(best, v);
      bound = std::max(bound, best);
      if (best >= beta) {
        cuts[a]++;
        break;
      }
    }
    Entry& slot = known ? *known : pair[positions - before > 64 ? 0 : 1];
    if (!known) slot = {key, -1, 1};
    if (best > alpha) slot.low = static_cast<std::int8_t>(best);
    if (best < beta) slot.high = static_cast<std::int8_t>(best);
    return best;
  }

 private:
  struct Entry {
    std::uint64_t key;
    std::int8_t low, high;
  };
  std::uint64_t least_key(State s, int ply) const {
    s.swapped = 0;
    std::uint64_t key = game_.key(s);
    for (int t = 1; ply < 10 && t < G::symmetries; t++) key = std::min(key, game_.key(game_.transformed(s, t)));
    return key;
  }

  G game_;
  std::vector<Entry> table_;
  std::array<std::vector<std::uint64_t>, 2> cuts_;
};

template <class Family>
void run(int size, int option) {
  with_size<Family>(size, [&]<class G>() {
    std::array<int, Family::options.size()> options{};
    for (int& o : options) o = option;
    G game(options);
    AlphaBeta<G> search(game);
    NoHistory history;
    auto start = game.start(history);
    int value = search.value(start, 0, 1, 0);
    if (value == 0) value = search.value(start, -1, 0, 0);
    const char* words[] = {"the second seat wins", "a draw", "the first seat wins"};
    std::printf("%s size %d: %s, %lu positions\n", Family::name, size, words[value + 1], search.positions);
  });
}

}  // namespace

int main(int count, char** words) {
  if (count != 4) return 2;
  Families<ImploFamily, TopoloFamily, LicledFamily>::each([&]<class Family>() {
    if (!std::strcmp(words[1], Family::name)) run<Family>(std::atoi(words[2]), std::atoi(words[3]));
  });
}
