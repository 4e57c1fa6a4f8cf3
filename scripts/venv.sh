#!/usr/bin/env bash
# Make a virtual environment: venv.sh PYTHON FOLDER. On Debian the module may have to be installed first.
set -euo pipefail
python=$1 folder=$2

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
  echo "ScriptSmith needs Python 3.11 or newer: make PYTHON=python3.11 …" >&2
  exit 1
}
if ! "$python" -c 'import ensurepip' 2>/dev/null; then
  if [[ $(id -u) -eq 0 ]] && command -v apt-get >/dev/null; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv >/dev/null
  else
    echo "Python's venv module is missing: run  sudo apt-get install python3-venv  and try again" >&2
    exit 1
  fi
fi
"$python" -m venv --clear "$folder"
