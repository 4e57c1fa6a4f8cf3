#!/usr/bin/env bash
# packages: python3-minimal
. "$HARNESS"
use network

run
check 'a fresh host has no errors' bash -c '[ "$1" = 0 ] && grep -q "^no error or drop counter above 0" <<<"$2"' _ "$status" "$out"
frames() { # N: frames of a protocol that nobody here speaks
  neighbour python3 -c '
import socket, sys
s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW); s.bind(("eth0", 0))
for _ in range(int(sys.argv[1])): s.send(b"\xff" * 6 + b"\x02" * 6 + b"\x88\xb5" + b"x" * 60)
' "$1"
}
frames 5
run
check 'what the interface drops is told' grep -Eqx 'eth0 +RX dropped +5' <<<"$out"
check 'and is a failure' test "$status" -eq 1
run --threshold 5
check 'five are not more than five' test "$status" -eq 0
run --interface lo
check 'another interface has none' test "$status" -eq 0
run --seconds 1
check 'what was before does not count with a time' test "$status" -eq 0
(sleep 0.7; frames 2) &
run --seconds 3 --interface eth0
check 'what comes meanwhile does' grep -Eqx 'eth0 +RX dropped +2' <<<"$out"
run --interface eth9
check 'an interface that is not there is refused' test "$status" -eq 3
finish
