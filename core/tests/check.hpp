// A check that can fail: counts, and says where.
#pragma once

#include <cstdio>

namespace quincunx::checks {

inline long passed = 0, failed = 0;

inline void check(bool holds, const char* what, const char* where, int line) {
  (holds ? passed : failed)++;
  if (!holds && failed < 20) std::printf("FAILED %s:%d: %s\n", where, line, what);
}

// Each file adds what it has to check; main.cpp runs all of them.
struct Suite {
  const char* name;
  void (*run)();
  Suite* next;
  static inline Suite* first = nullptr;
  Suite(const char* n, void (*r)()) : name(n), run(r), next(first) { first = this; }
};

}  // namespace quincunx::checks

#define CHECK(condition) ::quincunx::checks::check((condition), #condition, __FILE__, __LINE__)
