#!/usr/bin/env bash
# Show network interfaces with errors or dropped packets.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-interface-errors [--interface NAME] [--seconds N] [--threshold N]

Show the error and drop counters of each network interface that has any. They count since the
interface came up, so old trouble is told too: with --seconds only what is added during that time
counts. Some drops are normal, such as packets of protocols that nobody here speaks.

With RX errors or carrier losses look at cable, transceiver and duplex; with drops and missed
packets at ring buffers and load.

  --interface NAME  one interface, or all (default all)
  --seconds N       count only what is added within this time; 0 counts since the start (default
                    0)
  --threshold N     show interfaces with a counter above this (default 0)
  --help            show this text

Exit status: 0 no counter above the threshold, 1 some are, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-interface-errors: %s\n' "$2" >&2
  exit "$1"
}

interface=all seconds=0 threshold=0
while (($# > 0)); do
  case $1 in
    --interface | --seconds | --threshold)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --interface) interface=$2 ;;
        --seconds) seconds=$2 ;;
        --threshold) threshold=$2 ;;
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
{ [[ $seconds =~ ^[0-9]{1,6}$ ]] && ((10#$seconds >= 0 && 10#$seconds <= 3600)); } ||
  die 2 "--seconds takes a whole number from 0 to 3600, not '$seconds'"
seconds=$((10#$seconds))
{ [[ $threshold =~ ^[0-9]{1,11}$ ]] && ((10#$threshold >= 0 && 10#$threshold <= 999999999)); } ||
  die 2 "--threshold takes a whole number from 0 to 999999999, not '$threshold'"
threshold=$((10#$threshold))
for tool in ip awk; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

options=()
[[ $interface == all ]] || options=(dev "$interface")
# One line per interface: its counters as NAME RX|TX COUNTER VALUE. The columns differ between
# versions of ip, so they are taken by their headings.
counters() {
  local lines
  lines=$(ip -s -o link show "${options[@]}") || return
  # ip -o puts a backslash where a line would end.
  awk -F '\t' '{
    split($1, word, ": "); name = word[2]; sub(/@.*/, "", name)
    for (i = 2; i < NF; i++) {
      if ($i ~ /^ *vf [0-9]/) break # what follows counts for virtual functions of the card
      if ($i !~ /^ *[RT]X:/) continue
      columns = split($i, title, " "); split($(i + 1), value, " ")
      for (c = 2; c <= columns; c++)
        if (title[c] !~ /^(bytes|packets|mcast|compressed)$/)
          print name, substr(title[1], 1, 2), title[c], value[c - 1]
    }
  }' <<<"${lines//\\/$'\t'}"
}

before='' after=''
after=$(counters) || die 3 "no such interface: $interface"
if ((seconds > 0)); then
  before=$after
  sleep "$seconds"
  after=$(counters) || die 1 "the interface $interface has gone"
fi
[[ -n $after ]] || die 1 "ip tells no counters"

found=$(awk -v threshold="$threshold" '
  NF == 4 && FILENAME == ARGV[1] { was[$1, $2, $3] = $4; next }
  NF == 4 { more = $4 - was[$1, $2, $3]; if (more > threshold) printf "%-16s %s %-10s %.0f\n", $1, $2, $3, more }
' <(printf '%s\n' "$before") <(printf '%s\n' "$after"))
since="since the interface came up"
((seconds == 0)) || since="within $seconds s"
if [[ -z $found ]]; then
  printf 'no error or drop counter above %d %s (%s)\n' "$threshold" "$since" "$interface"
  exit 0
fi
printf '%s\n' "$found"
printf '%d counters above %d %s\n' "$(wc -l <<<"$found")" "$threshold" "$since"
exit 1
