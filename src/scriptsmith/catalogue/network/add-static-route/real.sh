#!/usr/bin/env bash
. "$HARNESS"
use network
use ssh

table() { ip -4 route show; ip -6 route show; }
ip -n neighbour address add 198.51.100.7/32 dev lo
ip -n neighbour address add 192.0.2.2/24 dev eth0
ip -6 address add 2001:db8::10/64 dev eth0 nodad
ip -n neighbour -6 address add 2001:db8::1/64 dev eth0 nodad
before=$(table)
session_from() { # ADDRESS ARG…
  ip netns exec neighbour ssh -b "$1" "${ssh_options[@]}" op@192.0.2.10 "sudo bash $SCRIPT ${*:2}" </dev/null 2>.err
}
session_from 198.51.100.7 --network 198.51.100.0/24 --gateway 192.0.2.2
check 'under sudo, the way of the session is not turned to another gateway' grep -q 'SSH session comes from 198.51.100.7' .err
by_ssh 192.0.2.10 --network 192.0.2.0/25 --gateway 192.0.2.200
check 'nor that of a neighbour' test "$status" -eq 3
for arguments in '10.20.0.0/16 10.99.0.1' '10.20.0.0/16 192.0.2.10' '192.0.2.0/30 192.0.2.2' '192.0.2.0/24 192.0.2.1'; do
  run --network "${arguments% *}" --gateway "${arguments#* }"
  check "$arguments (a gateway behind a gateway, the host itself, in the network, a network that is there) is refused" test "$status" -eq 3
done
for network in 0.0.0.0/0 0.0.0.0/1 10.1.2.3/8 10.0.0.0/33; do
  run --network "$network" --gateway 192.0.2.1
  check "$network (default, half of it, bits behind the length, too long) is no network" test "$status" -eq 2
done
run --network 10.20.0.0/16 --gateway 192.0.2.2 --dry-run
check 'a dry run says what it would do' grep -qx 'would add: 10.20.0.0/16 via 192.0.2.2 dev eth0' <<<"$out"
check 'and what leads there now' grep -q '^what leads there now: 10.20.0.0 via 192.0.2.1' <<<"$out"
check 'nothing was changed by all that' test "$(table)" = "$before"
run --network 10.20.0.0/16 --gateway 192.0.2.2
check 'it succeeds' test "$status" -eq 0
check 'the kernel goes that way' grep -q '^10.20.3.4 via 192.0.2.2 dev eth0' <<<"$(ip route get 10.20.3.4)"
run --network 10.20.0.0/16 --gateway 192.0.2.2
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
run --network 2001:DB8:5::/48 --gateway 2001:DB8:0::1
check 'IPv6 may be spelled in any way' test "$status" -eq 0
check 'the kernel goes that way, too' grep -q 'via 2001:db8::1 dev eth0' <<<"$(ip -6 route get 2001:db8:5::9)"
run --network 2001:db8:5::/48 --gateway 2001:db8::1
check 'and it is found again' grep -q '^nothing to do' <<<"$out"
session_from 198.51.100.7 --network 198.51.100.0/24 --gateway 192.0.2.1
check 'by the gateway that the session uses already it may be added' grep -q '^198.51.100.0/24 via 192.0.2.1' <<<"$(table)"
finish
