#!/usr/bin/env bash
# Check whether a TCP connection to a port of a host can be opened.
#
# Undo: nothing to undo, it opens a connection and closes it.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-port-reachable --host HOST --port PORT [--timeout N] [--attempts N]

Open a TCP connection to a host and close it at once. Says whether it was accepted, refused (the
host answers, nothing listens or a firewall rejects), had no way (no route, or a firewall rejects as
firewalld does) or timed out (a firewall drops, or the host is down), or whether the name is unknown.
No data is sent. Each address of a name is tried; one that does not accept is told, as programs
that take only the first address may hang there.

  --host HOST   host name or IP address
  --port PORT   TCP port number
  --timeout N   seconds to wait for an answer, each time and of each address (default 5)
  --attempts N  how often to try before giving up (default 1)
  --help        show this text

Exit status: 0 reachable, 1 not reachable, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'check-port-reachable: %s\n' "$2" >&2
  exit "$1"
}

host='' port='' timeout=5 attempts=1
while (($# > 0)); do
  case $1 in
    --host | --port | --timeout | --attempts)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --host) host=$2 ;;
        --port) port=$2 ;;
        --timeout) timeout=$2 ;;
        --attempts) attempts=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $host ]] || die 2 "--host is required (see --help)"
[[ -n $port ]] || die 2 "--port is required (see --help)"
host_ok() { # a host name or an IP address; no leading dash
  [[ $1 =~ ^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?\.?$ || $1 =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(%[A-Za-z0-9_.-]+)?$ ]]
}
host_ok "$host" || die 2 "--host takes a host name or an IP address, not '$host'"
[[ $port =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--port takes a number from 1 to 65535, not '$port'"
port=$((10#$port))
((port <= 65535)) || die 2 "--port takes a number from 1 to 65535, not '$port'"
[[ $timeout =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not '$timeout'"
[[ $attempts =~ ^0*[1-9][0-9]{0,2}$ ]] || die 2 "--attempts takes a whole number from 1 to 999, not '$attempts'"
timeout=$((10#$timeout)) attempts=$((10#$attempts))
for tool in timeout getent; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# bash itself opens the connection, so that neither nc nor telnet is needed.
connect() { # ADDRESS
  # shellcheck disable=SC2016  # the inner shell expands them
  LC_ALL=C timeout "$timeout" bash -c 'exec 3<>"/dev/tcp/$1/$2"' connect "$1" "$port" 2>&1
}
why() { # STATUS MESSAGE: what a connection failed for
  case $1:$2 in
    124:*) printf 'no answer within %d s (dropped by a firewall, or the host is down)' "$timeout" ;;
    *'onnection refused'*) printf 'connection refused (the host answers, but nothing listens there or a firewall rejects)' ;;
    *'o route to host'* | *'etwork is unreachable'*) printf 'no way to the host: no route, nobody has the address, or a firewall rejects' ;;
    *) printf '%s' "${2:-exit status $1}" ;;
  esac
}

reason='unknown'
for ((try = 1; try <= attempts; try++)); do
  rc=0
  # A name that cannot be looked up looks like a host that keeps silent.
  found=$(timeout "$timeout" getent ahosts "$host") || rc=$?
  if ((rc == 124)); then
    reason="the look-up of the host name gave no answer within $timeout s"
  elif ((rc != 0)); then
    reason='the host name does not resolve'
  fi
  # A name may have several addresses: a program that takes the first one hangs where that keeps silent.
  addresses=()
  while read -r address _; do
    [[ -z $address || " ${addresses[*]} " == *" $address "* ]] || addresses+=("$address")
  done <<<"$found"
  good='' reasons=''
  for address in "${addresses[@]}"; do
    rc=0
    started=$(date +%s%N)
    message=$(connect "$address") || rc=$?
    if ((rc == 0)); then
      [[ -n $good ]] || milliseconds=$((($(date +%s%N) - started) / 1000000)) good=$address
      continue
    fi
    reason=$(why "$rc" "$message")
    ((${#addresses[@]} == 1)) || reason="$address: $reason"
    reasons+="${reasons:+; }$reason"
  done
  if [[ -n $good ]]; then
    [[ -z $reasons ]] || printf 'warning: not at every address of %s: %s\n' "$host" "$reasons" >&2
    printf 'reachable: %s port %d accepted a connection within %d ms\n' "$host" "$port" "$milliseconds"
    exit 0
  fi
  reason=${reasons:-$reason}
  printf 'attempt %d of %d: %s\n' "$try" "$attempts" "$reason" >&2
  ((try == attempts)) || sleep 1
done
printf 'not reachable: %s port %d: %s\n' "$host" "$port" "$reason"
exit 1
