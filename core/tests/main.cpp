#include "check.hpp"

int main() {
  using namespace quincunx::checks;
  for (Suite* suite = Suite::first; suite; suite = suite->next) {
    long before = failed;
    suite->run();
    std::printf("%-16s %s\n", suite->name, failed == before ? "ok" : "FAILED");
  }
  std::printf("%ld passed, %ld failed\n", passed, failed);
  return failed != 0;
}
