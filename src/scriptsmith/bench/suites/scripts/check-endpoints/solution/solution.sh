#!/usr/bin/env bash
# Asks every HTTP endpoint of a list once and says how each answers.
set -euo pipefail

if (($# != 1)); then
  printf 'usage: %s LIST\n' "${0##*/}" >&2
  exit 2
fi
list=$1
if [[ ! -f $list || ! -r $list ]]; then
  printf 'error: cannot read %s\n' "$list" >&2
  exit 2
fi

status=0
while read -r name url _ || [[ -n $name ]]; do
  [[ -n $name && $name != '#'* ]] || continue
  if code=$(curl --globoff --silent --output /dev/null --max-time 5 --write-out '%{http_code}' --url "$url" </dev/null) &&
    [[ $code =~ ^[1-9][0-9]{2}$ ]]; then
    printf '%s %s\n' "$name" "$code"
    [[ $code == 2* ]] || status=1
  else
    printf '%s unreachable\n' "$name"
    status=1
  fi
done <"$list"
exit "$status"
