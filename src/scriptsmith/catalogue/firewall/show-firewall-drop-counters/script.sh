#!/usr/bin/env bash
# Show which firewall rules drop packets, and how many.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-firewall-drop-counters [--seconds N] [--top N]

List the rules that have dropped or rejected packets, with their counters, the busiest first. What
falls to a policy of drop is counted where only iptables is installed; nft does not count it, and
such chains are named. With --seconds only what is added during that time
counts: a connection attempt that is made meanwhile shows which rule stops it. nft rules without a
counter cannot be seen.

  --seconds N  count only what is added within this time; 0 counts since the rules were loaded
               (default 0)
  --top N      how many rules to show (default 20)
  --help       show this text

Exit status: 0 done (also when nothing was dropped), 1 failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'show-firewall-drop-counters: %s\n' "$2" >&2
  exit "$1"
}

seconds=0 top=20
while (($# > 0)); do
  case $1 in
    --seconds | --top)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --seconds) seconds=$2 ;;
        --top) top=$2 ;;
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

{ [[ $seconds =~ ^[0-9]{1,5}$ ]] && ((10#$seconds >= 0 && 10#$seconds <= 600)); } ||
  die 2 "--seconds takes a whole number from 0 to 600, not '$seconds'"
seconds=$((10#$seconds))
{ [[ $top =~ ^[0-9]{1,6}$ ]] && ((10#$top >= 1 && 10#$top <= 1000)); } ||
  die 2 "--top takes a whole number from 1 to 1000, not '$top'"
top=$((10#$top))
PATH=$PATH:/usr/sbin:/sbin
for tool in awk sort; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ $(id -u) == 0 ]] || die 3 "this needs root"
if command -v nft >/dev/null; then
  source=nft
elif command -v iptables >/dev/null; then
  source=iptables
else
  die 3 "neither nft nor iptables is installed"
fi
counters() { # lines PACKETS <tab> RULE
  local text
  if [[ $source == nft ]]; then
    text=$(nft list ruleset) || return
    awk '
      $1 == "table" { table = $2 " " $3 }
      $1 == "chain" { chain = $2 }
      { bare = $0; gsub(/"[^"]*"/, "", bare) } # a log prefix or a comment is no verdict
      bare ~ /counter packets [0-9]+ bytes [0-9]+/ && bare ~ /[ \t](drop|reject)( |$)/ {
        rule = $0; gsub(/^[ \t]+/, "", rule)
        match(rule, /counter packets [0-9]+ bytes [0-9]+/)
        split(substr(rule, RSTART, RLENGTH), word, " ")
        rule = substr(rule, 1, RSTART - 1) substr(rule, RSTART + RLENGTH + 1)
        print word[3] "\t" table " " chain ": " rule
      }' <<<"$text"
  else
    text=$(iptables --wait 5 --list --numeric --verbose --exact) || return
    awk '
      $1 == "Chain" { chain = $2; if ($3 == "(policy" && $4 == "DROP") print $5 "\t" chain ": policy DROP" }
      $3 ~ /^(DROP|REJECT)$/ && $1 ~ /^[0-9]+$/ { packets = $1; $1 = ""; $2 = ""; sub(/^ +/, ""); print packets "\t" chain ": " $0 }
    ' <<<"$text"
  fi
}

before=''
after=$(counters) || die 1 "$source cannot list the rules"
if ((seconds > 0)); then
  before=$after
  sleep "$seconds"
  after=$(counters) || die 1 "$source cannot list the rules"
fi
# The same rule may stand there twice: both count together.
found=$(awk -F '\t' '
  FILENAME == ARGV[1] { was[$2] += $1; next }
  NF == 2 { now[$2] += $1 }
  END { for (rule in now) if (now[rule] - was[rule] > 0) printf "%12d  %s\n", now[rule] - was[rule], rule }
' <(printf '%s\n' "$before") <(printf '%s\n' "$after") | sort -k1,1nr -k2)
if [[ $source == nft ]]; then
  policies=$(awk '$1 == "table" { table = $2 " " $3 } $1 == "chain" { chain = $2 } /policy drop;/ { print table " " chain }' <<<"$(nft list ruleset)")
  [[ -z $policies ]] || printf 'not counted: what falls to the policy of drop of %s\n' "${policies//$'\n'/, }" >&2
fi
since='since the rules were loaded'
((seconds == 0)) || since="within $seconds s"
if [[ -z $found ]]; then
  printf 'no rule with a counter has dropped a packet %s (%s)\n' "$since" "$source"
  exit 0
fi
sed -n "1,${top}p" <<<"$found"
printf '%d rules have dropped packets %s (%s)\n' "$(wc -l <<<"$found")" "$since" "$source"
