# make lab     open the course in JupyterLab        ARGS="--no-browser --port 8899" reaches JupyterLab
# make test    run the tests and every solution     ARGS="-k softmax" reaches pytest
# make test-slow   run the tests marked slow: each lesson in a browser, Binder's image, the heaviest attacks on grading
# make build   write lessons/ from solutions/
# make lint    check style, types and that lessons/ is what solutions/ makes
# make binder  pin Binder's environment anew, to be tried with make test-slow
# make clean   forget the environment

# The first Python that is new enough and can make environments, else the first that is new enough.
# Another one: make lab PYTHON=/path/to/python
PYTHON ?= $(shell for need in ', venv, ensurepip' ''; do \
    for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
      $$python -c "import sys$$need; sys.exit(sys.version_info < (3, 11))" 2>/dev/null && echo $$python && exit; \
    done; done; echo python3)
ARGS =

# Runs on any Python, however old.
define CHECK_PYTHON
import sys
version = sys.version.split()[0]
if sys.version_info < (3, 11):
    sys.exit("posenc needs Python 3.11 or newer, but %s is %s: install a newer one (https://www.python.org/downloads), "
             "or name one: make lab PYTHON=/path/to/python." % (sys.executable, version))
try:
    import venv, ensurepip
except ImportError:
    sys.exit("%s (Python %s) cannot make environments: install its venv module "
             "(on Debian and Ubuntu: apt install python3-venv)." % (sys.executable, version))
endef
export CHECK_PYTHON

# Shrinks pip's report to a dot a package; pip's errors pass beside it.
define DOTS
import sys
for line in sys.stdin:
    if line.startswith("Collecting"):
        print(".", end="", flush=True)
    elif line.startswith("Installing collected"):
        print(" unpacking", end="", flush=True)
print()
endef
export DOTS
export PIP_DISABLE_PIP_VERSION_CHECK = 1
export PIP_USER = 0

# "yes" while .venv has a Python that runs and was made in this folder (it may have been copied or moved here).
RUNS = .venv/bin/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
FRESH := $(shell $(RUNS) && test "$$(cat .venv/made-in 2>/dev/null)" = "$$(pwd -P)" && echo yes)

.PHONY: lab test test-slow lint build binder clean stale
.DELETE_ON_ERROR:

lab: .venv/lab.done
	@.venv/bin/python -m posenc lab $(ARGS)

test: .venv/test.done
	.venv/bin/python -m pytest -n auto --dist loadfile $(ARGS)

test-slow: .venv/test.done .venv/slow.done
	.venv/bin/python -m pytest -n auto --dist loadfile -m slow $(ARGS)

lint: .venv/dev.done
	.venv/bin/python -m ruff check
	.venv/bin/python -m ruff format --check
	.venv/bin/python -m mypy
	.venv/bin/python -m posenc build --check

build: .venv/lab.done
	.venv/bin/python -m posenc build $(ARGS)

binder: .venv/binder.done
	.venv/bin/python -m uv pip compile --quiet --upgrade --generate-hashes --no-emit-package posenc \
	  --python-version "$$(sed s/python-// binder/runtime.txt)" --python-platform linux \
	  --custom-compile-command 'make binder' --output-file binder/requirements.txt requirements.txt binder/requirements.in

clean:
	rm -rf .venv

# What each environment is for; a file is written only when its installation has ended well.
.venv/lab.done: WHAT = -r requirements.txt
.venv/test.done: WHAT = -e '.[test]'
.venv/dev.done: WHAT = -e '.[dev]'
.venv/binder.done: WHAT = -e '.[binder]'
.venv/slow.done: WHAT = -e '.[slow]'
.venv/dask.done: WHAT = -e '.[dask]'
.venv/%.done: .venv/made-in requirements.txt pyproject.toml
	@printf 'Installing into .venv (a minute or two the first time) '
	@rm -f $@; { .venv/bin/python -m pip install $(WHAT) && touch $@; } | .venv/bin/python -c "$$DOTS"
	@test -e $@ || { echo 'The installation did not finish, for the reason above; call make again to go on.' >&2; exit 1; }

# --clear, unless a sound environment is only missing its mark (made by hand, or interrupted).
.venv/made-in: $(if $(FRESH),,stale)
	@python="$(PYTHON)"; command -v "$$python" >/dev/null || { \
	  echo "posenc needs Python 3.11 or newer, but there is no $$python here: install it (https://www.python.org/downloads)." >&2; exit 1; }; \
	"$$python" -c "$$CHECK_PYTHON" || exit 1; \
	if $(RUNS) && test ! -e $@; then clear=; else clear=--clear; fi; \
	"$$python" -m venv $$clear .venv && pwd -P > $@
