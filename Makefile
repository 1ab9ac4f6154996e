# Everything a fresh machine needs beyond python3 >= 3.11 goes into .venv.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

# Python writes no byte code with this set: every worker would compile all tests anew.
unexport PYTHONDONTWRITEBYTECODE
# Hypothesis would import what Selenium brings for it, which takes a third of a second.
export HYPOTHESIS_NO_PLUGINS := 1

.PHONY: prove test coverage quick costs mutants hunt check lint types tests format docs pictures site site-test clean

prove: $(VENV)/installed  ## Prove the paper's four claims.
	@$(BIN)/ttt-asp prove

# mypy takes one core for half a minute: the tests do not wait for it, but fail where it fails.
test: lint  ## Format, lint, types, and every test that takes up to 0.8 s.
	+@$(MAKE) --no-print-directory --jobs=2 types tests TESTS="not dear"

coverage: $(VENV)/installed-dev  ## Every test, the dear ones too, and the branches of the code that none takes.
	$(BIN)/pytest -n auto --dist worksteal --cov --cov-report=term:skip-covered

quick: lint  ## Format, lint, types, and the tests that take up to 0.06 s.
	+@$(MAKE) --no-print-directory --jobs=2 types tests TESTS="not slow and not dear"

costs: $(VENV)/installed-dev  ## Measure what the tests of `make test` take, and bring tests/costs.txt up to date.
	rm -f .costs
	CPU=.costs $(BIN)/pytest -n auto --dist worksteal -m "not dear"
	$(BIN)/python tests/measured.py .costs

mutants: $(VENV)/installed-dev  ## Change a line of the core, and see that its tests fail; some 290 times.
	$(BIN)/python tests/mutants/run.py

hunt: $(VENV)/installed-dev  ## The properties of random input, on 20 times the examples, and what takes long.
	HUNT=20 $(BIN)/pytest -n auto --dist worksteal -m "hypothesis or hunt or dear"

check: lint types  ## Format, lint, and types.

lint: $(VENV)/installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/codespell ttt_asp docs asp acl2 strategies README.md CONTRIBUTING.md CHANGES.md SECURITY.md

types: $(VENV)/installed-dev
	$(BIN)/mypy

tests: $(VENV)/installed-dev
	$(BIN)/pytest -n auto --dist worksteal -m "$(TESTS)" $(OPTIONS)

docs: $(VENV)/installed-dev  ## Write the pages that are made from the sources.
	$(BIN)/python docs/predicates.py
	$(BIN)/python docs/python_page.py

pictures: $(VENV)/installed-dev  ## Take the README's pictures, with Chromium.
	$(BIN)/python docs/pictures.py

site: $(VENV)/installed  ## Write the workbench as a page of files into site/; RUNTIME=DIR copies Pyodide from there.
	$(BIN)/ttt-asp workbench --static site $(if $(RUNTIME),--runtime $(RUNTIME))

site-test: $(VENV)/installed-dev  ## That page with clingo in WebAssembly, in node and Chromium; PYODIDE=DIR is its runtime.
	PYODIDE=$(PYODIDE) $(BIN)/pytest -p no:randomly -rs tests/extensions/workbench/test_site.py

format: $(VENV)/installed-dev  ## Format the Python files.
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "ttt-asp needs python3 >= 3.11"; exit 1; }
	@echo "installing into $(VENV) ..."
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "python3 has no venv module; on Debian: apt-get install python3-venv"; exit 1; }

$(VENV)/installed: $(VENV)/bin/python pyproject.toml
	@$(PIP) install -e .
	@touch $@

# Compiling everything takes ten seconds. Python compiles what is imported, when it is.
$(VENV)/installed-dev: $(VENV)/bin/python pyproject.toml
	@$(PIP) install --no-compile -e '.[dev]'
	@touch $@ $(VENV)/installed

clean:  ## Remove the environment and everything made by tools.
	rm -rf $(VENV) dist site .coverage .costs .mypy_cache .ruff_cache .pytest_cache .hypothesis
