#!/usr/bin/env bash
. "$HARNESS"
use network

ping -q -c 1 -W 1 192.0.2.1 >/dev/null
ip neigh replace 192.0.2.1 lladdr 02:00:00:00:00:99 dev eth0 nud stale
ip neigh add 192.0.2.77 lladdr 02:00:00:00:00:01 dev eth0 nud permanent
ip neigh add 192.0.2.78 lladdr 02:00:00:00:00:02 dev eth0 nud stale
before=$(ip neigh)
run --address 192.0.2.1 --dry-run
check 'a dry run says what it would do' grep -qx 'would flush: the entry of 192.0.2.1' <<<"$out"
check 'and changes nothing' test "$(ip neigh)" = "$before"
run --address 192.0.2.1
check 'it succeeds' test "$status" -eq 0
check 'the wrong address is forgotten' bash -c '! ip neigh | grep -q 02:00:00:00:00:99'
check 'the right one is learned again' ping -q -c 1 -W 2 192.0.2.1
check 'others stay' bash -c 'ip neigh | grep -q 02:00:00:00:00:02'
run --address 192.0.2.77
check 'one that was set by hand is refused, and stays' bash -c '[ "$1" = 3 ] && ip neigh | grep -q 02:00:00:00:00:01' _ "$status"
run --address 192.0.2.99
check 'no entry is nothing to do' grep -q '^nothing to do' <<<"$out"
finish
