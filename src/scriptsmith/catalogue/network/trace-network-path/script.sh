#!/usr/bin/env bash
# Trace the network path to a host.
#
# Undo: nothing to undo, it sends some packets.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: trace-network-path --host HOST [--hops N]

Show the routers on the way to a host with the time to each, without names, and say whether the
host was reached or after which router the answers end. Routers that keep silent are normal as
long as later ones answer; a firewall before the host hides its end.

  --host HOST  host name or IP address
  --hops N     how many routers at most (default 30)
  --help       show this text

Exit status: 0 the host was reached, 1 it was not, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'trace-network-path: %s\n' "$2" >&2
  exit "$1"
}

host='' hops=30
while (($# > 0)); do
  case $1 in
    --host | --hops)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --host) host=$2 ;;
        --hops) hops=$2 ;;
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
{ [[ $hops =~ ^[0-9]{1,4}$ ]] && ((10#$hops >= 1 && 10#$hops <= 64)); } ||
  die 2 "--hops takes a whole number from 1 to 64, not '$hops'"
hops=$((10#$hops))
command -v timeout >/dev/null || die 3 "timeout is not installed"
rc=0
if command -v tracepath >/dev/null; then
  tool=tracepath
  text=$(LC_ALL=C timeout 120 tracepath -n -m "$hops" "$host" 2>&1 </dev/null) || rc=$?
elif command -v traceroute >/dev/null; then
  tool=traceroute
  text=$(LC_ALL=C timeout 120 traceroute -n -q 1 -w 2 -m "$hops" "$host" 2>&1 </dev/null) || rc=$?
else
  die 3 "neither tracepath nor traceroute is installed"
fi
text=$(tr -d '\000-\010\013-\037\177' <<<"$text")
# Lines of routers begin with their number: " 2:  192.0.2.1  0.5ms" or " 2  192.0.2.1  0.5 ms".
routers=$(grep -E '^ *[0-9]+(\?)?:? ' <<<"$text") || routers=''
[[ -n $routers ]] || die 1 "$tool could not trace $host: $(tail -n 1 <<<"$text")"
printf '%s\n' "$routers"

reached=false last='' number=0
target=$(sed -n -E 's/^traceroute to [^ ]+ \(([0-9A-Fa-f.:]+)\).*/\1/p' <<<"$text" | sed -n 1p)
while read -r hop address rest; do
  [[ $address =~ ^[0-9A-Fa-f:.]*[.:][0-9A-Fa-f:.]*$ ]] || continue
  last=$address number=${hop%%[:?]*}
  if [[ " $rest " == *' reached '* || $address == "$target" && " $rest " != *' !'* ]]; then reached=true; fi
done <<<"$routers"
if [[ $text == *'pmtu '* ]]; then
  mtu=$(sed -n -E 's/.*pmtu ([0-9]+).*/\1/p' <<<"$text" | tail -n 1)
  printf 'largest packet on the way: %s bytes\n' "$mtu"
fi
if $reached; then
  printf 'reached: %s after %d hops\n' "$host" "$number"
  exit 0
fi
if [[ -n $last ]]; then
  printf 'NOT REACHED: the last answer came from %s (hop %d)\n' "$last" "$number"
else
  printf 'NOT REACHED: no router answered at all\n'
fi
printf 'no fault for certain: a firewall that drops these probes looks the same; try the port of the service itself\n'
((rc != 124)) || printf 'it was cut off after 120 s\n'
exit 1
