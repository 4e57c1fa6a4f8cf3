#!/usr/bin/env bash
. "$HARNESS"
use network
ran_on iputils "$(ping -V | sed -n '1s/.*iputils //p')"

run --host 192.0.2.1 --count 3
check 'all answers come' grep -qx '192.0.2.1: 3 sent, 0 lost (0%)' <<<"$out"
check 'with their times' grep -Eq '^round trip: [0-9.]+ ms on average, [0-9.]+ to [0-9.]+ ms' <<<"$out"
check 'that is in order' test "$status" -eq 0
# The neighbour drops one ping of two.
neighbour nft -f - <<<'table inet t { chain i { type filter hook input priority 0; icmp type echo-request numgen inc mod 2 0 drop; }; }'
run --host 192.0.2.1 --count 4
check 'half of them are lost, and no more are sent than wanted' grep -qx '192.0.2.1: 4 sent, 2 lost (50%)' <<<"$out"
check 'that is too much' test "$status" -eq 1
run --host 192.0.2.1 --count 4 --loss 50
check 'but not more than 50 percent' test "$status" -eq 0
run --host 192.0.2.1 --count 4 --loss 49
check 'though more than 49' test "$status" -eq 1
run --host 192.0.2.200 --count 1
check 'a host that is not there answers none' grep -q 'answers no ping' <<<"$err"
run --host 192.0.2.1 --count 2 --loss 100 --latency 1000
check 'a limit for the time is kept' test "$status" -eq 0
finish
