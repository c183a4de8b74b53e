# Two commands matter: `make run` shows the application, `make test` proves it. Everything else is a part of those two.
PYTHON ?= python3
BIN := .venv/bin
export PYTHONDONTWRITEBYTECODE ?= 1

.DEFAULT_GOAL := help
.PHONY: help run reset test postgres fuzz faults lint format messages bench docs setup setup-dev web worker beat

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Install what is missing, then serve the demo at http://127.0.0.1:8000 (PORT=8001 for another port)
	@$(PYTHON) scripts/run.py

reset: ## Remove the demo's database and stored files; the next `make run` starts over
	@$(PYTHON) scripts/reset.py

web: setup ## Serve for real: DATABASE_URL, REDIS_URL, EMAIL_URL and the keys come from the environment (PORT=, PROCESSES=)
	$(BIN)/gunicorn wagecase.wsgi:application --bind 127.0.0.1:$(or $(PORT),8000) --worker-class gthread \
	  --workers $(or $(PROCESSES),2) --threads 4 --timeout 60 --graceful-timeout 20 --no-control-socket

worker: setup ## Work for real and keep at it: send messages, draw letters, handle deadlines (PROCESSES=2 workers)
	$(BIN)/python scripts/keep.py worker $(or $(PROCESSES),2) $(BIN)/celery -A wagecase.celery worker -n {name}@%h \
	  -Q notices,pdf,clocks,housekeeping -c 1 --without-gossip --without-mingle -l WARNING

beat: setup ## Ring the workers every few seconds, for retries and deadlines; one is enough, two do no harm
	$(BIN)/python scripts/keep.py beat 1 $(BIN)/celery -A wagecase.celery beat -l WARNING

test: setup-dev lint ## Check everything: format, lint, types, then the tests (ARGS="tests/rules -k roll" for some)
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder $(ARGS)
	$(if $(ARGS),,$(BIN)/python scripts/postgres_leg.py)

faults: setup-dev ## Kill, freeze, stall and refuse with real processes, at full size (40 minutes; ARGS="-k f4" for one)
	FAULTS_REQUIRED=1 $(BIN)/python -m pytest tests/faults tests/deadlines/test_four_hundred_days.py -n 0 \
	  -m "faults_long or not faults_long" $(ARGS)

postgres: setup-dev ## Run what leans on the database on PostgreSQL (TEST_POSTGRES_URL, this machine's server, or a private one)
	$(BIN)/python scripts/postgres_leg.py $(ARGS)

fuzz: setup-dev ## Random forms to every address for five minutes (ARGS=1200 for more seconds), 10,000 lines to each calculator
	FUZZ_SECONDS=$(or $(ARGS),300) $(BIN)/python -m pytest -n 0 tests/fuzz

lint: setup-dev ## Check format, lint and types
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy

format: setup-dev ## Format the code and sort the imports
	$(BIN)/ruff check --select I --fix
	$(BIN)/ruff format

messages: setup-dev ## Collect the public sentences into locale/ and compile the translations
	$(BIN)/python scripts/messages.py

bench: setup-dev ## Measure against the least it can cost; needs PostgreSQL (ARGS=queue for one subject)
	$(BIN)/python -m bench $(ARGS)

docs: setup-dev ## Write docs/generated/ from the tables of the application
	$(BIN)/python manage.py generate_docs --settings wagecase.settings_test

setup:
	@$(PYTHON) scripts/bootstrap.py run

setup-dev:
	@$(PYTHON) scripts/bootstrap.py test
