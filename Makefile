# Everything that a fresh machine needs is set up by these targets: Python 3.11, git and make are enough.
PYTHON ?= python3
VENV ?= .venv
ACTION ?= compress log files older than 7 days in a directory
PORT ?= 8080
ANSIBLE ?= /usr/local/lib/scriptsmith/ansible
MODEL ?=
BIN = $(VENV)/bin
# A run of the tests starts hundreds of interpreters: they share what one has compiled.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: ansible demo demo-incident serve test test-all prove prove-real mutants setup lint lock docs clean bench

demo: setup  ## run the main job: from the catalogue, then by a model if one is configured; MODEL=small fetches one
	@ACTION='$(subst ','\'',$(ACTION))' MODEL='$(MODEL)' BIN='$(BIN)' bash scripts/demo.sh

demo-incident: setup  ## from an alert to a published script, on an embedded database of its own
	@bash scripts/alertmanager.sh || true
	@$(BIN)/python scripts/demo_incident.py

serve: setup  ## the console and the API on this machine; the first start prints a link that lets an admin in
	@$(BIN)/scriptsmith serve --port '$(PORT)'

test: setup lint  ## every promise once: what is marked `thorough` is left to test-all
	@bash scripts/browser.sh
	@bash scripts/alertmanager.sh
	$(BIN)/python -m pytest --numprocesses 4 -m "not thorough"

test-all: setup lint  ## the whole suite: every entry, case, hostile script and control
	@bash scripts/browser.sh
	@bash scripts/alertmanager.sh
	$(BIN)/python -m pytest --numprocesses 2 --durations 25 --durations-min 10

prove: setup  ## prove the entries and cases that changed since they were proven, and record it in tests/proofs.txt
	$(BIN)/python -m tests.proofs

prove-real: setup  ## run the shipped entries against real services, as root, and record what they showed beside them
	SCRIPTSMITH_PATHS__CATALOGUE=src/scriptsmith/catalogue $(BIN)/scriptsmith catalogue machine --missing --kubernetes
	SCRIPTSMITH_PATHS__CATALOGUE=src/scriptsmith/catalogue $(BIN)/scriptsmith catalogue verify --real --stale

mutants: setup  ## try whether the tests of the shipped entries notice small faults, and record it in tests/mutants.jsonl
	SCRIPTSMITH_PATHS__CATALOGUE=src/scriptsmith/catalogue $(BIN)/scriptsmith catalogue verify --mutants --record tests/mutants.jsonl

ansible:  ## Ansible's own programs, GPL and never imported, in an environment of their own that a box shows
	@bash scripts/ansible.sh '$(ANSIBLE)'

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/shellcheck scripts/*.sh .ci/run src/scriptsmith/catalogue/harness.sh src/scriptsmith/bench/*.sh \
	  src/scriptsmith/adapters/machine/*.sh
	$(BIN)/shellcheck --severity warning --exclude SC2034,SC2120,SC2154,SC2038,SC1078,SC1079 src/scriptsmith/catalogue/fixtures/*.sh

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml requirements/dev.lock
	@bash scripts/venv.sh '$(PYTHON)' '$(VENV)'
	@bash scripts/sandbox.sh
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

lock:  ## pin every dependency with hashes, without addresses
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate \
	  --no-header --group dev --output-file requirements/dev.lock pyproject.toml requirements/build.in
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate \
	  --no-header --output-file requirements/run.lock pyproject.toml

docs: setup  ## generate the reference pages and the quick help text
	$(BIN)/python scripts/reference.py
	$(BIN)/python scripts/rules.py
	$(BIN)/python scripts/openapi.py

bench: setup  ## speed, as ratios
	$(BIN)/python benchmarks/speed.py

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
