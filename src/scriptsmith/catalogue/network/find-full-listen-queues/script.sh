#!/usr/bin/env bash
# Find services whose queue of waiting connections is full.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-full-listen-queues [--percent N] [--counters FILE]

Look at the queue of each listening TCP socket: connections that the kernel has accepted and the
program has not fetched yet. A full queue means that the program is too slow or stuck; clients
then see time-outs though the port is open. What the kernel has thrown away for that since the
start is told where it can be read. A container mostly has a network of its own, whose sockets are
not looked at.

  --percent N      tell queues that are fuller than this (default 50)
  --counters FILE  where the kernel counts overflows (default /proc/net/netstat)
  --help           show this text

Exit status: 0 no queue above the percentage, 1 some are, or it failed, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'find-full-listen-queues: %s\n' "$2" >&2
  exit "$1"
}

percent=50 counters=/proc/net/netstat
while (($# > 0)); do
  case $1 in
    --percent | --counters)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --percent) percent=$2 ;;
        --counters) counters=$2 ;;
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

{ [[ $percent =~ ^[0-9]{1,5}$ ]] && ((10#$percent >= 0 && 10#$percent <= 100)); } ||
  die 2 "--percent takes a whole number from 0 to 100, not '$percent'"
percent=$((10#$percent))
[[ $counters != -* ]] || counters=./$counters
for tool in ss awk sleep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
sockets=$(ss --no-header --tcp --listening --numeric --processes) || die 1 "ss could not list the sockets"


looked=0 full=0
# Of a listening socket Recv-Q is what waits, Send-Q how many may wait.
while read -r _ waiting most here _ process; do
  [[ $waiting =~ ^[0-9]+$ && $most =~ ^[0-9]+$ ]] || continue
  looked=$((looked + 1))
  ((waiting * 100 > most * percent)) || continue
  full=$((full + 1))
  process=${process:--}
  [[ $process != *[[:cntrl:]]* ]] || process=${process@Q}
  printf '%s: %d connections wait, at most %d may  %s\n' "$here" "$waiting" "$most" "$process"
done <<<"$sockets"

counted() { # NAME: what the kernel counts under it; names stand on a line that begins with TcpExt:, their numbers on the next
  awk -v name="$1" '$1 != "TcpExt:" { next } !n { for (n = NF; n > 1 && $n != name; n--) continue; next } n > 1 { print $n; exit }' <"$counters"
}
more=0
if [[ -r $counters ]]; then
  overflows=$(counted ListenOverflows)
  sleep 2 # a queue may be full for moments only
  now=$(counted ListenOverflows)
  more=$((now - overflows))
  printf 'overflows of such queues since the start: %s, within the last 2 s: %d\n' "${now:-?}" "$more"
  printf 'connections dropped while listening since the start: %s\n' "$(counted ListenDrops)"
fi
printf 'note: a container mostly has a network of its own, whose sockets are not looked at here\n'
[[ $(id -u) == 0 ]] || printf 'note: programs of others only root can see\n' >&2
printf '%d listening sockets, %d with a queue above %d%%\n' "$looked" "$full" "$percent"
((full == 0 && more == 0)) || exit 1
