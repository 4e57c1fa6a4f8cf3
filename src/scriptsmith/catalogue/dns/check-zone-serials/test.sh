#!/usr/bin/env bash
. "$HARNESS"

stub dig <<'EOF'
[ "$HOME" = /dev/null ] || exit 1
at=''; name=''; type=''
while [ $# -gt 0 ]; do
  case $1 in -q) name=$2; shift ;; -t) type=$2; shift ;; @*) at=${1#@} ;; +time=* | +tries=* | +noall | +comments | +answer | +norecurse) ;; *) exit 1 ;; esac
  shift
done
head() { printf ';; ->>HEADER<<- opcode: QUERY, status: %s, id: 1\n;; flags: %s; QUERY: 1, ANSWER: 1\n\n;; ANSWER SECTION:\n' "$1" "$2"; }
soa() { printf '%s.\t3600\tIN\tSOA\t'"${primary:-ns1.example.org.}"' admin.example.org. %s 7200 3600 1209600 3600\n' "$name" "$1"; }
[[ $name != rootless* ]] || primary=.
case $name in shy* | shut*) primary=Hidden.example.org. ;; esac
case $at:$name:$type in
  hidden.example.org.:shy.example:SOA) head NOERROR 'qr aa'; soa 2024052601 ;;
  hidden.example.org.:shy2.example:SOA) head NOERROR 'qr aa'; soa 2024052501 ;;
  hidden.example.org.:shut.example:SOA) echo ';; no servers could be reached'; exit 9 ;;
  hidden.example.org.:shut2.example:SOA) head NOERROR 'qr ra'; soa 2024052501 ;;
  :half.example:SOA) echo ';; no servers could be reached'; exit 9 ;;
  :none.example:NS) head NXDOMAIN 'qr rd ra' ;;
  :expired.example:NS) head SERVFAIL 'qr rd ra' ;;
  :dead.example:NS) echo ';; no servers could be reached'; exit 9 ;;
  :*:NS) head NOERROR 'qr rd ra'; printf '%s.\t60\tIN\tNS\tns1.example.org.\n%s.\t60\tIN\tNS\tNS2.example.org.\n' "$name" "$name" ;;
  ns2.example.org.:behind.example:SOA) head NOERROR 'qr aa'; soa 2024052401 ;;
  ns2.example.org.:lame.example:SOA) head NOERROR 'qr ra'; soa 2024052501 ;;
  ns2.example.org.:refused.example:SOA) head REFUSED qr ;;
  ns2.example.org.:silent.example:SOA) echo ';; no servers could be reached'; exit 9 ;;
  *) head NOERROR 'qr aa'; soa 2024052501 ;;
esac
EOF

run --zone good.example
check 'the same serial succeeds' test "$status" -eq 0
check 'each server is shown' grep -Eqx 'ns2.example.org. +2024052501' <<<"$out"
check 'it says so' grep -qx 'in order: 2 name servers, all at the same serial (asked at one address each; what the parent zone delegates to is not compared)' <<<"$out"
check 'each is asked itself' test -n "$(calls '^dig @ns2.example.org. -q good.example -t SOA \+norecurse .*\+time=3')"
run --zone behind.example
check 'one that is behind is a failure' test "$status" -eq 1
check 'and is told' grep -qx 'DIFFERENT serials: 2024052401 2024052501 ' <<<"$out"
run --zone lame.example
check 'one without authority is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "WITHOUT AUTHORITY" <<<"$2"' _ "$status" "$out"
run --zone refused.example
check 'a refusal is told' grep -Eqx 'ns2.example.org. +NO SERIAL \(REFUSED\)' <<<"$out"
run --zone silent.example --timeout 2
check 'silence is told' grep -q 'NO SERIAL (no answer)' <<<"$out"
check 'and is a failure' test "$status" -eq 1
check 'the time is handed on' test -n "$(calls '\+time=2 ')"
run --zone shy.example
check 'a primary that is no name server is compared' test "$status:$(tail -n 1 <<<"$out")" = '1:DIFFERENT serials: 2024052501 2024052601 '
run --zone shy2.example
check 'and is in order at the same serial' test "$status:$(tail -n 1 <<<"$out" | sed 's/ (.*//')" = '0:in order: 3 name servers, all at the same serial'
for name in shut shut2; do
  run --zone $name.example
  check "without its answer nothing is in order: $name" test "$status:$(tail -n 1 <<<"$out")" = '0:the same serial on 2 name servers; whether it is the latest of the primary hidden.example.org. is not known'
done
run --zone half.example
check 'nor is it known without the name of the primary' test "$status:$(tail -n 1 <<<"$out")" = '0:the same serial on 2 name servers; whether it is the latest of the primary that its SOA names is not known'
run --zone none.example
check 'a zone without servers is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "no name servers are known" <<<"$2"' _ "$status" "$err"
check 'that it is no zone is thought of' grep -q 'is it a zone of its own' <<<"$err"
run --zone expired.example
check 'a resolver that fails has not said that there are none' bash -c '[ "$1" -eq 1 ] && grep -q "cannot tell the name servers of expired.example (SERVFAIL)" <<<"$2"' _ "$status" "$err"
run --zone rootless.example
check 'a zone without a primary has no server . that fails' test "$status:$(tail -n 1 <<<"$out")" = '0:the same serial on 2 name servers; whether it is the latest of the primary that its SOA names is not known'
run --zone dead.example
check 'a resolver that is silent is a failure' test "$status" -eq 1
run
check 'the zone is required' test "$status" -eq 2
run --zone @ns1
check 'a server is no zone' test "$status" -eq 2
run --zone 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --zone '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --zone good.example >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
