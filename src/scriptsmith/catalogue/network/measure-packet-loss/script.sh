#!/usr/bin/env bash
# Measure packet loss and latency to a host.
#
# Undo: nothing to undo, it sends some pings.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: measure-packet-loss --host HOST [--count N] [--loss N] [--latency N]

Send pings to a host and say how many were lost and how long the answers took. Some hosts and
firewalls answer no pings though they work: then all are lost, and only a check of a port can
tell.

  --host HOST  host name or IP address
  --count N    how many pings to send (default 10)
  --loss N     most loss that is accepted, in percent (default 0)
  --latency N  longest average time that is accepted; 0 accepts any (default 0)
  --help       show this text

Exit status: 0 neither loss nor latency is above its limit, 1 one of them is, or nothing came
back, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'measure-packet-loss: %s\n' "$2" >&2
  exit "$1"
}

host='' count=10 loss=0 latency=0
while (($# > 0)); do
  case $1 in
    --host | --count | --loss | --latency)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --host) host=$2 ;;
        --count) count=$2 ;;
        --loss) loss=$2 ;;
        --latency) latency=$2 ;;
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
[[ $host =~ ^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?\.?$ || $host =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$ ]] ||
  die 2 "--host takes a host name or an IP address, not '$host'"
{ [[ $count =~ ^[0-9]{1,6}$ ]] && ((10#$count >= 1 && 10#$count <= 1000)); } ||
  die 2 "--count takes a whole number from 1 to 1000, not '$count'"
count=$((10#$count))
{ [[ $loss =~ ^[0-9]{1,5}$ ]] && ((10#$loss >= 0 && 10#$loss <= 100)); } ||
  die 2 "--loss takes a whole number from 0 to 100, not '$loss'"
loss=$((10#$loss))
{ [[ $latency =~ ^[0-9]{1,7}$ ]] && ((10#$latency >= 0 && 10#$latency <= 60000)); } ||
  die 2 "--latency takes a whole number from 0 to 60000, not '$latency'"
latency=$((10#$latency))
command -v ping >/dev/null || die 3 "ping is not installed"
# One a second, and two seconds of patience for the last. With a limit for all of it (-w) ping would send more than it
# is told to. A loss makes ping fail as well, so only its words are judged.
text=$(LC_ALL=C ping -n -q -c "$count" -W 2 "$host" 2>&1 </dev/null) || true

form='([0-9]+) packets transmitted, ([0-9]+)( packets)? received'
if [[ ! $text =~ $form ]]; then
  # An unknown name, a missing right, no route: ping says which.
  die 1 "ping could not be sent to $host: $(tail -n 1 <<<"$text" | tr -d '\000-\037\177')"
fi
sent=${BASH_REMATCH[1]} received=${BASH_REMATCH[2]}
((sent > 0)) || die 1 "nothing was sent to $host"
# A duplicate is received as well, but nothing less was lost by it.
((received <= sent)) || received=$sent
lost=$(((sent - received) * 100 / sent))
printf '%s: %d sent, %d lost (%d%%)\n' "$host" "$sent" "$((sent - received))" "$lost"
if ((received == 0)); then
  die 1 "$host answers no ping (down, or a firewall swallows them)"
fi

average=''
form='= ([0-9.]+)/([0-9.]+)/([0-9.]+)(/([0-9.]+))? ms'
if [[ $text =~ $form ]]; then
  average=${BASH_REMATCH[2]}
  printf 'round trip: %s ms on average, %s to %s ms%s\n' "$average" "${BASH_REMATCH[1]}" "${BASH_REMATCH[3]}" \
    "${BASH_REMATCH[5]:+, deviation ${BASH_REMATCH[5]} ms}"
fi
bad=0
# 1 of 300 lost is 0% when rounded, and loss all the same.
if (((sent - received) * 100 > loss * sent)); then
  printf 'TOO MUCH LOSS: more than %d%%\n' "$loss"
  bad=1
fi
if ((latency > 0)); then
  [[ -n $average ]] || die 1 "ping tells no times"
  if ((10#${average%%.*} >= latency)); then
    printf 'TOO SLOW: not below %d ms on average\n' "$latency"
    bad=1
  fi
fi
exit "$bad"
