#!/usr/bin/env bash
. "$HARNESS"

stub kafka-topics.sh <<'STUB'
[[ $* == *'--describe --under-replicated-partitions' ]] || { echo 'unrecognized option' >&2; exit 1; }
case $2 in
  down:*) printf 'Error while executing topic command : Timed out waiting\033 for a node assignment.\n'; exit 1 ;;
  hang:*) exit 124 ;;
  fine:*) ;;
  *) printf '\tTopic: orders\tPartition: 0\tLeader: 1\tReplicas: 1,2,13\tIsr: 1,13\n'
    printf '\tTopic: orders\tPartition: 7\tLeader: 13\tReplicas: 2,13,1\tIsr: 13\tElr: \tLastKnownElr: \n'
    printf '\tTopic: audit\tPartition: 1\tLeader: none\tReplicas: 2\tIsr: \n' ;;
esac
STUB

run
check 'a partition is listed with what it misses' grep -qx 'orders partition 0: leader 1, in sync 1,13, missing 2' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'the default broker is asked' test -n "$(calls '--bootstrap-server localhost:9092 ')"
check 'several missing replicas are listed' grep -qx 'orders partition 7: leader 13, in sync 13, missing 2,1' <<<"$out"
check 'one that lost all is listed' grep -qx 'audit partition 1: leader none, in sync none, missing 2' <<<"$out"
check 'brokers are counted' grep -qx 'broker 2 is missing in 3 partitions' <<<"$out"
check 'a broker whose number begins alike is not mixed up' test "$(grep -c 'broker 13' <<<"$out")" -eq 0
check 'they are counted' grep -qx '3 under-replicated partitions of topics that this client may describe; those whose only replica is down are not among them' <<<"$out"
run --limit 1
check 'the list can be shortened' grep -qx '... and 2 more' <<<"$out"
run --bootstrap-server fine
check 'none is said plainly, and of which ones that is not true' bash -c '[ "$1" -eq 0 ] && [ "$2" = "0 under-replicated partitions of topics that this client may describe; those whose only replica is down are not among them" ]' _ "$status" "$out"
run --bootstrap-server down
check 'a broker that fails is not taken for health' test "$status" -eq 1
check 'and the reason is passed on' grep -q '^Error while executing topic command : Timed out waiting? for' <<<"$err"
run --bootstrap-server hang
check 'nor is one that hangs' test "$status" -eq 1
run --limit many
check 'a bad number is refused' test "$status" -eq 2
run --bootstrap-server '$(touch pwned)'
check 'a hostile host is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
