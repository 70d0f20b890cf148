// THE list of games. A family is a game at all its sizes with its options; one line here adds it.
#pragma once

#include <array>
#include <stdexcept>
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

// Calls visit(game) with the game of that size, made from the options (in the order of Family::options).
template <class Family, class Visit>
decltype(auto) with_size(int size, Visit visit) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    using Result = decltype(visit.template operator()<Family::template Game<Family::sizes[0]>>());
    Result result{};
    ((size == Family::sizes[I] ? (result = visit.template operator()<typename Family::template Game<Family::sizes[I]>>(), true)
                               : false) ||
     ...);
    return result;
  }(std::make_index_sequence<Family::sizes.size()>{});
}

}  // namespace quincunx
