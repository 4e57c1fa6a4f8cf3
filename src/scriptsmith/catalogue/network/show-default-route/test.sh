#!/usr/bin/env bash
. "$HARNESS"


echo 'default via 192.0.2.1 dev eth0 proto dhcp src 192.0.2.10 metric 100 ' >.r4
echo REACHABLE >.state
echo '<BROADCAST,MULTICAST,UP,LOWER_UP>' >.flags
stub ip <<'EOF'
[ ! -e .broken ] || exit 1
case "$*" in
  '-4 route show default') cat .r4 ;;
  '-4 -o route get 1.1.1.1') [ ! -e .way ] || cat .way ;;
  '-6 -o route get 2606:4700:4700::1111') [ ! -e .way6 ] || cat .way6 ;;
  '-6 route show default') [ ! -e .r6 ] || cat .r6 ;;
  '-o link show dev eth'?) echo "2: $5: $(cat .flags) mtu 1500 qdisc fq state UP mode DEFAULT\\    link/ether 02:00:00:00:00:01" ;;
  'neigh show to 192.0.2.1 dev eth0 nud all') [ ! -s .state ] || echo "192.0.2.1 lladdr 02:00:00:00:00:fe $(cat .state) " ;;
  'neigh show to fe80::1 dev eth1 nud all') echo 'fe80::1 FAILED ' ;;
  *) exit 255 ;;
esac
EOF

# Nobody answers, and waiting takes no time.
stub ping <<<'[ -e .answers ]'
stub sleep <<<'exit 0'
run
check 'it succeeds' test "$status" -eq 0
check 'the route is shown' grep -qx 'IPv4: default via 192.0.2.1 dev eth0 proto dhcp src 192.0.2.10 metric 100' <<<"$out"
check 'the gateway answers' grep -qx '  gateway 192.0.2.1 answers (REACHABLE)' <<<"$out"
echo '1.1.1.1 via 192.0.2.1 dev eth0 src 192.0.2.10 uid 0 \    cache ' >.way
run
check 'what goes by it is not spoken of' test -z "$(grep 'NOT BY' <<<"$out")"
echo '1.1.1.1 dev wg0 table 51820 src 10.9.0.2 uid 0 \    cache ' >.way
run
check 'a VPN that takes the packets is told' grep -q '^IPv4: NOT BY THE DEFAULT ROUTE .*: 1.1.1.1 dev wg0 table 51820 src 10.9.0.2 uid 0 *$' <<<"$out"
check 'and is no failure' test "$status" -eq 0
rm .way
echo FAILED >.state
run
check 'a dead gateway is a failure' test "$status" -eq 1
check 'and is told' grep -q 'GATEWAY 192.0.2.1 DOES NOT ANSWER' <<<"$out"
: >.state
run
check 'a gateway of which nothing is known was asked' calls '^ping .*-I eth0 192.0.2.1$'
check 'and that nothing is known is told' grep -q 'nothing is known of it' <<<"$out"
touch .answers
run
check 'an answer to the ping counts where nothing else is known' grep -qx '  gateway 192.0.2.1 answers (to a ping)' <<<"$out"
echo NOARP >.state
run
check 'and on a link without hardware addresses' grep -qx '  gateway 192.0.2.1 answers (to a ping)' <<<"$out"
rm .answers
run
check 'without one it is not known there' grep -q '  gateway 192.0.2.1 needs no hardware address on eth0, and answers no ping' <<<"$out"
echo DELAY >.state
run
check 'a proof that is outstanding is none' test -z "$(grep ' answers (' <<<"$out")"
# Time goes on by a second with each sleep, and the state that is in .later is there by the one in .comes.
stub sleep <<'EOF'
echo tick >>.ticks
[ "$(wc -l <.ticks)" -lt "$(cat .comes)" ] || cat .later >.state
EOF
echo REACHABLE >.later
for comes in 9 10; do
  : >.ticks; : >.state; : >"$STUB_LOG"; echo $comes >.comes
  run
  check "an answer is waited for nine seconds, no longer: $comes" test "$status:$(grep -c 'answers (REACHABLE)$' <<<"$out")" = "0:$((10 - comes))"
  check 'the gateway gets one ping' test "$(calls '^ping')" = 'ping -n -q -c 1 -W 1 -I eth0 192.0.2.1'
done
: >.ticks; : >.state; echo 2 >.comes; echo FAILED >.later
run
check 'that nobody has the address is waited for' test "$status:$(grep -c 'GATEWAY 192.0.2.1 DOES NOT ANSWER (FAILED)$' <<<"$out")" = 1:1
stub sleep <<<'exit 0'
mv .r4 .kept
for kind in blackhole unreachable prohibit throw; do
  echo "$kind default metric 100 " >.r4
  run
  check "a $kind route leads nowhere" test "$status:$(grep -c "^  IT LEADS NOWHERE ($kind)$" <<<"$out")" = 1:1
done
mv .kept .r4
echo '<NO-CARRIER,BROADCAST,MULTICAST,UP>' >.flags
run
check 'no carrier is a failure' grep -q 'INTERFACE eth0 IS DOWN' <<<"$out"
echo '<BROADCAST,MULTICAST,UP,LOWER_UP>' >.flags
run --family both
check 'a missing route is a failure' test "$status" -eq 1
check 'and is told' grep -qx 'IPv6: NO DEFAULT ROUTE' <<<"$out"
echo '2606:4700:4700::1111 from :: dev wg0 table 51820 src fd00::2 metric 1024 pref medium' >.way6
run --family ipv6
check 'what another table has is told there, too' grep -q '^IPv6: NOT BY THE DEFAULT ROUTE .* dev wg0 table 51820' <<<"$out"
echo 'default via fe80::1 dev eth1 proto ra metric 1024 pref medium' >.r6
run --family ipv6
check 'an IPv6 gateway is looked at' grep -q 'GATEWAY fe80::1 DOES NOT ANSWER' <<<"$out"
check 'IPv4 is left out then' test -z "$(grep IPv4 <<<"$out")"
echo 'default dev eth0 scope link' >.r4
run
check 'a route without a gateway is fine' test "$status" -eq 0
touch .broken
run
check 'routes that cannot be read are a failure' test "$status" -eq 1
run --family 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --family '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
