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
No data is sent.

  --host HOST   host name or IP address
  --port PORT   TCP port number
  --timeout N   seconds to wait for an answer, each time (default 5)
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
connect() {
  # shellcheck disable=SC2016  # the inner shell expands them
  LC_ALL=C timeout "$timeout" bash -c 'exec 3<>"/dev/tcp/$1/$2"' connect "$host" "$port" 2>&1
}

reason='unknown'
for ((try = 1; try <= attempts; try++)); do
  rc=0
  started=$(date +%s%N)
  # A name that cannot be looked up looks like a host that keeps silent.
  if ! timeout "$timeout" getent ahosts "$host" >/dev/null; then
    rc=1 message='Name or service not known'
  else
    message=$(connect) || rc=$?
  fi
  milliseconds=$((($(date +%s%N) - started) / 1000000))
  if ((rc == 0)); then
    printf 'reachable: %s port %d accepted a connection within %d ms\n' "$host" "$port" "$milliseconds"
    exit 0
  fi
  case $rc:$message in
    124:*) reason="no answer within $timeout s (dropped by a firewall, or the host is down)" ;;
    *'onnection refused'*) reason='connection refused (the host answers, but nothing listens there or a firewall rejects)' ;;
    *'ame or service not known'* | *'emporary failure in name'* | *'o address associated'*) reason='the host name does not resolve' ;;
    *'o route to host'* | *'etwork is unreachable'*) reason='no way to the host: no route, nobody has the address, or a firewall rejects' ;;
    *) reason=${message:-exit status $rc} ;;
  esac
  printf 'attempt %d of %d: %s\n' "$try" "$attempts" "$reason" >&2
  ((try == attempts)) || sleep 1
done
printf 'not reachable: %s port %d: %s\n' "$host" "$port" "$reason"
exit 1
