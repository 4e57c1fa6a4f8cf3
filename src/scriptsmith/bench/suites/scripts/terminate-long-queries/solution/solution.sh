#!/usr/bin/env bash
# Ends the database sessions whose query runs for too long.
set -euo pipefail

if (($# != 3)) || [[ ! $1 =~ ^[0-9]{1,9}$ || ! $2 =~ ^(check|terminate)$ ]]; then
  printf 'usage: %s SECONDS check|terminate PROTECTED\n' "${0##*/}" >&2
  exit 2
fi
limit=$((10#$1)) mode=$2 list=$3
if [[ ! -f $list || ! -r $list ]]; then
  printf 'error: cannot read %s\n' "$list" >&2
  exit 2
fi

declare -A protected=()
while IFS= read -r user || [[ -n $user ]]; do
  [[ -z $user ]] || protected[$user]=1
done <"$list"

# The text of queries is not asked for, and the name of the user comes last: so a row is a line, whatever is in it.
sessions=$(psql -X -q -A -t -F ' ' -c "SELECT pid, seconds, usename FROM ops.active_sessions
  WHERE seconds > $limit AND application_name <> 'pg_dump' AND application_name NOT LIKE 'backup%'
  ORDER BY seconds DESC, pid" </dev/null) || {
  printf 'error: the server does not tell its sessions\n' >&2
  exit 3
}

status=0
while IFS= read -r row; do
  [[ -n $row ]] || continue
  pid=${row%% *} row=${row#* }
  seconds=${row%% *} user=${row#* }
  [[ -z ${protected[$user]-} ]] || continue
  if [[ $mode == check ]]; then
    said='would end'
  elif answer=$(psql -X -q -A -t -c "SELECT pg_terminate_backend($pid)" </dev/null) && [[ $answer == t ]]; then
    said=ended
  else
    said='not ended'
    status=1
  fi
  printf '%s %s %s %s\n' "$said" "$pid" "$seconds" "$user"
done <<<"$sessions"
exit "$status"
