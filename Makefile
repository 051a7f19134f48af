# `make run` and `make test` need Python 3.11 or newer with its venv module, make, and nothing else.

# Compiled modules are kept, whatever the shell says: tests start hundreds of processes, each of which reads them.
export PYTHONDONTWRITEBYTECODE :=

PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)
BIN := .venv/bin
UV_COMPILE := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command "make lock" pyproject.toml

.PHONY: run link test check checked bench types typed tested test-operations test-browser test-own-server proof rules lock

# Environment, embedded PostgreSQL, migrations, demonstration; API, projections and documentation on loopback.
run: .venv/ready-to-run
	@$(BIN)/scoresheet serve --demo

# The links of the demonstration once more, where they have scrolled away.
link: .venv/ready-to-run
	@$(BIN)/scoresheet demo --links

# For each save, in under a minute: style, the types of what changed, and the tests of the rules, which need no database.
# Properties are left to `make test`: they take longer than all the others.
check: .venv/ready-to-test
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --check --quiet .
	@$(MAKE) --no-print-directory --jobs=2 checked types

RULES := domain scoring standings pairing rating formats trf
checked:
	$(BIN)/pytest --quiet --workers 2 -m "not (proof or longer or hypothesis)" $(RULES:%=tests/%)

# Everything that is checked. Types are checked beside the tests, for that takes one core a minute.
test: .venv/ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@$(MAKE) --no-print-directory --jobs=2 typed tested

typed: types
	$(BIN)/lint-imports

types:
	$(BIN)/mypy

# Some tests wait for other processes: three at once keep two cores busy. They are copies of one process that has
# collected all tests, which takes a core as long as the types do.
tested:
	@mkdir -p var
	$(BIN)/pytest --workers 3 -m "not proof and not operations" -rfEs \
		--rule-table=var/rule_table.md

# Whole services that are installed, started, killed, backed up and restored. They wait for each other's ends, and so take
# as long as half of all the others.
test-operations: .venv/ready-to-test
	$(BIN)/pytest --workers 3 -m "operations and not proof" -rfEs

# The tests in a real browser alone, which fail where there is none.
test-browser: .venv/ready-to-browse
	SCORESHEET_TEST_BROWSER=demanded $(BIN)/pytest --workers 2 \
		-m "browser and not proof"

# Storage, migrations and kept histories on the PostgreSQL that the machine brings; fails where there is none.
test-own-server: .venv/ready-to-test
	SCORESHEET_TEST_OWN_SERVER=demanded $(BIN)/pytest tests/ops/test_own_server.py
	SCORESHEET_TEST_OWN_SERVER=demanded $(BIN)/python -m tests.own_server --workers 2 \
		-m "not proof" tests/journal tests/histories tests/ops/test_migrate.py tests/ops/test_database.py

# The long runs: fresh examples of each property, many of them, and the tests marked `proof`. Then all everyday tests
# on each PostgreSQL that the machine brings, and mutants of the domain.
proof: .venv/ready-to-test
	SCORESHEET_TEST_PROFILE=proof $(BIN)/pytest --numprocesses 2 -m "proof or longer or hypothesis" $(PROOF_OPTIONS)
	$(BIN)/python -m tests.own_server --workers 2 -m "not proof and not browser"
	$(BIN)/python -m tests.mutants named
	$(BIN)/python -m tests.mutants

# All that tests/bench measures, in one table of some twenty minutes; `make bench BENCH="rating journal"` measures these
# alone, and `make bench SIZE=full` at full size, in an hour or more.
bench: .venv/ready-to-test
	@SCORESHEET_TEST_BENCH=$(SIZE) $(BIN)/python -m tests.bench $(BENCH)

# Which tests show which rule, from their marks.
rules: .venv/ready-to-test
	@$(BIN)/python -m tests.rule_table

# Remakes the locks; add `LOCK_OPTIONS=--upgrade` for newer versions.
lock: .venv/ready-to-test
	$(UV_COMPILE) --group build --output-file requirements.lock --quiet $(LOCK_OPTIONS)
	$(UV_COMPILE) --group dev --constraint requirements.lock --output-file requirements-dev.lock --quiet $(LOCK_OPTIONS)
	$(UV_COMPILE) --group dev --group browser --constraint requirements-dev.lock \
		--output-file requirements-browser.lock --quiet $(LOCK_OPTIONS)
	@for extra in analysis identity-provider opentelemetry parquet passkeys; do \
		$(UV_COMPILE) --extra $$extra --constraint requirements-dev.lock --output-file requirements-$$extra.lock --quiet \
			$$(sed -n 's/^\([a-z0-9._-]*\).*==.*/--no-emit-package \1/p' requirements.lock) $(LOCK_OPTIONS) || exit 1; done

.venv/ready-to-run: requirements.lock pyproject.toml
	@if [ -z "$(PYTHON)" ]; then echo "Python 3.11 or newer is needed; name one: make PYTHON=/path/to/python3" >&2; exit 1; fi
	@$(PYTHON) ops/environment.py run

.venv/ready-to-test: .venv/ready-to-run requirements-dev.lock
	@$(PYTHON) ops/environment.py test

# What the tests in a real browser need besides Debian's chromium; without either they are skipped.
.venv/ready-to-browse: .venv/ready-to-test requirements-browser.lock
	@$(PYTHON) ops/environment.py browse
