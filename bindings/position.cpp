// _core.Position.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>

#include "module.hpp"

using namespace quincunx;

namespace {

constexpr int most_depth = 64, most_threads = 256;
constexpr std::uint64_t most_games = 1'000'000'000'000;

Action checked(const PositionHandle& p, int action) {
  if (action < 0 || action >= static_cast<int>(p.game.game->description().actions.size()))
    throw nb::index_error("no such action");
  return static_cast<Action>(action);
}

auto mask(const PositionHandle& p) {
  std::size_t size = p.game.game->description().actions.size();
  auto* cells = new bool[size]();
  nb::capsule owner(cells, [](void* data) noexcept { delete[] static_cast<bool*>(data); });
  for (Action a : p.position->legal()) cells[a] = true;
  return nb::ndarray<nb::numpy, bool, nb::ndim<1>>(cells, {size}, owner);
}

// winner, reason, figures, at
using OutcomeRow = std::tuple<int, int, std::optional<std::tuple<double, double>>, int>;

OutcomeRow outcome(const PositionHandle& p) {
  if (!p.position->over()) throw nb::value_error("the game goes on");
  Outcome o = p.position->outcome();
  std::optional<std::tuple<double, double>> figures;
  if (o.scored) figures.emplace(o.half_points[0] / 2.0, o.half_points[1] / 2.0);
  return {o.winner, o.reason, figures, o.at};
}

}  // namespace

void init_position(nb::module_& m) {
  nb::class_<PositionHandle>(m, "Position")
      .def_prop_ro("game", [](const PositionHandle& p) { return p.game; })
      .def_prop_ro("to_move", [](const PositionHandle& p) { return p.position->to_move(); })
      .def_prop_ro("seat", [](const PositionHandle& p) { return p.position->seat(); })
      .def(
          "seat_of",
          [](const PositionHandle& p, int colour) {
            if (colour != 0 && colour != 1) throw nb::value_error("a colour is 0 or 1");
            return p.position->seat_of_colour(colour);
          },
          nb::arg("colour"))
      .def_prop_ro("over", [](const PositionHandle& p) { return p.position->over(); })
      .def_prop_ro("at_turn_start", [](const PositionHandle& p) { return p.position->at_turn_start(); })
      .def_prop_ro("key", [](const PositionHandle& p) { return p.position->key(); })
      .def("outcome", &outcome, "Winner or -1, reason, figures, at; only when the game is over.")
      .def("legal", [](const PositionHandle& p) { return p.position->legal(); })
      .def("legal_mask", &mask)
      .def(
          "why_illegal",
          [](const PositionHandle& p, int action) { return p.position->why_illegal(checked(p, action)); },
          nb::arg("action"), "The index of the reason, or -1 for a legal action.")
      .def(
          "understood",
          [](const PositionHandle& p, int action) { return p.position->understood(checked(p, action)); },
          nb::arg("action"))
      .def(
          "play",
          [](const PositionHandle& p, int action) {
            Action a = checked(p, action);
            if (p.position->why_illegal(a) != legal) throw nb::value_error("illegal action");
            return PositionHandle{p.game, p.position->play(a)};
          },
          nb::arg("action"))
      .def(
          "pieces", [](const PositionHandle& p) { return p.position->pieces(); },
          "What stands on each cell: index of the piece, or -1.")
      .def("facts",
           [](const PositionHandle& p) {
             std::vector<std::tuple<std::string, std::vector<std::vector<int>>, std::vector<int>>> out;
             for (const Fact& f : p.position->facts()) out.emplace_back(f.name, f.sets, f.numbers);
             return out;
           })
      .def(
          "steps",
          [](const PositionHandle& p) {
            std::vector<std::tuple<int, bool>> out;
            for (const Played& s : p.position->steps()) out.emplace_back(s.action, s.begins_turn);
            return out;
          },
          "The actions played so far, and whether each began a turn.")
      .def(
          "effects",
          [](const PositionHandle& p) {
            std::vector<std::tuple<int, int, int, int, int>> out;
            for (const Effect& e : p.position->effects())
              out.emplace_back(static_cast<int>(e.change), e.stage, e.cell, e.to, e.piece);
            return out;
          },
          "Change, stage, cell, to and piece of each effect of the last step; -1 where it has none.")
      .def(
          "transformed",
          [](const PositionHandle& p, int symmetry) {
            if (symmetry < 0 || symmetry >= static_cast<int>(p.game.game->description().cell_images.size()))
              throw nb::index_error("no such symmetry");
            return PositionHandle{p.game, p.position->transformed(symmetry)};
          },
          nb::arg("symmetry"))
      .def(
          "equals",
          [](const PositionHandle& p, const PositionHandle& o) {
            return p.game == o.game && p.position->equals(*o.position);
          },
          nb::arg("other"))
      .def(
          "perft",
          [](const PositionHandle& p, int depth) {
            if (depth < 0 || depth > most_depth) throw nb::value_error("depth is from 0 to 64");
            return interruptible([&](const std::atomic<bool>& stop) { return p.position->perft(depth, stop); });
          },
          nb::arg("depth"))
      .def(
          "playouts",
          [](const PositionHandle& p, std::uint64_t games, std::uint64_t seed, int threads) {
            if (games > most_games) throw nb::value_error("too many games");
            if (threads < 1 || threads > most_threads) throw nb::value_error("threads are from 1 to 256");
            Playouts r = interruptible([&](const std::atomic<bool>& stop) {
              return p.position->playouts(games, seed, threads, stop);
            });
            return std::make_tuple(r.games, r.steps, r.wins[0], r.wins[1], r.wins[2]);
          },
          nb::arg("games"), nb::arg("seed"), nb::arg("threads"),
          "Random games to the end: games, steps, wins of the first and second colour, draws.");
}
