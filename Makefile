# `make demo` shows the main job; `make test` takes a quarter of an hour, and `make test-all` tests everything; `make validate` is the whole proof of the tasks.
# Each sets up what it needs first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.headwater-setup

# An ordinary user can rarely make control groups. The agents here are Headwater's own, so weak isolation will do.
ISOLATION := $(if $(filter 0,$(shell id -u)),,--allow-weak-isolation)

# Headwater's own modules are not compiled by an installer: without bytecode, each process that a test starts would
# compile them again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-all test-agents test-system setup check validate bench lock clean

demo: setup
	$(BIN)/headwater run pipelines/broken-connection pipelines/csv-ingest --agent oracle --agent nop --agent counterfeit \
	  $(ISOLATION)

test: test-system check
	$(BIN)/pytest -n 3 --dist worksteal -m "not installs and not minutes"
	$(BIN)/headwater validate pipelines/broken-connection --attacks none $(ISOLATION)

# The agents that take minutes to install or to start, too.
test-agents: setup
	$(BIN)/pytest tests/agents -m installs

# Everything, without a limit of time, and 6,000 cases for each reader, 102,000 in all, of agent output (`tests/properties.py`).
test-all: test-system check
	HEADWATER_READER_CASES=6000 $(BIN)/pytest -n 2 --dist worksteal

check: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

validate: setup
	$(BIN)/headwater validate pipelines --attacks all $(ISOLATION)

bench: setup
	for script in benchmarks/bench_*.py; do $(BIN)/python $$script; done

setup: $(STAMP)

# A browser, for tests alone.
test-system: setup
	{ command -v chromium && command -v npm; } >/dev/null || PYTHON=$(PYTHON) sh scripts/setup.sh $(VENV) chromium npm

$(STAMP): requirements.lock pyproject.toml scripts/setup.sh
	PYTHON=$(PYTHON) sh scripts/setup.sh $(VENV)
	touch $(STAMP)

lock:
	$(BIN)/uv pip compile -q pyproject.toml --all-extras --group dev --universal --python-version 3.11 \
	  --generate-hashes --no-header --no-annotate -o requirements.lock
	$(BIN)/uv pip compile -q deploy/requirements.in --constraint requirements.lock --universal --python-version 3.11 \
	  --generate-hashes --no-header --no-annotate -o deploy/requirements.txt
	for folder in $(dir $(wildcard src/headwater/harnesses/*/requirements.in) \
	    $(wildcard src/headwater/harnesses/toolchains/*/requirements.in)); do \
	  $(BIN)/uv pip compile -q --universal --generate-hashes --no-header --no-annotate \
	    --python-version $$(sed -n 's/^# Python \([0-9.]*\)$$/\1/p' $${folder}requirements.in | grep . || echo 3.11) \
	    --no-emit-package dbt-core-experimental-parser \
	    $${folder}requirements.in -o $${folder}requirements.txt; done

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache
