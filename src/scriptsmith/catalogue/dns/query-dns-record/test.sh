#!/usr/bin/env bash
. "$HARNESS"

stub dig <<'EOF'
name=''; type=''; at=''
while [ $# -gt 0 ]; do
  case $1 in
    -q) name=$2; shift ;; -t) type=$2; shift ;; @*) at=$1 ;;
    +noall | +comments | +answer | +authority | +stats | +time=* | +tries=*) ;;
    *) echo "Invalid option: $1" >&2; exit 1 ;;
  esac
  shift
done
answer() { printf ';; Got answer:\n;; ->>HEADER<<- opcode: QUERY, status: %s, id: 4711\n;; flags: %s; QUERY: 1, ANSWER: 1, AUTHORITY: 0, ADDITIONAL: 1\n\n;; OPT PSEUDOSECTION:\n; EDNS: version: 0, flags:; udp: 1232\n' "$1" "${2:-qr rd ra}"; }
[ "$HOME" = /dev/null ] || exit 1
trap 'printf "\n;; Query time: 3 msec\n;; SERVER: %s#53(%s) (UDP)\n" "$from" "$from"' EXIT
from=192.0.2.53
case $at$name$type in
  @silent*) printf ';; communications error to 192.0.2.9#53: timed out\n;; no servers could be reached\n'; trap - EXIT; exit 9 ;;
  @nosuchserver*) echo "dig: couldn't get address for 'nosuchserver': not found"; trap - EXIT; exit 10 ;;
  *dangling.example*) answer NXDOMAIN; printf ';; ANSWER SECTION:\ndangling.example.\t60\tIN\tCNAME\tgone.example.\n' ;;
  *gone.example*) answer NXDOMAIN ;;
  *refused.example*) answer REFUSED 'qr rd' ;;
  *example.orgMX) answer NOERROR 'qr aa rd'; printf ';; ANSWER SECTION:\nexample.org.\t\t300\tIN\tMX\t10 mx1.example.org.\nexample.org.\t\t300\tIN\tMX\t20 mx2.example.org.\n\n' ;;
  *example.orgTXT) answer NOERROR; printf ';; ANSWER SECTION:\nexample.org.\t60\tIN\tTXT\t"v=spf1 $(touch pwned)"\n' ;;
  *alias.example*) answer NOERROR; printf ';; ANSWER SECTION:\nalias.example.net.\t60\tIN\tCNAME\tgone.example.net.\n' ;;
  stub.example*) from=127.0.0.53; answer NOERROR 'qr aa rd ra'; printf ';; ANSWER SECTION:\nstub.example.net.\t0\tIN\tA\t192.0.2.7\n' ;;
  @parent*) answer NOERROR 'qr rd'; printf ';; AUTHORITY SECTION:\nexample.net.\t172800\tIN\tNS\tns1.example.net.\nexample.net.\t172800\tIN\tNS\tns2.example.net.\n' ;;
  @zone*) answer NOERROR 'qr rd'; printf ';; AUTHORITY SECTION:\nexample.net.\t172800\tIN\tSOA\tns1.example.net. a. 1 2 3 4 5\nexample.net.\t172800\tIN\tNS\tns2.example.net.\n' ;;
  *) answer NOERROR ;;
esac
EOF

run --name example.org --type MX --server 192.0.2.53
check 'it succeeds' test "$status" -eq 0
check 'each record is shown' grep -q '300.IN.MX.20 mx2.example.org.$' <<<"$out"
check 'they are counted, with their source' grep -qx '2 records of type MX from 192.0.2.53, authoritative' <<<"$out"
check 'the server is asked' test -n "$(calls '^dig @192.0.2.53 -q example.org -t MX .*\+time=3 \+tries=2$')"
run --name example.org --type TXT
check 'a text is shown and not run' bash -c 'grep -qF "\$(touch pwned)" <<<"$1" && [ ! -e pwned ]' _ "$out"
check 'without a server that of the host is asked' test -n "$(calls '^dig -q example.org -t TXT')"
run --name gone.example
check 'a name that does not exist is a failure' bash -c '[ "$1" -eq 1 ] && grep -q NXDOMAIN <<<"$2"' _ "$status" "$err"
run --name dangling.example
check 'an alias to a name that does not exist is shown' bash -c '[ "$1" -eq 1 ] && grep -q "CNAME.gone.example.$" <<<"$2"' _ "$status" "$out"
check 'and is not called missing itself' grep -q 'dangling.example is there, and its CNAME leads to a name that does not exist' <<<"$err"
run --name refused.example
check 'a refusal is told' grep -q 'refuses to answer' <<<"$err"
run --name www.example.net --type AAAA
check 'no record of the type is told' bash -c '[ "$1" -eq 1 ] && grep -q "no record of type AAAA" <<<"$2"' _ "$status" "$out"
run --name alias.example.net
check 'an alias that leads nowhere is a failure' test "$status" -eq 1
run --name stub.example.net
check 'a resolver on this host is not called authoritative' grep -qx '1 records of type A from the resolver of this host, perhaps from the hosts file or a cache of this host' <<<"$out"
run --name www.example.net --server parent
check 'a referral is no answer' bash -c '[ "$1" -eq 1 ] && grep -q "parent does not know: it refers to the name servers of example.net.$" <<<"$2"' _ "$status" "$err"
check 'and says nothing of the name' test -z "$out"
run --name www.example.net --server zone
check 'what has an SOA is an answer' grep -q 'has no record of type A' <<<"$out"
run --name example.org --server silent --timeout 2
check 'silence is told' grep -q 'no answer from silent within 4 s' <<<"$err"
run --name example.org --server nosuchserver
check 'an unknown server is told' grep -q "couldn't get address" <<<"$err"
run --name example.org --type ANY
check 'another type is refused' test "$status" -eq 2
run --name -h
check 'an option is no name' test "$status" -eq 2
run --name +trace
check 'nor is one of dig' test "$status" -eq 2
run --name 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --name '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --name example.org >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
