#!/usr/bin/env bash
# Query a DNS record of a name, at a server of your choice.
#
# Undo: nothing to undo, it asks a question.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: query-dns-record --name NAME [--type TYPE] [--server HOST] [--timeout N]

Ask a name server for the records of one type of a name, and print the answers with their
remaining time to live. No such name (NXDOMAIN), no record of that type, a refusal, a failure of
the server and silence are told apart. The hosts file of this host plays no part, unless the server
is a resolver on this host: systemd-resolved and dnsmasq answer from it, and from their cache.

  --name NAME    name to ask for
  --type TYPE    type of record (default A)
  --server HOST  name server to ask; system is that of resolv.conf (default system)
  --timeout N    seconds to wait for an answer, twice (default 3)
  --help         show this text

Exit status: 0 there is an answer, 1 there is none, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'query-dns-record: %s\n' "$2" >&2
  exit "$1"
}

name='' type=A server=system timeout=3
while (($# > 0)); do
  case $1 in
    --name | --type | --server | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --name) name=$2 ;;
        --type) type=$2 ;;
        --server) server=$2 ;;
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

[[ -n $name ]] || die 2 "--name is required (see --help)"
[[ $name =~ ^[A-Za-z0-9_*]([A-Za-z0-9_.*-]*[A-Za-z0-9_])?\.?$ ]] || die 2 "--name takes a domain name, not '$name'"
case $type in
  A | AAAA | CNAME | MX | NS | TXT | SOA | SRV | CAA | PTR) ;;
  *) die 2 "--type takes A, AAAA, CNAME, MX, NS, TXT, SOA, SRV, CAA or PTR, not '$type'" ;;
esac
[[ $server == system || $server =~ ^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?\.?$ || $server =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$ ]] ||
  die 2 "--server takes a host name or an IP address, not '$server'"
{ [[ $timeout =~ ^[0-9]{1,4}$ ]] && ((10#$timeout >= 1 && 10#$timeout <= 60)); } ||
  die 2 "--timeout takes a whole number from 1 to 60, not '$timeout'"
timeout=$((10#$timeout))
command -v dig >/dev/null || die 3 "dig is not installed"
at=()
[[ $server == system ]] || at=("@$server")

rc=0
# HOME: options in somebody's ~/.digrc would change what is read below.
text=$(HOME=/dev/null dig "${at[@]}" -q "$name" -t "$type" +noall +comments +answer +authority +stats +time="$timeout" +tries=2 2>&1 </dev/null) || rc=$?
text=$(tr -d '\000-\010\013-\037\177' <<<"$text")
where=$server each=''
[[ $server != system ]] || where='the resolver of this host' each=' for each name server'
if ((rc == 9)) || [[ $text == *'no servers could be reached'* ]]; then
  die 1 "no answer from $where within $((2 * timeout)) s$each"
fi
((rc == 0)) || die 1 "dig could not ask $where: $(tail -n 1 <<<"$text")"

status=$(sed -n -E 's/.*opcode: [A-Z]+, status: ([A-Z]+),.*/\1/p' <<<"$text" | sed -n 1p)
section() { awk -v name="$1" '/^;; [A-Z]+ SECTION:/ { on = $2 == name; next } /^;/ || NF == 0 { on = 0 } on' <<<"$text"; }
answers=$(section ANSWER)
flags=$(sed -n -E 's/^;; flags: ([a-z ]*);.*/ \1 /p' <<<"$text" | sed -n 1p)
asked=$(sed -n -E 's/^;; SERVER: ([^#]+)#.*/\1/p' <<<"$text" | sed -n 1p)
case $asked$flags in
  127.* | ::1\ *) kind='perhaps from the hosts file or a cache of this host' ;; # they call their own words authoritative
  *' aa '*) kind='authoritative' ;;
  *) kind='from a cache' ;;
esac
case $status in
  NOERROR) ;;
  NXDOMAIN)
    [[ -n $answers ]] || die 1 "$name does not exist (NXDOMAIN, says $where, $kind)"
    printf '%s\n' "$answers"
    die 1 "$name is there, and its CNAME leads to a name that does not exist (NXDOMAIN, says $where, $kind)"
    ;;
  REFUSED) die 1 "$where refuses to answer for $name" ;;
  SERVFAIL) die 1 "$where failed (SERVFAIL: a broken delegation, DNSSEC, or its own servers do not answer)" ;;
  *) die 1 "$where answers ${status:-nothing that can be read}" ;;
esac
if [[ -z $answers ]]; then
  above=$(section AUTHORITY)
  if [[ $flags != *' aa '* && $flags != *' ra '* && $above == *[[:space:]]NS[[:space:]]* && $above != *[[:space:]]SOA[[:space:]]* ]]; then
    die 1 "$where does not know: it refers to the name servers of ${above%%[[:space:]]*}"
  fi
  printf '%s has no record of type %s (says %s, %s)\n' "$name" "$type" "$where" "$kind"
  exit 1
fi
printf '%s\n' "$answers"
# A CNAME alone is the answer to a question for an address that nobody has.
found=$(awk -v type="$type" '$4 == type' <<<"$answers" | grep -c .) || found=0
printf '%d records of type %s from %s, %s\n' "$found" "$type" "$where" "$kind"
((found > 0)) || exit 1
