// THE list of games. A family is a game at all its sizes, with its options; naming it in `Registry`,
// on one line, is all that it takes to be known everywhere: the build, the bindings and Python read it.
#pragma once

#include <utility>

#include "games/bargo.hpp"
#include "games/implo.hpp"
#include "games/licled.hpp"
#include "games/robble.hpp"
#include "games/topolo.hpp"

namespace quincunx {

template <class... Family>
struct Families {
  // Calls visit.operator()<Family>() for each family, in order.
  template <class Visit>
  static void each(Visit visit) {
    (visit.template operator()<Family>(), ...);
  }
};

using Registry = Families<ImploFamily, BargoFamily, TopoloFamily, RobbleFamily, LicledFamily>;

// Calls visit.operator()<Game>() with the family's game of that size, which must be one of its sizes.
template <class Family, class Visit>
void with_size(int size, Visit visit) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    ((size == Family::sizes[I]
          ? (visit.template operator()<typename Family::template Game<Family::sizes[I]>>(), 0)
          : 0),
     ...);
  }(std::make_index_sequence<Family::sizes.size()>{});
}

}  // namespace quincunx
