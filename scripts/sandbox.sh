#!/usr/bin/env bash
# See that the sandbox's program is there, and those that cases of the bench need in a box. Without them everything works
# but trying, verifying and rehearsing scripts, or proving those cases.
set -euo pipefail

missing=()
for program in bwrap:bubblewrap jq:jq openssl:openssl; do
  command -v "${program%:*}" >/dev/null || missing+=("${program#*:}")
done
((${#missing[@]})) || exit 0
if [[ $(id -u) -eq 0 ]] && command -v apt-get >/dev/null; then
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null && exit 0
fi
echo "not installed, so some or all scripts cannot be tried: ${missing[*]}; run  sudo apt-get install ${missing[*]}" >&2
