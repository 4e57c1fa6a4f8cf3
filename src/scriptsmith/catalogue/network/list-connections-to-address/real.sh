#!/usr/bin/env bash
# packages: socat
. "$HARNESS"
use network

neighbour socat TCP-LISTEN:9000,fork,reuseaddr EXEC:cat &
socat TCP6-LISTEN:7000,fork,reuseaddr EXEC:cat &
await bash -c 'ip netns exec neighbour ss -Hltn | grep -q :9000 && ss -Hltn | grep -q :7000'
socat TCP:192.0.2.1:9000 EXEC:'sleep 60' &
neighbour socat TCP:192.0.2.10:7000 EXEC:'sleep 60' &
await bash -c '[ "$(ss -Htn state established | wc -l)" -eq 2 ]'
run --address 192.0.2.1
check 'one that goes out, with its process' grep -Eq '^ESTAB +192.0.2.10:[0-9]+ -> 192.0.2.1:9000  users:\(\("socat"' <<<"$out"
check 'one that comes in to a socket of both families' grep -Eq '^ESTAB +\[::ffff:192.0.2.10\]:7000 -> ' <<<"$out"
check 'they are counted by state' grep -qx '2 connections with 192.0.2.1: 2 ESTAB;' <<<"$out"
run --address 192.0.2.1 --port 9000
check 'with a remote port only those to it' grep -qx '1 connections with 192.0.2.1, its port 9000: 1 ESTAB;' <<<"$out"
run --address 192.0.2.0/24
check 'a whole network' grep -q '^2 connections' <<<"$out"
# The neighbour stands for a container: its sockets are those of a network of its own.
run --address 192.0.2.10
check 'with an address that only a container may talk to, that is told' grep -qx 'no TCP connection with 192.0.2.10 in the network of this host itself' <<<"$out"
check 'the other network is named once' test "$(grep -c '^not looked into: the network of process [0-9]* (socat): ' <<<"$out")" -eq 1
bash <<<"$(sed -n 's/^not looked into: [^:]*: //p' <<<"$out")" >.there
check 'with a command that looks there' test "$(grep -c 'socat' .there)" -eq 2
setpriv --reuid nobody --clear-groups bash "$SCRIPT" --address 192.0.2.10 >.out 2>.err
check 'who may not look there is told so' grep -q 'only root can see' .err
for address in 192.0.2.2 2001:db8::1; do
  run --address "$address"
  check "with $address there is none" bash -c '[ "$1" = 1 ] && grep -q "^no TCP connection" <<<"$2"' _ "$status" "$out"
done
finish
