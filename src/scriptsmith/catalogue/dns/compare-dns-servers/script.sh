#!/usr/bin/env bash
# Compare the answers of two DNS servers for a name.
#
# Undo: nothing to undo, it asks questions.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: compare-dns-servers --name NAME --first HOST --second HOST [--type TYPE]

Ask two name servers for the same record and compare what they say, without regard to order and
time to live. For a change that has not arrived everywhere, a split horizon, or a stale cache.
Names that are served from many places may differ on purpose.

  --name NAME    name to ask for
  --first HOST   one name server
  --second HOST  the other name server
  --type TYPE    type of record (default A)
  --help         show this text

Exit status: 0 they say the same, 1 they do not, or one does not answer, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'compare-dns-servers: %s\n' "$2" >&2
  exit "$1"
}

name='' first='' second='' type=A
while (($# > 0)); do
  case $1 in
    --name | --first | --second | --type)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --name) name=$2 ;;
        --first) first=$2 ;;
        --second) second=$2 ;;
        --type) type=$2 ;;
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

[[ -n $name ]] || die 2 "--name is required (see --help)"
[[ -n $first ]] || die 2 "--first is required (see --help)"
[[ -n $second ]] || die 2 "--second is required (see --help)"
[[ $name =~ ^[A-Za-z0-9_*]([A-Za-z0-9_.*-]*[A-Za-z0-9_])?\.?$ ]] || die 2 "--name takes a domain name, not '$name'"
case $type in
  A | AAAA | CNAME | MX | NS | TXT | SOA | SRV | CAA) ;;
  *) die 2 "--type takes A, AAAA, CNAME, MX, NS, TXT, SOA, SRV or CAA, not '$type'" ;;
esac
[[ $first =~ ^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?\.?$ || $first =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$ ]] ||
  die 2 "--first takes a host name or an IP address, not '$first'"
[[ $second =~ ^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?\.?$ || $second =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$ ]] ||
  die 2 "--second takes a host name or an IP address, not '$second'"
for tool in dig sort awk; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

failed=0
# HOME: options in somebody's ~/.digrc would change what is read below.
ask() { # SERVER: sets said to what it says, one line per record
  local text rc=0 status
  text=$(HOME=/dev/null dig "@$1" -q "$name" -t "$type" +noall +comments +answer +time=3 +tries=2 2>&1 </dev/null) || rc=$?
  text=$(tr -d '\000-\010\013-\037\177' <<<"$text")
  status=$(sed -n -E 's/.*opcode: [A-Z]+, status: ([A-Z]+),.*/\1/p' <<<"$text" | sed -n 1p)
  if ((rc != 0)) || [[ -z $status || $text == *'no servers could be reached'* ]]; then
    said='(no answer)'
    failed=1
  elif [[ $status != NOERROR ]]; then
    said="($status)"
    [[ $status == NXDOMAIN ]] || failed=1 # SERVFAIL and REFUSED are no answer
  else
    # NAME TTL CLASS TYPE DATA: names are the same in any case, also as data.
    said=$(awk '!/^;/ && NF >= 5 {
      $2 = ""; $1 = tolower($1)
      if ($4 ~ /^(CNAME|DNAME|MX|NS|SRV|SOA)$/) for (i = 5; i <= NF; i++) $i = tolower($i)
      sub(/  /, " "); print
    }' <<<"$text" | LC_ALL=C sort)
    if [[ -z $said && ! $text =~ ';; flags: '[a-z\ ]*(aa|ra) ]]; then # a zone that it gave away, or one of others
      said='(refers to other servers)'
      failed=1
    fi
    said=${said:-(no record of this type)}
  fi
}
ask "$first"
one=$said
ask "$second"
two=$said

if [[ $one == "$two" ]] && ((failed == 0)); then
  printf '%s\nthe same from %s and %s\n' "$one" "$first" "$second"
  exit 0
fi
while IFS= read -r line; do
  if grep -qxF -- "$line" <<<"$two"; then printf 'both: %s\n' "$line"; else printf 'only %s: %s\n' "$first" "$line"; fi
done <<<"$one"
while IFS= read -r line; do
  grep -qxF -- "$line" <<<"$one" || printf 'only %s: %s\n' "$second" "$line"
done <<<"$two"
((failed == 0)) || die 1 "not every server answered"
printf 'DIFFERENT answers for %s (%s)\n' "$name" "$type"
exit 1
