#!/bin/sh
# Install Headwater's dependencies: a few system packages, which are listed first, and locked Python packages in a virtual
# environment.
#
# Usage: setup.sh VENV [PROGRAM...]
#
# PYTHON names the interpreter, which must be 3.11 or newer. Each PROGRAM is needed by tests and installed from the system
# package of the same name.
set -eu
venv=$1
shift
python=${PYTHON:-python3}

have() { command -v "$1" >/dev/null 2>&1; }

packages=
for program in "$@"; do have "$program" || packages="$packages $program"; done
have bwrap || packages="$packages bubblewrap"
have redis-server || packages="$packages redis-server"  # needed by tasks that use Redis
have faketime || packages="$packages faketime"  # sets the date for dbt in tasks with a fixed clock
{ have setpriv && have prlimit; } || packages="$packages util-linux"
have "$python" || packages="$packages python3 python3-venv"
if have "$python"; then
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "setup: $python is older than 3.11; run: make setup PYTHON=python3.12" >&2
    exit 2
  }
  "$python" -c 'import ensurepip' 2>/dev/null || packages="$packages python3-venv"
fi
if [ -n "$packages" ]; then
  if [ "$(id -u)" = 0 ]; then as_root=; elif have sudo; then as_root=sudo; else
    echo "setup: these system packages are missing; as root: apt-get install$packages" >&2
    exit 2
  fi
  echo "setup: installing system packages:$packages"
  $as_root apt-get update -qq
  DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qq -y --no-install-recommends $packages >/dev/null
fi

if [ ! -x "$venv/bin/uv" ]; then
  echo "setup: making $venv"
  "$python" -m venv "$venv"
  # The lock file also pins uv itself.
  "$venv/bin/python" -m pip --quiet --disable-pip-version-check install "$(sed -n 's/^\(uv==[^ ]*\).*/\1/p' requirements.lock)"
fi
echo "setup: installing locked Python packages"
"$venv/bin/uv" --quiet pip sync --python "$venv/bin/python" --require-hashes --compile-bytecode --link-mode=copy \
  requirements.lock
"$venv/bin/uv" --quiet pip install --python "$venv/bin/python" --no-deps --no-build-isolation --editable .
