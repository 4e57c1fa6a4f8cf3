#!/usr/bin/env bash
# Tells whether several resolvers give the same IPv4 addresses for a name.
set -euo pipefail

if (($# < 3)); then
  printf 'usage: %s NAME RESOLVER RESOLVER...\n' "${0##*/}" >&2
  exit 2
fi
name=$1
shift

differ=0 silent=0 first=''
for resolver in "$@"; do
  if ! answer=$(dig "@$resolver" +short +time=2 +tries=2 A "$name"); then
    printf '%s unreachable\n' "$resolver"
    silent=1
    continue
  fi
  addresses=$(sed -n '/^[0-9][0-9.]*$/p' <<<"$answer" | LC_ALL=C sort -u | paste -sd, -)
  addresses=${addresses:-none}
  printf '%s %s\n' "$resolver" "$addresses"
  [[ $addresses == "${first:=$addresses}" ]] || differ=1
done

((silent == 0)) || exit 3
exit "$differ"
