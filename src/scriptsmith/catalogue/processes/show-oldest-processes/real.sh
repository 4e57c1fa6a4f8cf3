#!/usr/bin/env bash
# packages: procps
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

sleep 300 &
sleep 1.2
sleep 301 &
run --count 1000
check 'the older one stands before the younger one' test "$(awk '/ sleep$/ { print $5 }' <<<"$out" | head -n 1)" = "$(pgrep -o -x sleep)"
run --count 1
check 'as many as wanted' test "$(grep -c '^ ' <<<"$(sed 1d <<<"$out")")" -eq 1
run --hours 1
check 'none is older than an hour in a fresh machine' grep -qx 'no process is older than 1 hours' <<<"$out"
finish
