#!/usr/bin/env bash
# Checks whether a MySQL replica runs, and how far it is behind.
set -euo pipefail

unknown() {
  printf 'UNKNOWN %s\n' "$1"
  exit 3
}

(($# == 2)) || unknown 'two thresholds are needed: WARNING CRITICAL'
[[ $1 =~ ^[0-9]{1,9}$ && $2 =~ ^[0-9]{1,9}$ ]] || unknown 'thresholds are whole seconds'
warning=$((10#$1)) critical=$((10#$2))

answer=$(mysql --connect-timeout=5 -e 'SHOW REPLICA STATUS\G' </dev/null) || unknown 'the server does not answer'
state=$(awk '
  $1 == "Replica_IO_Running:" || $1 == "Replica_SQL_Running:" { rows++; if ($2 != "Yes") stopped = 1 }
  $1 == "Seconds_Behind_Source:" { lags++; if ($2 !~ /^[0-9]+$/) stopped = 1; else if ($2 + 0 > lag) lag = $2 + 0 }
  END { if (!rows || rows != 2 * lags) print "none"; else if (stopped) print "stopped"; else print lag + 0 }' <<<"$answer")

case $state in
  none) unknown 'the server is not a replica' ;;
  stopped)
    printf 'CRITICAL replication stopped\n'
    exit 2
    ;;
  *) ;;
esac
if ((state >= critical)); then
  printf 'CRITICAL lag %d s\n' "$state"
  exit 2
elif ((state >= warning)); then
  printf 'WARNING lag %d s\n' "$state"
  exit 1
fi
printf 'OK lag %d s\n' "$state"
