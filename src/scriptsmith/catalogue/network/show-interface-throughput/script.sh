#!/usr/bin/env bash
# Measure how much traffic the network interfaces carry now.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-interface-throughput [--interface NAME] [--seconds N] [--sys DIR]

Read the byte and packet counters of the interfaces twice, some seconds apart, and show what was
received and sent per second, the busiest first, and where the speed of the link is known how much of
it the busier direction takes. Traffic of a bond, a bridge or a VLAN is counted
there and at its lower interface too.

  --interface NAME  one interface, or all (default all)
  --seconds N       how long to measure (default 5)
  --sys DIR         where the kernel's own files are mounted (default /sys)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-interface-throughput: %s\n' "$2" >&2
  exit "$1"
}

interface=all seconds=5 sys=/sys
while (($# > 0)); do
  case $1 in
    --interface | --seconds | --sys)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --interface) interface=$2 ;;
        --seconds) seconds=$2 ;;
        --sys) sys=$2 ;;
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

[[ $interface == all || $interface =~ ^[A-Za-z0-9_][A-Za-z0-9_.:@-]{0,14}$ ]] || die 2 "--interface takes the name of an interface, not '$interface'"
{ [[ $seconds =~ ^[0-9]{1,6}$ ]] && ((10#$seconds >= 1 && 10#$seconds <= 3600)); } ||
  die 2 "--seconds takes a whole number from 1 to 3600, not '$seconds'"
seconds=$((10#$seconds))
for tool in ip awk sleep date; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
options=()
[[ $interface == all ]] || options=(dev "$interface")
sample() { # lines NAME RX_BYTES RX_PACKETS TX_BYTES TX_PACKETS, after one with the time
  local lines
  lines=$(ip -s -o link show "${options[@]}") || return
  date '+time %s%N'
  # ip -o puts a backslash where a line would end.
  awk -F '\t' '{
    split($1, word, ": "); name = word[2]; sub(/@.*/, "", name)
    rx = ""; tx = ""
    for (i = 2; i < NF; i++) {
      if ($i ~ /^ *RX: +bytes +packets/) { split($(i + 1), value, " "); rx = value[1] " " value[2] }
      if ($i ~ /^ *TX: +bytes +packets/) { split($(i + 1), value, " "); tx = value[1] " " value[2] }
    }
    if (rx != "" && tx != "") print name, rx, tx
  }' <<<"${lines//\\/$'\t'}"
}

before=$(sample) || die 3 "no such interface: $interface"
sleep "$seconds"
after=$(sample) || die 1 "the interface $interface has gone"
[[ $after == *$'\n'* ]] || die 1 "ip tells no counters"

table=$(awk -v sys="$sys" '
  # A link that is down or has no speed of its own tells none, or -1.
  function used(name, bits, speed) {
    if ((getline speed <(sys "/class/net/" name "/speed")) < 1 || speed + 0 <= 0) return ""
    return sprintf("  (%.0f%% of %d Mbit/s)", bits / speed / 10000, speed)
  }
  $1 == "time" { clock = $2 / 1000000000; if (start == "") start = clock; span = clock - start; second = (NR > 1); next }
  !second { for (i = 2; i <= 5; i++) was[$1, i] = $i; next }
  ($1, 2) in was {
    if (span <= 0) span = 1
    in_bits = ($2 - was[$1, 2]) * 8 / span; out_bits = ($4 - was[$1, 4]) * 8 / span
    printf "%.0f %-16s %10.2f Mbit/s in %10.2f Mbit/s out %9.0f packets/s in %9.0f out%s\n", in_bits + out_bits, $1,
      in_bits / 1000000, out_bits / 1000000, ($3 - was[$1, 3]) / span, ($5 - was[$1, 5]) / span, used($1, in_bits > out_bits ? in_bits : out_bits)
  }' <<<"$before"$'\n'"$after" | sort -k1,1nr -k2,2 | cut -d ' ' -f 2-)
[[ -n $table ]] || die 1 "no interface was there during the whole measurement"
printf '%s\n' "$table"
