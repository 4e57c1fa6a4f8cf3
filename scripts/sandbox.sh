#!/usr/bin/env bash
# See that the sandbox's program is there. Without it everything works but trying, verifying and rehearsing scripts.
set -euo pipefail

command -v bwrap >/dev/null && exit 0
if [[ $(id -u) -eq 0 ]] && command -v apt-get >/dev/null; then
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq bubblewrap >/dev/null && exit 0
fi
echo "bubblewrap is not installed, so no script can be tried: run  sudo apt-get install bubblewrap" >&2
