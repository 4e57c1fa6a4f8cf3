#!/usr/bin/env bash
# Check that all name servers of a zone have the same serial.
#
# Undo: nothing to undo, it asks questions.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-zone-serials --zone NAME [--timeout N]

Ask for the name servers of a zone, and then each of them for the zone's SOA record. All should
answer with authority and the same serial; one that lags behind missed a zone transfer, one
without authority is lame. A primary that the SOA names, and that is none of them, is asked too;
when it does not answer, whether they have its latest zone is not known, and that is said. Of a server with several addresses the first that answers is asked; what
the parent zone delegates to is not compared.

  --zone NAME  zone to look at
  --timeout N  seconds to wait for each server, twice (default 3)
  --help       show this text

Exit status: 0 all have the same serial, 1 they have not, or some did not answer, 2 wrong usage, 3
a precondition fails.
EOF
}

die() {
  printf 'check-zone-serials: %s\n' "$2" >&2
  exit "$1"
}

zone='' timeout=3
while (($# > 0)); do
  case $1 in
    --zone | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --zone) zone=$2 ;;
        --timeout) timeout=$2 ;;
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

[[ -n $zone ]] || die 2 "--zone is required (see --help)"
[[ $zone =~ ^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?\.?$ ]] || die 2 "--zone takes a domain name, not '$zone'"
{ [[ $timeout =~ ^[0-9]{1,4}$ ]] && ((10#$timeout >= 1 && 10#$timeout <= 60)); } ||
  die 2 "--timeout takes a whole number from 1 to 60, not '$timeout'"
timeout=$((10#$timeout))
for tool in dig sort; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
options=(+time="$timeout" +tries=2 +noall +comments +answer)
# HOME: options in somebody's ~/.digrc would change what is read below.
ask() { HOME=/dev/null dig "$@" "${options[@]}" 2>/dev/null </dev/null | tr -d '\000-\010\013-\037\177'; }

# Answer lines are NAME TTL CLASS TYPE DATA.
answer=$(ask -q "$zone" -t NS) || die 1 "the resolver of this host does not answer"
servers=$(awk '!/^;/ && $4 == "NS" { print tolower($5) }' <<<"$answer" | LC_ALL=C sort -u)
state=$(sed -n -E 's/.*status: ([A-Z]+),.*/\1/p' <<<"$answer" | sed -n 1p)
[[ -n $servers || ${state:-NOERROR} == @(NOERROR|NXDOMAIN) ]] ||
  die 1 "the resolver of this host cannot tell the name servers of $zone ($state): with SERVFAIL none of them may serve it any more, or DNSSEC fails"
[[ -n $servers ]] || die 1 "no name servers are known for $zone (is it a zone of its own?)"
hidden='' known=true
answer=$(ask -q "$zone" -t SOA) || answer=''
primary=$(awk '!/^;/ && $4 == "SOA" { print tolower($5); exit }' <<<"$answer")
[[ -n $primary && $primary != . ]] || primary='' known=false
if [[ -n $primary ]] && ! grep -Fqx -- "$primary" <<<"$servers"; then hidden=$primary; fi
count=0 bad=0 serials=''
while IFS= read -r server; do
  count=$((count + 1))
  if [[ ! $server =~ ^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?\.?$ ]]; then
    printf '%-32s is no name that can be asked\n' "${server@Q}"
    bad=$((bad + 1))
    continue
  fi
  answer=$(ask "@$server" -q "$zone" -t SOA +norecurse) || answer=''
  serial=$(awk '!/^;/ && $4 == "SOA" { print $7; exit }' <<<"$answer")
  flags=$(sed -n -E 's/^;; flags: ([a-z ]*);.*/ \1 /p' <<<"$answer" | sed -n 1p)
  if [[ $server == "$hidden" && (! $serial =~ ^[0-9]{1,10}$ || $flags != *' aa '*) ]]; then
    count=$((count - 1)) known=false
    printf '%-32s NOT KNOWN: the primary of the SOA, no name server of the zone, does not tell its serial\n' "$server"
  elif [[ ! $serial =~ ^[0-9]{1,10}$ ]]; then
    state=$(sed -n -E 's/.*status: ([A-Z]+),.*/\1/p' <<<"$answer" | sed -n 1p)
    printf '%-32s NO SERIAL (%s)\n' "$server" "${state:-no answer}"
    bad=$((bad + 1))
  elif [[ $flags != *' aa '* ]]; then
    printf '%-32s %s, WITHOUT AUTHORITY (lame)\n' "$server" "$serial"
    bad=$((bad + 1))
  else
    printf '%-32s %s\n' "$server" "$serial"
    serials+="$serial"$'\n'
  fi
done <<<"$servers${hidden:+$'\n'$hidden}"
different=$(LC_ALL=C sort -u <<<"${serials%$'\n'}" | grep -c .) || different=0
if ((different > 1)); then
  printf 'DIFFERENT serials: %s\n' "$(LC_ALL=C sort -u <<<"${serials%$'\n'}" | tr '\n' ' ')"
  exit 1
fi
((bad == 0)) || die 1 "$bad of $count name servers do not serve $zone as they should"
if ! $known; then
  printf 'the same serial on %d name servers; whether it is the latest of the primary %s is not known\n' "$count" "${hidden:-that its SOA names}"
  exit 0
fi
printf 'in order: %d name servers, all at the same serial (asked at one address each; what the parent zone delegates to is not compared)\n' "$count"
