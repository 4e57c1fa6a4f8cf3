#!/usr/bin/env bash
# Takes a server out of a HAProxy backend when its sessions have ended.
set -euo pipefail

fail() {
  printf 'error: %s\n' "$2" >&2
  exit "$1"
}

if (($# != 3)) || [[ -z $1 || -z $2 || ! $3 =~ ^[1-9][0-9]{0,5}$ ]]; then
  fail 2 'three arguments are needed: BACKEND SERVER ATTEMPTS'
fi
backend=$1 server=$2 attempts=$3
[[ $server != FRONTEND && $server != BACKEND ]] || fail 2 "$server is no server"

ask() {
  printf '%s\n' "$1" | socat stdio /run/haproxy.sock
}

# Prints `STATE;SESSIONS` of the server, then how many other servers of the backend are up.
look() {
  local table
  table=$(ask 'show stat') || return 1
  [[ $table == '# '* ]] || return 1
  awk -F , -v backend="$backend" -v server="$server" '
    NR == 1 { sub(/^# /, ""); for (i = 1; i <= NF; i++) column[$i] = i; next }
    $column["pxname"] != backend || $column["svname"] == "BACKEND" || $column["svname"] == "FRONTEND" { next }
    $column["svname"] == server { own = $column["status"] ";" $column["scur"]; next }
    $column["status"] ~ /^UP/ { others++ }
    END { print own; print others + 0 }' <<<"$table"
}

turn() {
  local answer
  answer=$(ask "set server $backend/$server state $1") || fail 4 'HAProxy does not answer'
  [[ -z ${answer//[[:space:]]/} ]] || fail 4 "HAProxy refuses: $answer"
}

seen=$(look) || fail 4 'HAProxy does not answer'
own=${seen%$'\n'*} others=${seen##*$'\n'}
[[ -n $own ]] || fail 2 "there is no server $backend/$server"
if [[ ${own%;*} == MAINT* ]]; then
  printf 'drained\n'
  exit 0
fi
((others > 0)) || fail 3 "no other server of $backend is up"

turn drain
sessions=0
for ((attempt = 1; attempt <= attempts; attempt++)); do
  seen=$(look) || fail 4 'HAProxy does not answer'
  own=${seen%$'\n'*}
  sessions=${own##*;}
  if [[ $sessions == 0 ]]; then
    turn maint
    printf 'drained\n'
    exit 0
  fi
  ((attempt == attempts)) || sleep 1
done
turn ready
printf 'still %s sessions\n' "$sessions"
exit 1
