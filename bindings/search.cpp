// _core.Search and _core.plain_uct.
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "module.hpp"

using namespace quincunx;

namespace {

constexpr int most_threads = 256;
constexpr std::uint64_t most_visits = 2'000'000'000, least_memory = 1 << 20,
                        most_memory = std::uint64_t{128} << 30;

struct SearchHandle {
  GameHandle game;
  std::unique_ptr<AnySearch> search;
};

Tuning tuned(const GameHandle& game, const std::map<std::string, double>& given) {
  Tuning tuning = game.game->tuning();
  for (const auto& [name, value] : given) {
    bool known = false;
    for (const Setting& s : settings) {
      if (name != s.name) continue;
      if (!(value >= 0 && value <= s.most)) throw nb::value_error("a setting is out of range");
      s.set(tuning, value);
      known = true;
    }
    if (!known) throw nb::value_error("no such setting");
  }
  if (tuning.batch == 0) throw nb::value_error("a setting is out of range");
  return tuning;
}

Limits checked(std::uint64_t visits, double seconds) {
  if (visits < 1 || visits > most_visits) throw nb::value_error("visits are from 1 to 2,000,000,000");
  if (!(seconds >= 0)) throw nb::value_error("seconds are a number from 0 on");
  return {visits, seconds};
}

// Whether `stop` (None, or something with is_set()) is set.
auto asks(const nb::object& stop) {
  return [&stop] { return !stop.is_none() && nb::cast<bool>(stop.attr("is_set")()); };
}

// action, visits, value for the seat that chooses, verdict, line
using CandidateRow = std::tuple<int, std::uint32_t, double, int, std::vector<Action>>;

// candidates, verdict, visits, nodes, bytes, owners, mean and median lead
using ReportRow = std::tuple<std::vector<CandidateRow>, int, std::uint64_t, std::uint64_t, std::uint64_t,
                             std::vector<double>, std::optional<std::tuple<double, double>>>;

ReportRow report(const SearchHandle& s, std::size_t lines) {
  Report r = s.search->report(lines);
  std::vector<CandidateRow> rows;
  for (Candidate& c : r.candidates)
    rows.emplace_back(c.action, c.visits, c.value, static_cast<int>(c.verdict), std::move(c.line));
  std::optional<std::tuple<double, double>> lead;
  if (r.lead) lead.emplace(r.lead->mean / 2, r.lead->median / 2);
  return {rows, static_cast<int>(r.verdict), r.visits, r.nodes, r.bytes, r.owners, lead};
}

}  // namespace

void init_search(nb::module_& m) {
  nb::class_<SearchHandle>(m, "Search")
      .def(
          "__init__",
          [](SearchHandle* self, const GameHandle& game, int threads, std::uint64_t memory, std::uint64_t seed,
             const std::map<std::string, double>& settings) {
            if (threads < 1 || threads > most_threads) throw nb::value_error("threads are from 1 to 256");
            if (memory < least_memory || memory > most_memory)
              throw nb::value_error("memory is from 1 MiB to 128 GiB");
            Tuning tuning = tuned(game, settings);
            new (self) SearchHandle{game, game.game->search(tuning, memory, threads, seed)};
          },
          nb::arg("game"), nb::arg("threads"), nb::arg("memory"), nb::arg("seed"), nb::arg("settings"))
      .def(
          "begin",
          [](SearchHandle& s, const PositionHandle& p) {
            if (!(p.game == s.game)) throw nb::value_error("a position of another game");
            s.search->begin(*p.position);
          },
          nb::arg("position"),
          "Goes to a position; keeps what is known of it if it lies ahead of the last one.")
      .def(
          "forget", [](SearchHandle& s) { s.search->forget(); }, "Has the next begin() start anew.")
      .def(
          "run",
          [](SearchHandle& s, std::uint64_t visits, double seconds, const nb::object& stop) {
            Limits limits = checked(visits, seconds);
            interruptible([&](const std::atomic<bool>& halt) { s.search->run(limits, halt); }, asks(stop));
          },
          nb::arg("visits"), nb::arg("seconds"), nb::arg("stop").none(),
          "Searches until a limit is reached, the position is proven, or stop.is_set().")
      .def("report", &report, nb::arg("lines"),
           "Candidates (action, visits, value, verdict, line), verdict, visits, nodes, bytes, owners, lead.");

  m.def(
      "settings",
      [](const GameHandle& game) {
        std::map<std::string, double> out;
        Tuning tuning = game.game->tuning();
        for (const Setting& s : settings) out[s.name] = s.get(tuning);
        return out;
      },
      nb::arg("game"), "The settings of the search that this game has as a standard.");
  m.def(
      "plain_uct",
      [](const PositionHandle& p, std::uint64_t visits, double seconds, std::uint64_t seed,
         const nb::object& stop) {
        if (p.position->over()) throw nb::value_error("the game is over");
        Limits limits = checked(visits, seconds);
        return interruptible(
            [&](const std::atomic<bool>& halt) { return p.position->plain_uct(limits, seed, halt); },
            asks(stop));
      },
      nb::arg("position"), nb::arg("visits"), nb::arg("seconds"), nb::arg("seed"), nb::arg("stop").none(),
      "The step that plain UCT chooses, and how many simulations it made.");
}
