#!/usr/bin/env bash
# packages: socat
. "$HARNESS"
use network

socat TCP-LISTEN:7001,fork,reuseaddr EXEC:cat &
socat TCP6-LISTEN:7002,fork,reuseaddr EXEC:cat &
socat TCP-LISTEN:7003,bind=127.0.0.1,fork EXEC:cat &
socat TCP-LISTEN:7004,bind=192.0.2.10,fork EXEC:cat &
socat UDP6-LISTEN:7005,bind='[::1]',fork EXEC:cat &
await bash -c '[ "$(ss -Hlntu | grep -c :700)" -eq 5 ]'
run
for line in 'tcp 7001 all networks' 'tcp 7002 all networks' 'tcp 7003 this host only' 'tcp 7004 one address' 'udp 7005 this host only'; do
  read -r name port reach <<<"$line"
  check "$line" grep -Eq "^$name +$port +$reach +[^ ]+ +socat\([0-9]+\)$" <<<"$out"
done
check 'they are counted' grep -qx '5 listening sockets' <<<"$out"
run --scope exposed
check 'what only this host reaches is left out' bash -c 'grep -qx "3 listening sockets" <<<"$1" && ! grep -q 7003 <<<"$1"' _ "$out"
run --protocol udp
check 'one protocol only' bash -c 'grep -Eq "^udp +7005 +this host only" <<<"$1" && grep -qx "1 listening sockets" <<<"$1"' _ "$out"
run --protocol udp --scope exposed
check 'none is told' grep -qx 'no listening port (udp, exposed)' <<<"$out"
finish
