# One command each; every target sets itself up in $(VENV) first.
#   make            lint, types and tests
#   make demo       the whole story in the terminal; DEMO_LANG=zh tells it in Chinese
#   make bench      every benchmark, quickly; FULL=1 whole, NAME=scale that one, DATA=dir for sets
#   make install-check           what users install, in fresh environments; ALL=1 every extra
#   make conformance SUITE=...   another project's suite on our adapter

VENV ?= .venv
PYTHON ?= python3
DEMO_LANG ?= en
BIN := $(VENV)/bin

# The package as a user has it, then what working on it needs: the demo must run on the first alone.
INSTALLED := $(VENV)/.stratal-installed
DEVELOP := $(VENV)/.stratal-develop

.DEFAULT_GOAL := test
.PHONY: test lint demo bench install-check conformance clean

$(INSTALLED): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(DEVELOP): $(INSTALLED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,documents,postgres]'
	touch $@

# A file to one worker: what its tests share is made once.
test: lint
	$(BIN)/python -m pytest -n 2 --dist loadfile

lint: $(DEVELOP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

demo: $(INSTALLED)
	$(BIN)/stratal demo --lang $(DEMO_LANG)

install-check: $(INSTALLED)
	$(BIN)/python scripts/check_install.py $(if $(ALL),--all)

# `__init__`, data loaders and the like are no benchmarks: the ones that can run have a `main`.
BENCHMARKS := $(patsubst benchmarks/%.py,%,$(shell grep -ls '^def main' benchmarks/*.py))

# Whole, each writes what it found to where results are kept; recall and junk need a data set.
RESULTS := benchmarks/results
WHOLE_context = --save $(RESULTS) $(if $(DATA),--data $(DATA))
WHOLE_junk = $(if $(DATA),--data $(DATA) --save $(RESULTS),--quick)
WHOLE_recall = $(if $(DATA),--data $(DATA) --save $(RESULTS),--quick)

define run
@echo '== $(1)'
@$(BIN)/python -m benchmarks.$(1) $(if $(FULL),$(or $(WHOLE_$(1)),--save $(RESULTS)),--quick)

endef

bench: $(INSTALLED)
	@test -n "$(BENCHMARKS)" || { echo 'no benchmarks yet' >&2; exit 2; }
ifdef FULL
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
endif
	$(foreach name,$(or $(NAME),$(BENCHMARKS)),$(call run,$(name)))

# A suite exists when its adapter does.
SUITES := anthropic-memory-tool

conformance: $(DEVELOP)
	@echo 'suites: $(or $(SUITES),none yet)'
ifeq ($(filter $(SUITE),$(SUITES)),)
	@echo 'no suite "$(SUITE)": make conformance SUITE=<name>' >&2; exit 2
else
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[all]'
	$(BIN)/python -m tests.conformance $(SUITE)
endif

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
