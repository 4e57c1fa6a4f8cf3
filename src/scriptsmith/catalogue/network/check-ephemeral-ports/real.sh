#!/usr/bin/env bash
# packages: socat procps
. "$HARNESS"
use network

sysctl -q -w net.ipv4.ip_local_port_range='50000 50009'
neighbour socat TCP-LISTEN:9000,fork,reuseaddr EXEC:cat &
await bash -c 'ip netns exec neighbour ss -Hltn | grep -q :9000'
run
check 'an idle host is in order' bash -c '[ "$1" = 0 ] && grep -q "^range 50000 to 50009: 10 ports" <<<"$2"' _ "$status" "$out"
for _ in 1 2 3 4 5 6 7; do socat TCP:192.0.2.1:9000 EXEC:'sleep 60' & done
await bash -c '[ "$(ss -Htn state established | wc -l)" -eq 7 ]'
run
check 'seven of ten are not more than 70 percent' test "$status" -eq 0
check 'they are told with their other end' grep -Eqx ' +7 \( 70%\), 0 in TIME_WAIT, to 192.0.2.1:9000' <<<"$out"
run --percent 69
check 'but more than 69' bash -c '[ "$1" = 1 ] && grep -q "192.0.2.1:9000  TOO MANY$" <<<"$2"' _ "$status" "$out"
check 'that the network of a container is not counted is told' grep -q '^note: 1 other networks .* nsenter -t [0-9]* -n looks into that of socat$' <<<"$out"
cp "$SCRIPT" /tmp/script && chmod 644 /tmp/script
(cd / && setpriv --reuid nobody --regid nogroup --clear-groups bash /tmp/script >/tmp/said 2>&1)
check 'nor is it for others, who cannot see it' grep -q '^note: only root sees whether there are other networks' /tmp/said
sysctl -q -w net.ipv4.ip_local_reserved_ports='49000-50000'
run --percent 76
check 'reserved ports are none to be used' grep -q ' 7 ( 77%)' <<<"$out"
sysctl -q -w net.ipv4.ip_local_reserved_ports=''
socat -u OPEN:/dev/null TCP:192.0.2.1:9000
await bash -c 'ss -Htn state time-wait | grep -q .'
run
check 'a closed one counts for a while' bash -c '[ "$1" = 1 ] && grep -q " 8 ( 80%), 1 in TIME_WAIT" <<<"$2"' _ "$status" "$out"
finish
