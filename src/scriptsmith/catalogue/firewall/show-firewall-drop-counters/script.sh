#!/usr/bin/env bash
# Show which firewall rules drop packets, and how many.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-firewall-drop-counters [--seconds N] [--limit N]

List the rules that have dropped or rejected packets, with their counters, the busiest first. What
falls to a policy of drop is counted in chains of iptables (those of ufw, too); in others of nft it is
not, and these are named.
Rules of iptables-legacy, which nft does not list, are looked at as well. With --seconds only what is
added during that time counts: a connection attempt that is made meanwhile shows which rule stops
it. nft rules without a counter cannot be seen; how many there are is told.

  --seconds N  count only what is added within this time; 0 counts since the rules were loaded
               (default 0)
  --limit N    how many rules to show (default 20)
  --help       show this text

Exit status: 0 done (also when nothing was dropped), 1 failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'show-firewall-drop-counters: %s\n' "$2" >&2
  exit "$1"
}

seconds=0 limit=20
while (($# > 0)); do
  case $1 in
    --seconds | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --seconds) seconds=$2 ;;
        --limit) limit=$2 ;;
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
{ [[ $limit =~ ^[0-9]{1,6}$ ]] && ((10#$limit >= 1 && 10#$limit <= 1000)); } ||
  die 2 "--limit takes a whole number from 1 to 1000, not '$limit'"
limit=$((10#$limit))
PATH=$PATH:/usr/sbin:/sbin
for tool in awk sort grep; do
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
# What iptables-legacy loads is not among what nft lists; the kernel names the tables of it that are in use.
tables=() # PROGRAM TABLE
if [[ $source == iptables ]]; then
  # These list the tables that are there: to ask for another one would load it.
  names=$(iptables-save) || die 1 "iptables-save cannot list the tables"
  while read -r table; do tables+=("iptables $table"); done < <(printf '%s\n' "$names" | sed -n 's/^[*]//p')
  if command -v ip6tables-save >/dev/null; then
    names=$(ip6tables-save) || die 1 "ip6tables-save cannot list the tables"
    while read -r table; do tables+=("ip6tables $table"); done < <(printf '%s\n' "$names" | sed -n 's/^[*]//p')
  else
    printf 'not counted: rules for IPv6, ip6tables is not installed\n' >&2
  fi
else
  for family in ip ip6; do
    names=$(cat "/proc/net/${family}_tables_names" 2>/dev/null) || names=''
    for table in $names; do
      if command -v "${family}tables-legacy" >/dev/null; then
        tables+=("${family}tables-legacy $table")
      else
        printf 'not counted: table %s of %stables-legacy, which is not installed\n' "$table" "$family" >&2
      fi
    done
  done
fi
drop_policies() { awk '$1 == "table" { table = $2 " " $3 } $1 == "chain" { chain = $2 } /policy drop;/ { print table " " chain }'; }
policy_of() { # FAMILY TABLE CHAIN: how many packets its policy of drop took, where iptables made the chain and counts them
  local text
  case $1 in
    ip) text=$(iptables --wait 5 --table "$2" --list "$3" --numeric --verbose --exact 2>/dev/null) || return ;;
    ip6) text=$(ip6tables --wait 5 --table "$2" --list "$3" --numeric --verbose --exact 2>/dev/null) || return ;;
    *) return 1 ;;
  esac
  # Of a chain that nft made iptables tells 0.
  [[ $text =~ ^Chain\ [^\ ]+\ \(policy\ DROP\ ([1-9][0-9]*)\ packets ]] && printf '%s' "${BASH_REMATCH[1]}"
}
counters() { # lines PACKETS <tab> RULE, and - <tab> RULE for a rule without a counter
  local text program table each asked family chain packets
  if [[ $source == nft ]]; then
    text=$(nft list ruleset) || return
    awk '
      $1 == "table" { table = $2 " " $3 }
      $1 == "chain" { chain = $2 }
      # A log prefix or a comment is no verdict; what iptables made nft may list by a name of its own.
      { bare = $0; sub(/xt target "REJECT"/, "reject ", bare); gsub(/"[^"]*"/, "", bare); sub(/# xt_REJECT/, "reject", bare) }
      bare ~ /[ \t](drop|reject)( |$)/ {
        rule = $0; gsub(/^[ \t]+/, "", rule)
        if (!match(rule, /counter packets [0-9]+ bytes [0-9]+/)) { print "-\t" table " " chain ": " rule; next }
        split(substr(rule, RSTART, RLENGTH), word, " ")
        rule = substr(rule, 1, RSTART - 1) substr(rule, RSTART + RLENGTH + 1)
        print word[3] "\t" table " " chain ": " rule
      }' < <(printf '%s\n' "$text")
    while read -r family table chain; do
      [[ -n $chain ]] || continue
      packets=$(policy_of "$family" "$table" "$chain") || continue
      printf '%s\t%s %s %s: policy DROP\n' "$packets" "$family" "$table" "$chain"
    done < <(drop_policies < <(printf '%s\n' "$text"))
  fi
  for each in ${tables[@]+"${tables[@]}"}; do
    read -r program table < <(printf '%s\n' "$each")
    asked=(--wait 5 --table "$table" --list --numeric --verbose --exact)
    case $program in
      iptables) text=$(iptables "${asked[@]}") || return ;;
      ip6tables) text=$(ip6tables "${asked[@]}") || return ;;
      iptables-legacy) text=$(iptables-legacy "${asked[@]}") || return ;;
      ip6tables-legacy) text=$(ip6tables-legacy "${asked[@]}") || return ;;
    esac
    awk -v where="$each" '
      $1 == "Chain" { chain = $2; if ($3 == "(policy" && $4 == "DROP") print $5 "\t" where " " chain ": policy DROP" }
      $3 ~ /^(DROP|REJECT)$/ && $1 ~ /^[0-9]+$/ { packets = $1; $1 = ""; $2 = ""; sub(/^ +/, ""); print packets "\t" where " " chain ": " $0 }
    ' < <(printf '%s\n' "$text")
  done
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
  $1 == "-" { next }
  FILENAME == ARGV[1] { was[$2] += $1; next }
  NF == 2 { now[$2] += $1 }
  END { for (rule in now) if (now[rule] - was[rule] > 0) printf "%12d  %s\n", now[rule] - was[rule], rule }
' <(printf '%s\n' "$before") <(printf '%s\n' "$after") | sort -k1,1nr -k2)
if [[ $source == nft ]]; then
  policies=''
  while read -r each; do
    [[ -z $each || $after == *$'\t'"$each: policy DROP"* ]] || policies+=${policies:+$'\n'}$each
  done < <(nft list ruleset | drop_policies)
  [[ -z $policies ]] || printf 'not counted: what falls to the policy of drop of %s\n' "${policies//$'\n'/, }" >&2
fi
unseen=$(grep -c $'^-\t' < <(printf '%s\n' "$after")) || unseen=0
((unseen == 0)) || printf 'not counted: what %d rules drop or reject that have no counter, such as those of firewalld\n' "$unseen" >&2
since='since the rules were loaded'
((seconds == 0)) || since="within $seconds s"
if [[ -z $found ]]; then
  printf 'no rule with a counter has dropped a packet %s (%s)\n' "$since" "$source"
  exit 0
fi
sed -n "1,${limit}p" < <(printf '%s\n' "$found")
printf '%d rules have dropped packets %s (%s)\n' "$(wc -l < <(printf '%s\n' "$found"))" "$since" "$source"
