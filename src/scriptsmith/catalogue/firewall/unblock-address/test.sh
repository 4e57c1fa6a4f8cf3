#!/usr/bin/env bash
. "$HARNESS"

cat >.rules <<'EOF'
iptables -s 203.0.113.5 -j DROP
iptables -s 203.0.113.5 -j DROP
iptables -s 203.0.113.5 -j REJECT
iptables -s 203.0.113.55 -j DROP
iptables -s 203.0.113.6 -p tcp --dport 22 -j DROP
ip6tables -s 2001:db8::bad -j DROP
EOF
cp .rules .first
echo 0 >.uid
stub id <<<'cat .uid'
for name in iptables ip6tables; do
  stub "$name" <<'EOF'
[ "$1 $2" = '--wait 5' ] || exit 2
me=${0##*/}
[ ! -e .broken ] || exit 4
case $3 in
  --list-rules) echo '-P INPUT ACCEPT'; sed -n "s/^$me /-A INPUT /p" .rules | sed -E 's#(-s [0-9.]+) #\1/32 #; s#(-s [0-9a-f]*:[0-9a-f:.]+) #\1/128 #' ;;
  --delete) [ -e .deaf ] || { [ "$4" = INPUT ] || exit 2; line=$(grep -nxF -m1 -- "$me -s ${6%/*} -j $8" .rules) || exit 1; sed -i "${line%%:*}d" .rules; } ;;
  *) exit 2 ;;
esac
EOF
done

run --address 203.0.113.5 --dry-run
check 'a dry run says what it would do' grep -qx 'would remove: the rules of INPUT that block 203.0.113.5' <<<"$out"
check 'a dry run removes nothing' cmp .rules .first
run --address 203.0.113.5
check 'it succeeds' test "$status" -eq 0
check 'each of its rules is gone' test -z "$(grep -F -- '-s 203.0.113.5 ' .rules)"
check 'there is nothing else to tell' test -z "$err"
check 'what was not looked at is told' grep -q '^looked at: the table filter of iptables; not other tables' <<<"$out"
check 'they are counted' grep -qx 'unblocked: 203.0.113.5 (3 rules removed)' <<<"$out"
check 'others stay' test "$(wc -l <.rules)" -eq 3
mkdir -p /etc/iptables /etc/sysconfig
printf '*filter\n:INPUT ACCEPT [0:0]\n-A INPUT -s 203.0.113.5/32 -p tcp -j DROP\n-A INPUT -s 203.0.113.5/32 -j DROP\nCOMMIT\n' >/etc/iptables/rules.v4
printf -- '-A INPUT -s 203.0.113.55/32 -j DROP\n-A INPUT -s 2001:db8::bad/128 -j REJECT --reject-with icmp6-port-unreachable' >/etc/sysconfig/ip6tables
run --address 203.0.113.5
check 'a rule that comes back is told, also when there is nothing to do' grep -qx 'nothing to do: no rule of INPUT blocks just 203.0.113.5; BLOCKED AGAIN after a reload or boot by /etc/iptables/rules.v4, unless the rules are saved anew' <<<"$out"
for option in --dry-run ''; do
  run --address 2001:db8:0::bad $option
  check "and with what is done $option" grep -q 'd.*2001:db8:0::bad.*; BLOCKED AGAIN after a reload or boot by /etc/sysconfig/ip6tables, unless the rules are saved anew$' <<<"$out"
done
run --address 203.0.113.6
check 'of another address there is none' test "$(grep -c 'BLOCKED AGAIN' <<<"$out")" -eq 0
rm -r /etc/iptables /etc/sysconfig
cp .first .rules; sed -i '1,3d' .rules
printf 'iptables -s 203.0.112.0/22 -j DROP\niptables -s 203.0.114.0/24 -j DROP\niptables -m set --match-set bad src -j DROP\niptables ! -s 198.51.100.0/24 -j DROP\niptables ! -s 203.0.113.0/24 -j REJECT\niptables -s 203.0.113.0/24 -j ACCEPT\n' >.more
cp .rules .before; cat .before .more >.rules
run --address 203.0.113.5
check 'a rule of a network that holds it, of another one that does not, or of a set is told' test "$(grep -c '^-A' <<<"$err"):$(grep -c -e '-s 203.0.112.0/22 ' -e '! -s 198.51.100.0/24 ' -e 'match-set bad src' <<<"$err")" = 3:3
cp .before .rules
run --address 203.0.113.6
check 'in the last line too' grep -qx 'nothing to do: no rule of INPUT blocks just 203.0.113.6; other rules may keep it out, see above' <<<"$out"
run --address 203.0.113.5
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to do" <<<"$2"' _ "$status" "$out"
run --address 203.0.113.6
check 'a rule that says more is told and stays' bash -c 'grep -q "dport 22" <<<"$1" && grep -q "dport 22" .rules' _ "$err"
run --address 2001:db8::bad
check 'an IPv6 address is taken from ip6tables' test -z "$(grep ip6tables .rules)"
# Addresses that differ in the first bit or the last one only, and one of IPv6 that holds one of IPv4.
printf 'iptables -s 75.0.113.5 -j DROP\niptables -s 203.0.113.4 -j DROP\nip6tables -s ::ffff:203.10.113.25 -j DROP\n' >.rules
run --address 203.0.113.5
check 'the first and the last bit count' bash -c '[ "$1" -eq 0 ] && [ "$(grep -c ^iptables .rules)" -eq 2 ]' _ "$status"
run --address ::ffff:cb0a:7119
check 'an address is known in another form' bash -c '[ "$1" -eq 0 ] && ! grep -q ip6tables .rules' _ "$status"
echo 'ip6tables -s 2001:db8:f0::/44 -j DROP' >.rules
run --address 2001:0DB8:FF::1
check 'a network of IPv6 that holds it is told' grep -q -e '-s 2001:db8:f0::/44 -j DROP' <<<"$err"
run --address 2001:db8:100::1
check 'another one is not' test -z "$err"
run --address 203.0.113.255
check 'the highest number of an address is taken' test "$status" -eq 0
for address in 203.0.113.256 203.0.113.010 2001:db8:1 2001:db8::1: 1::2:3:4:5:6:7:8 1:2:3:4:5:6:7:8:9 2001:db8::12345 ::203.0.113.256.1; do
  run --address "$address"
  check "no address: $address" test "$status" -eq 2
done
cp .first .rules
touch .deaf
run --address 203.0.113.55
check 'a rule that stays is a failure' test "$status" -eq 1
touch .broken
run --address 203.0.113.55
check 'rules that cannot be listed are a failure' test "$status" -eq 1
echo 1000 >.uid
run --address 203.0.113.55
check 'without root it is refused' test "$status" -eq 3
run
check 'the address is required' test "$status" -eq 2
run --address 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --address '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
# As where nothing more can be written, with a bash that keeps each text it redirects in a file (before 5.1).
full() { status=0; out=$( (trap '' XFSZ; ulimit -f 0; STUB_LOG=/dev/null BASH_COMPAT=5.0 bash "$SCRIPT" "$@" </dev/null 2>&1) | cat) || status=$?; }
echo 0 >.uid
rm .broken
full --address 203.0.113.55 --dry-run
check 'without room for a file a rule is seen, too' test "$status:$(grep -cx 'would remove: the rules of INPUT that block 203.0.113.55' <<<"$out")" = 0:1
finish
