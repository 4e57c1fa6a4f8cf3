#!/usr/bin/env bash
. "$HARNESS"
use network

state() { ip -o link show dev "$1" | sed 's/.*<\(.*\)>.*/,\1,/'; }
ip link set eth0 down
run --interface eth0 --dry-run
check 'a dry run says what it would do' grep -qx 'would bring up: eth0 (now down)' <<<"$out"
check 'and changes nothing' bash -c '[[ $1 != *,UP,* ]]' _ "$(state eth0)"
run --interface eth0
check 'it succeeds' test "$status" -eq 0
check 'the interface is up and has a link' bash -c '[[ $1 == *,UP,* && $1 == *,LOWER_UP,* ]]' _ "$(state eth0)"
check 'the neighbour is reached' ping -q -c 1 -W 2 192.0.2.1
check 'that its route is gone is told' grep -q '^note: no route by eth0 goes beyond its own network' <<<"$out"
ip link set eth0 down; (sleep 2; ip route add default dev eth0) & # what a point-to-point link gets
ip -n neighbour link set eth0 down
(sleep 3; ip -n neighbour link set eth0 up) &
run --interface eth0 --timeout 20
check 'a default route without a gateway goes beyond it' test "$status:$(grep -c '^note: ' <<<"$out")" = 0:0
wait; ip route del default dev eth0
run --interface eth0
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
ip -n neighbour link set eth0 down
await bash -c 'ip -o link show dev eth0 | grep -q NO-CARRIER'
run --interface eth0 --timeout 1
check 'one without a link is a failure' bash -c '[ "$1" = 1 ] && grep -q "no link after 1 s" <<<"$2"' _ "$status" "$err"
(sleep 1.5; ip -n neighbour link set eth0 up) &
run --interface eth0 --timeout 20
check 'a link that comes is waited for' test "$status" -eq 0
ip address flush dev eth0 scope global; ip link set eth0 down
run --interface eth0
check 'one without an address is warned of' bash -c '[ "$1" = 0 ] && grep -q "^warning: eth0 has no address yet" <<<"$2"' _ "$status" "$err"
run --interface eth0
check 'also where it is up already' test "$status:$(grep -c '^nothing to do' <<<"$out"):$(grep -c '^warning: eth0 has no address yet' <<<"$err")" = 0:1:1
run --interface eth9
check 'an interface that is not there is refused' test "$status" -eq 3
finish
