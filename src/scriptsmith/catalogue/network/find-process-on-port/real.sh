#!/usr/bin/env bash
# packages: socat procps
. "$HARNESS"
use network

socat TCP-LISTEN:7000,fork,reuseaddr EXEC:cat &
tcp=$!
socat UDP6-LISTEN:7000,fork EXEC:cat &
udp=$!
await bash -c '[ "$(ss -Hlntu "sport = :7000" | wc -l)" -eq 2 ]'
run --port 7000
check 'both sockets are found' test "$(grep -Ec '^  (tcp|udp) .*:7000 ' <<<"$out")" -eq 2
check 'and both processes' bash -c 'grep -Eq "^  root +$1 .*socat TCP-LISTEN:7000" <<<"$3" && grep -Eq "^  root +$2 .*socat UDP6" <<<"$3"' _ "$tcp" "$udp" "$out"
run --port 7000 --protocol udp
check 'one protocol only' bash -c '! grep -q "TCP-LISTEN" <<<"$1" && grep -q UDP6 <<<"$1"' _ "$out"
run --port 700
check 'another port is not this one' grep -q '^nothing listens on port 700 (any) here' <<<"$out"
socat TCP:127.0.0.1:7000 - </dev/zero >/dev/null &
await bash -c 'ss -Htn state established "dport = :7000" | grep -q .'
port=$(ss -Htn state established 'dport = :7000' | awk '{ sub(/.*:/, "", $3); print $3; exit }')
run --port "$port"
check 'a client is no listener' grep -q '^nothing listens' <<<"$out"
check 'but it has the port, and is told' bash -c 'grep -q "^  tcp .*ESTAB .*:$1 " <<<"$2" && grep -q "socat TCP:127.0.0.1:7000" <<<"$2"' _ "$port" "$out"
setpriv --reuid nobody --clear-groups bash "$SCRIPT" --port 7000 >.out 2>.err
check 'that the process of another user cannot be seen is told' grep -q 'of 2 socket(s) is not visible' .err
finish
