#!/usr/bin/env bash
# See that a browser is there for the tests of the console. Without it they are skipped, and everything else works.
set -euo pipefail

command -v chromium >/dev/null && exit 0
if [[ $(id -u) -eq 0 ]] && command -v apt-get >/dev/null; then
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null && exit 0
fi
echo "chromium is not installed, so the console is not tested in a browser; run  sudo apt-get install chromium" >&2
