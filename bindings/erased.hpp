// The one place where the types of all games and sizes are erased: behind the interfaces of any.hpp.
#pragma once

#include "any.hpp"
#include "games/registry.hpp"
#include "search/perft.hpp"
#include "search/uct.hpp"

namespace quincunx {

template <Game G>
class PositionSolver final : public AnySolver {
 public:
  PositionSolver(const G& game, const typename G::State& state, const typename G::History& history,
                 std::size_t table_bytes)
      : solver_(game, table_bytes), state_(state), history_(history) {}
  Solution solve(std::uint64_t budget, const std::atomic<bool>& stop) override {
    return solver_.solve(state_, history_, budget, stop);
  }
  std::vector<Action> line(std::uint64_t budget, const std::atomic<bool>& stop) override {
    return solver_.line(state_, history_, budget, stop);
  }
  const SolverProgress& progress() const override { return solver_.progress(); }
  const ProofTable& table() const override { return solver_.table(); }

 private:
  Solver<G> solver_;
  typename G::State state_;
  typename G::History history_;
};

template <Game G>
class Position final : public AnyPosition {
 public:
  explicit Position(const G& game) : game_(game), state_(game_.start(history_)) {}

  int to_move() const override { return state_.to_move; }
  int seat() const override { return seat_of(state_, state_.to_move); }
  int seat_of_colour(int colour) const override { return seat_of(state_, colour); }
  bool over() const override { return game_.over(state_); }
  bool at_turn_start() const override { return game_.at_turn_start(state_); }
  Outcome outcome() const override { return game_.outcome(state_); }
  std::uint64_t key() const override { return game_.key(state_); }
  std::vector<Action> legal() const override {
    std::vector<Action> actions(ActionSpace<G>::size);
    actions.resize(static_cast<std::size_t>(game_.legal(state_, history_, actions.data())));
    return actions;
  }
  int why_illegal(Action a) const override { return game_.why_illegal(state_, history_, a); }
  Action understood(Action a) const override { return game_.understood(state_, a); }
  Pointer play(Action a) const override {
    auto next = std::make_shared<Position>(*this);
    next->make(a);
    return next;
  }
  std::vector<int> pieces() const override {
    std::vector<int> out(G::Board::cells);
    for (int i = 0; i < G::Board::cells; i++) out[i] = game_.piece(state_, i);
    return out;
  }
  std::vector<Fact> facts() const override { return game_.facts(state_); }
  Pointer transformed(int t) const override {
    // The state and its history by their own transformation; the steps played anew, which spells each of
    // them canonically and makes the effects of the last.
    auto image = std::make_shared<Position>(game_);
    for (Played p : steps_) image->make(game_.understood(image->state_, quincunx::transformed<G>(p.action, t)));
    image->state_ = game_.transformed(state_, t);
    image->history_ = game_.transformed(history_, t);
    return image;
  }
  bool equals(const AnyPosition& o) const override {
    auto& p = static_cast<const Position&>(o);
    return state_ == p.state_ && history_ == p.history_;
  }
  std::uint64_t perft(int depth, const std::atomic<bool>& stop) const override {
    return quincunx::perft(game_, state_, history_, depth, stop);
  }
  Playouts playouts(std::uint64_t games, std::uint64_t seed, int threads,
                    const std::atomic<bool>& stop) const override {
    return play_out_threads(game_, state_, history_, games, seed, threads, stop);
  }
  std::unique_ptr<AnySolver> solver(std::size_t table_bytes) const override {
    return std::make_unique<PositionSolver<G>>(game_, state_, history_, table_bytes);
  }

  std::pair<Action, std::uint64_t> plain_uct(const Limits& limits, std::uint64_t seed,
                                             const std::atomic<bool>& stop) const override {
    PlainUct<G> search(game_, seed);
    Action chosen = search.choose(state_, history_, limits, stop);
    return {chosen, search.simulations()};
  }

  const typename G::State& state() const { return state_; }
  const typename G::History& history() const { return history_; }

