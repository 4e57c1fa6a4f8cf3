#!/usr/bin/env bash
. "$HARNESS"

echo BROADCAST,MULTICAST >.eth1
echo BROADCAST,MULTICAST,UP,LOWER_UP >.eth0
echo BROADCAST,MULTICAST >.dead
echo BROADCAST,MULTICAST >.stuck
echo BROADCAST,MULTICAST >.pulled
echo 0 >.uid
# equivalent mutant 33998ce6: a number is 0 or more, whatever it is read in
stub id <<<'cat .uid'
stub sleep <<'EOF'
! grep -q UP .eth1 || echo BROADCAST,MULTICAST,UP,LOWER_UP >.eth1
EOF
stub ip <<'EOF'
dev=${*: -1}
case "$*" in
  '-o link show dev '*) [ "$dev" != pulled ] || ! grep -q UP .pulled || rm .pulled # its module is taken out
    [ -e ".$dev" ] || { echo "Device \"$dev\" does not exist." >&2; exit 1; }
    echo "3: $dev: <$(cat ".$dev")> mtu 1500 qdisc fq state DOWN mode DEFAULT group default qlen 1000\\    link/ether 02:00:00:00:00:01 brd ff:ff:ff:ff:ff:ff" ;;
  '-o address show dev '*' scope global') dev=$5; [ ! -e .broken ] || exit 1; [ -e .bare ] || echo "3: $dev    inet 192.0.2.10/24 brd 192.0.2.255 scope global $dev\\       valid_lft forever preferred_lft forever" ;;
  '-4 route show dev '*) [ ! -e .deaf ] || exit 1; echo '192.0.2.0/24 proto kernel scope link src 192.0.2.10'; [ ! -e .routed ] || echo 'default via 192.0.2.1'; [ ! -e .point ] || echo 'default scope link' ;;
  '-6 route show dev '*) echo 'fe80::/64 proto kernel metric 256 pref medium'; [ ! -e .routed6 ] || echo 'default via fe80::1 metric 1024 pref medium' ;;
  '-brief address show dev '*) echo "$dev UP 192.0.2.10/24" ;;
  'link set dev '*' up') dev=$4; [ "$dev" = stuck ] || echo NO-CARRIER,BROADCAST,MULTICAST,UP >".$dev" ;;
  *) exit 255 ;;
esac
EOF

run --interface eth1 --dry-run
check 'a dry run says what it would do' grep -qx 'would bring up: eth1 (now down)' <<<"$out"
check 'a dry run changes nothing' test -z "$(calls 'link set')"
run --interface eth1
check 'it succeeds' test "$status" -eq 0
check 'that no route goes further is told' grep -q '^note: no route by eth1 goes beyond its own network' <<<"$out"
check 'of its address nothing is' test -z "$err"
for known in routed routed6 point; do
  echo BROADCAST,MULTICAST >.eth1; touch ".$known"; run --interface eth1; rm ".$known"
  check "with such a route nothing is told: $known" test "$status:$(grep -c ^note: <<<"$out")" = 0:0
done
echo BROADCAST,MULTICAST >.eth1; touch .bare; run --interface eth1; rm .bare
check 'one without an address is warned of' bash -c '[ "$1" = 0 ] && grep -q "^warning: eth1 has no address yet" <<<"$2"' _ "$status" "$err"
for lost in broken deaf; do
  echo BROADCAST,MULTICAST >.eth1; touch ".$lost"; run --interface eth1; rm ".$lost"
  check "what cannot be read is a failure: $lost" test "$status" -eq 1
done
echo BROADCAST,MULTICAST >.eth1; run --interface eth1
check 'it is up' grep -q LOWER_UP .eth1
check 'it waited for the link' grep -qx 'up: eth1 has a link (waited 1 s)' <<<"$out"
check 'its addresses are shown' grep -q '192.0.2.10/24' <<<"$out"
run --interface eth1
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
check 'and sets nothing' test "$(calls 'link set' | wc -l)" -eq 8
check 'its addresses and routes are looked at all the same' grep -q '^note: no route by eth1 goes beyond' <<<"$out"
touch .bare; run --interface eth1; rm .bare
check 'so that one that is up without an address is told' test "$status:$(grep -c '^nothing to do' <<<"$out"):$(grep -c '^warning: eth1 has no address yet' <<<"$err")" = 0:1:1
run --interface dead --timeout 3
check 'no link is a failure' test "$status" -eq 1
check 'and is told' grep -q 'no link after 3 s' <<<"$err"
run --interface dead --dry-run
check 'a dry run tells of one that is up, too' grep -qx 'would bring up: dead (now up without a link)' <<<"$out"
run --interface dead --timeout 010
check 'seconds are decimal' grep -q 'no link after 10 s' <<<"$err"
check 'and it was not set up again' test "$(calls 'link set dev dead' | wc -l)" -eq 1
run --interface pulled
check 'one that goes meanwhile is a failure' test "$status:$(grep -c 'pulled has gone' <<<"$err")" = 1:1
run --interface eth0 --timeout 600
check 'ten minutes are taken' test "$status" -eq 0
run --interface eth0 --timeout 601
check 'more is refused' test "$status" -eq 2
run --interface stuck --timeout 0
check 'an interface that stays down is a failure' grep -q 'still down' <<<"$err"
run --interface eth9
check 'a missing interface is refused' test "$status" -eq 3
echo 1000 >.uid
run --interface stuck
check 'without root it is refused' test "$status" -eq 3
run --interface eth0
check 'what needs no change needs no root' test "$status" -eq 0
run
check 'the interface is required' test "$status" -eq 2
run --interface --help
check 'an option is no interface' test "$status" -eq 2
run --interface 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --interface '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
finish
