#!/usr/bin/env bash
# Find which processes listen on a local TCP or UDP port.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-process-on-port --port PORT [--protocol any|tcp|udp]

Show the sockets that are bound to a local port, and for each process behind them its user, pid,
age and command line; where nothing listens, the connections that have the port as their own. Without
root the processes of other users stay hidden; that is said. A container with a network of its own has
ports of its own, which are not looked at.

  --port PORT             local port number
  --protocol any|tcp|udp  which sockets to look at (default any)
  --help                  show this text

Exit status: 0 done (also when nothing listens), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'find-process-on-port: %s\n' "$2" >&2
  exit "$1"
}

port='' protocol=any
while (($# > 0)); do
  case $1 in
    --port | --protocol)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --port) port=$2 ;;
        --protocol) protocol=$2 ;;
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

[[ -n $port ]] || die 2 "--port is required (see --help)"
[[ $port =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--port takes a number from 1 to 65535, not '$port'"
port=$((10#$port))
((port <= 65535)) || die 2 "--port takes a number from 1 to 65535, not '$port'"
[[ $protocol == any || $protocol == tcp || $protocol == udp ]] || die 2 "--protocol takes any, tcp or udp, not '$protocol'"
for tool in ss ps; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

case $protocol in
  any) kinds=(--tcp --udp) ;;
  *) kinds=("--$protocol") ;;
esac
sockets=$(ss --no-header --listening --numeric --processes "${kinds[@]}" "sport = :$port") || die 1 "ss could not list the sockets"
if [[ -z $sockets ]]; then
  printf 'nothing listens on port %d (%s) here; one that is forwarded to a container may have no listener of its own\n' "$port" "$protocol"
  # A connection that has the port as its own, and may have ended, keeps others from it as well.
  sockets=$(ss --no-header --all --numeric --processes "${kinds[@]}" "sport = :$port") || die 1 "ss could not list the sockets"
  [[ -n $sockets ]] || exit 0
  printf 'it is in use as the own port of connections:\n'
else
  printf 'sockets on port %d:\n' "$port"
fi
sed -e 's/^/  /' -e 's/[[:space:]]*users:.*//' < <(printf '%s\n' "$sockets")

pids=$(grep -oE 'pid=[0-9]+' < <(printf '%s\n' "$sockets") | cut -d= -f2 | sort -nu) || pids=''
if [[ -n $pids ]]; then
  printf 'processes:\n'
  # A process may end between the two looks.
  ps -o user=USER -o pid=PID -o ppid=PPID -o etime=AGE -o args=COMMAND -p "${pids//$'\n'/,}" | sed 's/^/  /' ||
    printf '  ended meanwhile: %s\n' "${pids//$'\n'/ }"
fi
hidden=$(grep -vc 'users:' < <(printf '%s\n' "$sockets")) || true
((hidden == 0)) ||
  printf 'note: the process of %d socket(s) is not visible; run this as root (a kernel socket has none)\n' "$hidden" >&2
