#!/usr/bin/env bash
# Runs the hooks of a directory one after the other, each within a time limit.
set -euo pipefail

usage() {
  printf 'usage: %s HOOKS SECONDS LOGS\n' "${0##*/}" >&2
  exit 2
}

(($# == 3)) || usage
hooks=$1 limit=$2 logs=$3
[[ $limit =~ ^([0-9]+(\.[0-9]+)?|\.[0-9]+)$ && $limit =~ [1-9] ]] || usage
if [[ ! -d $hooks ]]; then
  printf 'error: there is no directory %s\n' "$hooks" >&2
  exit 2
fi
mkdir -p -- "$logs"
hooks=$(cd -- "$hooks" && pwd)
logs=$(cd -- "$logs" && pwd)

LC_ALL=C # the order of names is that of their bytes
shopt -s nullglob
status=0
for hook in "$hooks"/*; do
  [[ -f $hook && ! -L $hook && -x $hook ]] || continue
  name=${hook##*/}
  # A hook that is killed by others may end with the same status as one that timeout kills. With --verbose timeout says
  # on its own standard error that it sends a signal; the hook's goes to the log.
  ended=0
  # shellcheck disable=SC2016  # the inner shell expands these
  told=$(timeout --verbose --kill-after=1 "$limit" bash -c 'exec "$0" >"$1" 2>&1 </dev/null' "$hook" "$logs/$name.log" 2>&1) ||
    ended=$?
  if [[ $told == *'sending signal TERM to'* ]]; then
    printf '%s timeout\n' "$name"
    status=1
  elif ((ended != 0)); then
    printf '%s failed %d\n' "$name" "$ended"
    status=1
  else
    printf '%s ok\n' "$name"
  fi
done
exit "$status"
