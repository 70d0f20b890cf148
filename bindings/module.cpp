// quincunx._core: the core as Python sees it. Every argument is checked here or in the file it names.
#include "module.hpp"

NB_MODULE(_core, m) {
  m.doc() = "The C++ core of quincunx. Use the package, not this module: it is a detail of it.";
  // Games and states that live until the interpreter ends are normal: the package caches games.
  nb::set_leak_warnings(false);
  init_game(m);
  init_position(m);
  init_search(m);
  init_solver(m);
}
