// _core.families() and _core.Game.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "games/registry.hpp"
#include "module.hpp"

using namespace quincunx;

namespace {

// name, standard, most (none: the number of cells), yes or no, the word for -1 (none: no such word)
using OptionRow = std::tuple<std::string, int, std::optional<int>, bool, std::optional<std::string>>;
// name, colours, sizes, standard size, options
using FamilyRow =
    std::tuple<std::string, std::vector<std::string>, std::vector<int>, int, std::vector<OptionRow>>;

std::vector<FamilyRow> families() {
  std::vector<FamilyRow> rows;
  Registry::each([&]<class Family>() {
    std::vector<OptionRow> options;
    for (const Option& o : Family::options)
      options.emplace_back(o.name, o.standard, o.most == Option::cells ? std::nullopt : std::optional(o.most),
                           o.yes_or_no, o.word ? std::optional<std::string>(o.word) : std::nullopt);
    rows.emplace_back(Family::name, std::vector<std::string>(Family::colours.begin(), Family::colours.end()),
                      std::vector<int>(Family::sizes.begin(), Family::sizes.end()), Family::standard_size,
                      options);
  });
  return rows;
}

GameHandle make(const std::string& name, int size, const std::vector<int>& options) {
  GameHandle handle{nullptr, size, options};
  Registry::each([&]<class Family>() {
    if (name != Family::name) return;
    if (std::find(Family::sizes.begin(), Family::sizes.end(), size) == Family::sizes.end())
      throw nb::value_error("no such size");
    if (options.size() != Family::options.size()) throw nb::value_error("wrong number of options");
    auto game = make_game<Family>(size, options);
    int cells = static_cast<int>(game->description().cells.size());
    for (std::size_t i = 0; i < options.size(); i++) {
      const Option& o = Family::options[i];
      int most = o.most == Option::cells ? cells : o.most;
      if (options[i] < (o.word ? -1 : 0) || options[i] > most) throw nb::value_error("option out of range");
    }
    handle.game = game;
  });
  if (!handle.game) throw nb::value_error("no such game");
  return handle;
}

template <class T>
auto array(const std::vector<T>& values) {
  auto* copy = new std::vector<T>(values);
  nb::capsule owner(copy, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::ndarray<nb::numpy, T, nb::ndim<1>>(copy->data(), {copy->size()}, owner);
}

void check_symmetry(const GameHandle& g, int i) {
  if (i < 0 || i >= static_cast<int>(g.game->description().cell_images.size()))
    throw nb::index_error("no such symmetry");
}

}  // namespace

void init_game(nb::module_& m) {
  m.def("families", &families, "The registry: name, colours, sizes, standard size and options of each game.");
  m.def(
      "changes", [] { return std::vector<std::string>(change_names.begin(), change_names.end()); },
      "The names of the changes that effects report.");

  nb::class_<GameHandle>(m, "Game")
      .def(
          "__init__",
          [](GameHandle* self, const std::string& name, int size, const std::vector<int>& options) {
            new (self) GameHandle(make(name, size, options));
          },
          nb::arg("name"), nb::arg("size"), nb::arg("options"))
      .def_prop_ro("name", [](const GameHandle& g) { return g.game->description().name; })
      .def_prop_ro("size", [](const GameHandle& g) { return g.size; })
      .def_prop_ro("options", [](const GameHandle& g) { return g.options; })
      .def_prop_ro("cells", [](const GameHandle& g) { return g.game->description().cells; })
      .def_prop_ro("kinds", [](const GameHandle& g) { return g.game->description().kinds; })
      .def_prop_ro("pieces", [](const GameHandle& g) { return g.game->description().pieces; })
      .def_prop_ro("reasons", [](const GameHandle& g) { return g.game->description().reasons; })
      .def_prop_ro("ends", [](const GameHandle& g) { return g.game->description().ends; })
      .def_prop_ro("actions", [](const GameHandle& g) { return g.game->description().actions; })
      .def_prop_ro("state_bytes", [](const GameHandle& g) { return g.game->state_bytes(); })
      .def_prop_ro(
          "steps",
          [](const GameHandle& g) {
            std::vector<std::tuple<int, int, int>> out;
            for (const Step& s : g.game->description().steps) out.emplace_back(s.kind, s.cell, s.extra);
            return out;
          },
          "Kind, cell and extra of each action; -1 where it has none.")
      .def_prop_ro("symmetries", [](const GameHandle& g) { return g.game->description().cell_images.size(); })
      .def(
          "cell_image",
          [](const GameHandle& g, int i) {
            check_symmetry(g, i);
            return array(g.game->description().cell_images[static_cast<std::size_t>(i)]);
          },
          nb::arg("symmetry"))
      .def(
          "action_image",
          [](const GameHandle& g, int i) {
            check_symmetry(g, i);
            return array(g.game->description().action_images[static_cast<std::size_t>(i)]);
          },
          nb::arg("symmetry"))
      .def("start", [](const GameHandle& g) { return PositionHandle{g, g.game->start()}; });
}