 private:
  void make(Action a) {
    EffectList effects;
    steps_.push_back({a, game_.at_turn_start(state_)});
    game_.apply(state_, history_, a, effects);
    effects_ = effects.list();
  }

  G game_;
  typename G::History history_;
  typename G::State state_;
};

template <Game G>
class ErasedSearch final : public AnySearch {
 public:
  ErasedSearch(const G& game, const Tuning& tuning, std::size_t memory, int threads, std::uint64_t seed)
      : search_(game, tuning, memory, threads, seed) {}

  void begin(const AnyPosition& position) override {
    auto& p = static_cast<const Position<G>&>(position);
    const auto& steps = p.steps();
    bool ahead = begun_ && steps.size() >= steps_.size() &&
                 std::equal(steps_.begin(), steps_.end(), steps.begin(),
                            [](Action a, const Played& b) { return a == b.action; });
    std::vector<Action> further;
    for (std::size_t i = ahead ? steps_.size() : 0; i < steps.size(); i++) further.push_back(steps[i].action);
    search_.begin(p.state(), p.history(), ahead ? &further : nullptr);
    if (!ahead) steps_.clear();
    steps_.insert(steps_.end(), further.begin(), further.end());
    begun_ = true;
  }
  void forget() override { begun_ = false; }
  void run(const Limits& limits, const std::atomic<bool>& stop) override { search_.run(limits, stop); }
  Report report(std::size_t lines) const override {
    const Node& root = search_.tree().root();
    const auto samples = search_.samples();
    return {search_.candidates(lines),
            search_.verdict(),
            root.tally.load().visits,
            search_.tree().size(),
            search_.tree().bytes(),
            samples.owners(),
            samples.lead()};
  }

 private:
  Search<G> search_;
  std::vector<Action> steps_;  // that lead to where the search is
  bool begun_ = false;
};

template <class Family, Game G>
class SizedGame final : public AnyGame {
 public:
  explicit SizedGame(const G& game) : game_(game) {
    Description& d = description_;
    d.name = Family::name;
    d.colours.assign(Family::colours.begin(), Family::colours.end());
    for (int i = 0; i < G::Board::cells; i++) d.cells.push_back(cell_name<typename G::Board>(i));
    for (const Kind& k : G::kinds) d.kinds.push_back(k.name);
    d.pieces.assign(G::pieces.begin(), G::pieces.end());
    d.reasons.assign(G::reasons.begin(), G::reasons.end());
    d.ends.assign(G::ends.begin(), G::ends.end());
    for (int a = 0; a < ActionSpace<G>::size; a++) {
      d.actions.push_back(text<G>(static_cast<Action>(a)));
      d.steps.push_back(ActionSpace<G>::step(static_cast<Action>(a)));
    }
    for (int t = 0; t < G::symmetries; t++) {
      auto& cells = d.cell_images.emplace_back();
      auto& actions = d.action_images.emplace_back();
      for (int i = 0; i < G::Board::cells; i++) cells.push_back(G::Board::image[t][i]);
      for (int a = 0; a < ActionSpace<G>::size; a++)
        actions.push_back(quincunx::transformed<G>(static_cast<Action>(a), t));
    }
  }
  AnyPosition::Pointer start() const override { return std::make_shared<Position<G>>(game_); }
  std::size_t state_bytes() const override { return sizeof(typename G::State); }
  Tuning tuning() const override { return tuned_for<G>; }
  std::unique_ptr<AnySearch> search(const Tuning& tuning, std::size_t memory, int threads,
                                    std::uint64_t seed) const override {
    return std::make_unique<ErasedSearch<G>>(game_, tuning, memory, threads, seed);
  }

 private:
  G game_;
};

template <class Family>
std::shared_ptr<const AnyGame> make_game(int size, const std::vector<int>& options) {
  std::shared_ptr<const AnyGame> made;
  with_size<Family>(size, [&]<class G>() {
    std::array<int, Family::options.size()> values{};
    for (std::size_t i = 0; i < values.size(); i++) values[i] = options[i];
    made = std::make_shared<SizedGame<Family, G>>(G(values));
  });
  return made;
}

}  // namespace quincunx
