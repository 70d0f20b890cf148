// quincunx._core: the core as Python sees it. Every argument is checked here or in the file it names.
#include "module.hpp"

NB_MODULE(_core, m) {
  m.doc() = "The C++ core of quincunx. Use the package, not this module: it is a detail of it.";
  init_game(m);
  init_position(m);
}
