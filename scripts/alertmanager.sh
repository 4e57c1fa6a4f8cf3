#!/usr/bin/env bash
# See that Alertmanager is there for the tests of the hooks and for the demonstration. Without it the tests that need it
# are skipped, and the demonstration takes a recorded report.
set -euo pipefail

command -v prometheus-alertmanager >/dev/null && exit 0
if [[ $(id -u) -eq 0 ]] && command -v apt-get >/dev/null; then
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    prometheus-alertmanager >/dev/null && exit 0
fi
echo "prometheus-alertmanager is not installed, so no real one is tested with; run  sudo apt-get install prometheus-alertmanager" >&2
