#!/usr/bin/env bash
# Prints the clients with the most requests in access logs: requests, bytes, client, separated by tabs.
set -euo pipefail
export LC_ALL=C

readonly name=${0##*/}

if [[ $# -lt 2 || ! ${1-} =~ ^0*[1-9][0-9]*$ ]]; then
  printf 'usage: %s NUMBER LOG...\n' "$name" >&2
  exit 2
fi
readonly number=$1
shift

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

status=0
for log; do
  if [[ ! -f $log || ! -r $log ]]; then
    printf '%s: cannot read %s\n' "$name" "$log" >&2
    status=1
    continue
  fi
  case $log in
    *.gz)
      gzip -dc <"$log" || {
        printf '%s: not gzip: %s\n' "$name" "$log" >&2
        status=1
      }
      ;;
    *) cat <"$log" ;;
  esac
  printf '\n' # the last line of a log may have no end
done >"$work/lines"

# %.0f, because %d of some awks ends at 2^31.
awk '
  # The request may hold anything: only what follows its first unescaped closing quote counts.
  match($0, /^[^ "]+ [^"]*\[[^]"]*\] "([^"\\]|\\.)*" /) {
    if (split(substr($0, RLENGTH), after, " ") < 2 || after[1] !~ /^[0-9]+$/ || after[2] !~ /^([0-9]+|-)$/) next
    requests[$1]++
    bytes[$1] += after[2] == "-" ? 0 : after[2]
  }
  END { for (client in requests) printf "%.0f\t%.0f\t%s\n", requests[client], bytes[client], client }
' "$work/lines" >"$work/clients"

sort -t $'\t' -k 1,1nr -k 2,2nr -k 3,3 -o "$work/clients" -- "$work/clients"
head -n "$number" -- "$work/clients"
exit "$status"
