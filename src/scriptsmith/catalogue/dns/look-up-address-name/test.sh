#!/usr/bin/env bash
. "$HARNESS"

stub dig <<'EOF'
ok() { printf ';; ->>HEADER<<- opcode: QUERY, status: %s, id: 1\n;; flags: qr rd ra; QUERY: 1\n\n;; ANSWER SECTION:\n' "${1:-NOERROR}"; }
args=" $* "
trap 'printf "\n;; Query time: 1 msec\n;; SERVER: %s#53(x) (UDP)\n" "$at"' EXIT
at=192.0.2.53; case $1 in @127.* | @::1) at=${1#@} ;; esac
[ "$HOME" = /dev/null ] || exit 1
[[ $args == *' +noall +comments +answer +stats +time=3 +tries=2 ' ]] || exit 1
case $args in
  *'@silent'*) echo ';; no servers could be reached'; exit 9 ;;
  *'-x 192.0.2.25 '*) ok; printf '25.2.0.192.in-addr.arpa.\t60\tIN\tPTR\tmail.example.org.\n' ;;
  *'-x 192.0.2.66 '*) ok; printf '66.2.0.192.in-addr.arpa.\t60\tIN\tPTR\tforged.example.org.\n66.2.0.192.in-addr.arpa.\t60\tIN\tPTR\t$(touch\\032pwned).\n' ;;
  *'-x 2001:db8::25 '*) ok; printf '5.2.0.0.ip6.arpa.\t60\tIN\tPTR\tmail6.example.org.\n' ;;
  *'-x 192.0.2.70 '*) ok SERVFAIL ;;
  *'-x 192.0.2.71 '*) ok; printf '71.2.0.192.in-addr.arpa.\t60\tIN\tPTR\tbroken.example.org.\n' ;;
  *'-x 192.0.2.72 '*) ok; printf '72.2.0.192.in-addr.arpa.\t60\tIN\tPTR\tmute.example.org.\n' ;;
  *'-q broken.example.org. '*) ok SERVFAIL ;;
  *'-q mute.example.org. '*) echo ';; no servers could be reached'; exit 9 ;;
  *'-x '*) ok NXDOMAIN ;;
  *'-q mail.example.org. -t A '*) ok; printf 'mail.example.org.\t60\tIN\tA\t192.0.2.250\nmail.example.org.\t60\tIN\tA\t192.0.2.25\n' ;;
  *'-q mail6.example.org. -t AAAA '*) ok; printf 'mail6.example.org.\t60\tIN\tAAAA\t2001:DB8:0:0:0:0:0:25\n' ;;
  *'-q forged.example.org. '*) ok; printf 'forged.example.org.\t60\tIN\tA\t192.0.2.1\n' ;;
  *) ok NXDOMAIN ;;
esac
EOF

run --address 192.0.2.25
check 'a name that leads back succeeds' test "$status" -eq 0
check 'it is shown, and nothing else' test "$out" = '192.0.2.25: mail.example.org. (leads back to it)'
run --address 2001:db8::25
check 'an IPv6 address is compared by value' grep -qx '2001:db8::25: mail6.example.org. (leads back to it)' <<<"$out"
run --address 192.0.2.66
check 'a name that does not lead back is a failure' test "$status" -eq 1
check 'and is told' grep -qx '192.0.2.66: forged.example.org., which does NOT LEAD BACK to it' <<<"$out"
check 'a name that is none is not asked for' grep -q 'is no host name' <<<"$out"
check 'and runs nothing' test ! -e pwned
run --address 198.51.100.7
check 'no name is a failure' bash -c '[ "$1" -eq 1 ] && grep -qx "198.51.100.7 has no name in DNS (NXDOMAIN)" <<<"$2"' _ "$status" "$out"
run --address 192.0.2.70
check 'a server that fails does not say that there is no name' test "$status" -eq 1 -a -z "$out" -a -n "$(grep 'cannot tell the name of 192.0.2.70 (SERVFAIL)' <<<"$err")"
run --address 192.0.2.71
check 'nor that a name does not lead back' test "$status:$out" = '1:192.0.2.71: broken.example.org., whose addresses the name server cannot tell (SERVFAIL)'
run --address 192.0.2.72
check 'nor does one that is silent' test "$status:$out" = '1:192.0.2.72: mute.example.org., whose addresses the name server cannot tell (no answer)'
run --address 192.0.2.25 --server 192.0.2.53
check 'a server is asked' test -n "$(calls '^dig @192.0.2.53 -x 192.0.2.25 ')"
for at in 127.0.0.53 ::1; do
  run --address 192.0.2.25 --server $at
  check "that a resolver of this host may make answers itself is told: $at" test "$status:$(grep -c '^note: a resolver of this host answered' <<<"$out")" = 0:1
done
run --address 192.0.2.25 --server silent
check 'silence is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "no answer" <<<"$2"' _ "$status" "$err"
run --address www.example.org
check 'a name is no address' test "$status" -eq 2
run --address -h
check 'an option is no address' test "$status" -eq 2
run
check 'the address is required' test "$status" -eq 2
run --address 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --address '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --address 192.0.2.25 >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
