# Everything is set up on the way: `make play` and `make test` work on a fresh machine.
VENV   := .venv
PYTHON ?= python3
BIN    := $(VENV)/bin
CORE   := $(shell find core bindings -name '*.hpp' -o -name '*.cpp' -o -name '*.in') CMakeLists.txt
CXX_FILES = $(shell find core bindings -name '*.hpp' -o -name '*.cpp')
MINUTES ?= 10
JOBS   := $(shell nproc 2>/dev/null || echo 2)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help: ## What can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

.PHONY: play
play: $(VENV)/built ## Play a game in the terminal
	@$(BIN)/quincunx play

.PHONY: test
test: lint types checks sanitize races pytest ## Lint, types, doctests, all tests, the core's checks (also sanitized)

.PHONY: build
build: $(VENV)/built ## Build the core and install the package into .venv

# A Debian without python3-venv makes a venv without pip: scripts/venv says what to install, or does it.
$(VENV)/tools: pyproject.toml scripts/venv
	@scripts/venv $(PYTHON) $(VENV)
	@touch $@

$(VENV)/built: $(VENV)/tools $(CORE) docs/rules/*.md
	@echo "Building the core (a minute or two the first time) ..."
	@CMAKE_BUILD_PARALLEL_LEVEL=$(JOBS) $(BIN)/pip install --quiet --no-build-isolation --no-deps --editable .
	@touch $@

.PHONY: lint
lint: $(VENV)/tools ## Lint and check the format of Python and C++
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)

.PHONY: format
format: $(VENV)/tools ## Format Python and C++
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CXX_FILES)

.PHONY: types
types: $(VENV)/built ## Check the types (mypy, strict)
	$(BIN)/mypy

.PHONY: pytest
pytest: $(VENV)/built ## Python tests and doctests
	$(BIN)/python -m pytest -q

define check_core
	@$(BIN)/cmake -S . -B $(1) -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja -DQUINCUNX_CHECKS=ON $(2) > /dev/null
	@$(BIN)/cmake --build $(1) --parallel $(JOBS) --target $(3)
	@for checks in $(3); do $(1)/$$checks || exit 1; done
endef

.PHONY: checks
checks: $(VENV)/tools ## The core's own checks
	$(call check_core,build/checks,-DQUINCUNX_SANITIZE=,core_checks search_checks)

.PHONY: sanitize
sanitize: $(VENV)/tools ## The core's own checks under AddressSanitizer and UndefinedBehaviorSanitizer
	$(call check_core,build/sanitize,-DQUINCUNX_SANITIZE=address$(comma)undefined,core_checks search_checks)
comma := ,

.PHONY: races
races: $(VENV)/tools ## The search's checks under ThreadSanitizer
	$(call check_core,build/races,-DQUINCUNX_SANITIZE=thread,search_checks)

.PHONY: bench
bench: $(VENV)/built ## Random games a second
	$(BIN)/quincunx bench

.PHONY: bench-search
bench-search: $(VENV)/built ## What is asked of the search: speed, threads, memory, endgames, plain UCT (an hour or two)
	$(BIN)/python bench/search.py

.PHONY: soak
soak: $(VENV)/built ## Random games, core against reference, for MINUTES=10
	$(BIN)/python -m tests.soak --minutes $(MINUTES)

.PHONY: docs
docs: $(VENV)/built ## Build the docs into site/
	$(BIN)/python docs/build.py

.PHONY: pictures
pictures: $(VENV)/built ## Draw the pictures of the README anew
	$(BIN)/python docs/pictures.py

.PHONY: clean
clean: ## Remove all that was built
	rm -rf build $(VENV) site dist
