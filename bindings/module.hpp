// What the binding files share.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <future>
#include <type_traits>

#include "any.hpp"

namespace nb = nanobind;

void init_game(nb::module_& m);
void init_position(nb::module_& m);
void init_search(nb::module_& m);
void init_solver(nb::module_& m);

// A game with what it was made of; what Python holds as _core.Game.
struct GameHandle {
  std::shared_ptr<const quincunx::AnyGame> game;
  int size;
  std::vector<int> options;
  bool operator==(const GameHandle& o) const {
    return game->description().name == o.game->description().name && size == o.size && options == o.options;
  }
};

// A position of that game; what Python holds as _core.Position.
struct PositionHandle {
  GameHandle game;
  quincunx::AnyPosition::Pointer position;
};

// Runs work(stop) without the GIL, and lets Ctrl-C through: it then stops and raises KeyboardInterrupt. Where
// cancelled(), which is asked with the GIL every few milliseconds, says so, it stops and returns as usual.
template <class Work, class Cancelled>
auto interruptible(Work work, Cancelled cancelled) {
  std::atomic<bool> stop = false;
  auto running = std::async(std::launch::async, [&] { return work(stop); });
  for (;;) {
    {
      nb::gil_scoped_release released;
      if (running.wait_for(std::chrono::milliseconds(stop ? 1000 : 10)) == std::future_status::ready) break;
    }
    if (stop) continue;
    if (PyErr_CheckSignals() != 0) {
      stop = true;
      nb::gil_scoped_release released;
      running.wait();
      break;
    }
    stop = cancelled();
  }
  if (PyErr_Occurred()) throw nb::python_error();
  return running.get();
}
template <class Work>
auto interruptible(Work work) {
  return interruptible(work, [] { return false; });
}
