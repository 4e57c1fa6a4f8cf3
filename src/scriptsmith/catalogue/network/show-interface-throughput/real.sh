#!/usr/bin/env bash
. "$HARNESS"
use network

run --seconds 1
check 'an idle interface carries nothing' grep -Eq '^eth0 +0.0. Mbit/s in +0.0. Mbit/s out' <<<"$out"
neighbour ping -q -i 0.01 -s 1372 192.0.2.10 >/dev/null &
sleep 0.3
run --seconds 2
check 'the busy one is the first' grep -q '^eth0 ' <<<"$(sed -n 1p <<<"$out")"
# About 100 pings of 1414 bytes a second, each way, are 1.1 Mbit/s.
check 'with what it carries in and out' bash -c 'awk "NR == 1 { exit !(\$2 > 0.3 && \$2 < 3 && \$5 > 0.3 && \$5 < 3 && \$8 > 30 && \$8 < 300) }" <<<"$1"' _ "$out"
check 'the share of the link is told' test "$(cat /sys/class/net/eth0/speed 2>/dev/null):$(sed -n '1s/.*% of \([0-9]*\) Mbit.*/\1/p' <<<"$out")" = 10000:10000
run --seconds 1 --interface lo
check 'one interface only' test "$(wc -l <<<"$out")" -eq 1
run --seconds 1 --interface eth9
check 'an interface that is not there is refused' test "$status" -eq 3
finish
