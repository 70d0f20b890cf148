// _core.Solver.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <optional>

#include "module.hpp"

using namespace quincunx;

namespace {

constexpr std::size_t least_memory = std::size_t{1} << 12, most_memory = std::size_t{1} << 40;

// Searches one at a time; others may look on and stop it.
class SolverHandle {
 public:
  SolverHandle(const PositionHandle& p, std::size_t memory) : solver_(p.position->solver(memory)) {}

  std::optional<int> run(std::uint64_t budget) {
    std::lock_guard one(busy_);
    Solution found = solver_->solve(budget, stop_);
    return found.known ? std::optional(found.winner) : std::nullopt;
  }
  std::vector<Action> line(std::uint64_t budget) {
    std::lock_guard one(busy_);
    return solver_->line(budget, stop_);
  }
  void stop() { stop_ = true; }
  std::uint64_t positions() const { return solver_->progress().positions.load(std::memory_order_relaxed); }
  int question() const { return solver_->progress().question.load(std::memory_order_relaxed); }
  double fill() const { return solver_->table().fill(); }
  std::size_t memory() const { return solver_->table().bytes(); }

 private:
  std::unique_ptr<AnySolver> solver_;
  std::mutex busy_;
  std::atomic<bool> stop_ = false;
};

}  // namespace

void init_solver(nb::module_& m) {
  nb::class_<SolverHandle>(m, "Solver")
      .def(
          "__init__",
          [](SolverHandle* self, const PositionHandle& position, std::size_t memory) {
            if (memory < least_memory || memory > most_memory)
              throw nb::value_error("memory is from 4 KiB to 1 TiB");
            new (self) SolverHandle(position, memory);
          },
          nb::arg("position"), nb::arg("memory"))
      .def("run", &SolverHandle::run, nb::arg("positions"), nb::call_guard<nb::gil_scoped_release>(),
           "The seat that wins, -1 for a draw, None if that takes more positions or it was stopped.")
      .def("line", &SolverHandle::line, nb::arg("positions"), nb::call_guard<nb::gil_scoped_release>(),
           "Best play to the end; so many positions may be looked at for each step of it.")
      .def("stop", &SolverHandle::stop, "Ends, from any thread, what runs and all that comes later.")
      .def_prop_ro("positions", &SolverHandle::positions, "Looked at so far; from any thread.")
      .def_prop_ro("question", &SolverHandle::question)
      .def_prop_ro("fill", &SolverHandle::fill, "How full the table is, from 0 to 1.")
      .def_prop_ro("memory", &SolverHandle::memory, "What the table takes, in bytes.");
}
