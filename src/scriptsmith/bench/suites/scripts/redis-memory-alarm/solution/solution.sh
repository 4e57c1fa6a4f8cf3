#!/usr/bin/env bash
# Checks how much of its allowed memory the local Redis uses.
set -euo pipefail

unknown() {
  printf 'UNKNOWN %s\n' "$1"
  exit 3
}

(($# == 2)) || unknown 'two thresholds are needed: WARNING CRITICAL'
[[ $1 =~ ^[0-9]+$ && $2 =~ ^[0-9]+$ ]] || unknown 'thresholds are whole percentages'
warning=$((10#$1)) critical=$((10#$2))

info=$(redis-cli INFO memory) || unknown 'Redis does not answer'
info=${info//$'\r'/}
used=$(sed -n 's/^used_memory:\([0-9]\{1,\}\)$/\1/p' <<<"$info")
limit=$(sed -n 's/^maxmemory:\([0-9]\{1,\}\)$/\1/p' <<<"$info")
[[ -n $used && -n $limit ]] || unknown 'Redis does not tell its memory'

if ((limit == 0)); then
  printf 'OK no limit\n'
  exit 0
fi
percent=$((used * 100 / limit))
if ((percent >= critical)); then
  printf 'CRITICAL %d%%\n' "$percent"
  exit 2
elif ((percent >= warning)); then
  printf 'WARNING %d%%\n' "$percent"
  exit 1
fi
printf 'OK %d%%\n' "$percent"
