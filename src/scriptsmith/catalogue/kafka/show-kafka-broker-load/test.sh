#!/usr/bin/env bash
. "$HARNESS"

stub kafka-topics.sh <<'STUB'
[[ $* == *' --describe' ]] || exit 1
case $2 in
  down:*) exit 1 ;;
  hang:*) exit 124 ;;
  none:*) exit 0 ;;
esac
printf 'Topic: a\tTopicId: x\tPartitionCount: 3\tReplicationFactor: 2\tConfigs: \n'
printf '\tTopic: a\tPartition: 0\tLeader: 1\tReplicas: 1,2\tIsr: 1,2\n\tTopic: a\tPartition: 1\tLeader: 1\tReplicas: 2,1\tIsr: 1,2\n\tTopic: a\tPartition: 2\tLeader: none\tReplicas: 12,3\tIsr: 3\n'
STUB

run
check 'a broker is shown with what it leads and holds' grep -qx 'broker 1: leads 2 (prefers 1), holds 2 replicas, 2 in sync' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'one that leads nothing is shown' grep -qx 'broker 2: leads 0 (prefers 1), holds 2 replicas, 2 in sync' <<<"$out"
check 'one with nothing in sync is marked' grep -qx 'broker 12: leads 0 (prefers 1), holds 1 replicas, 0 in sync  (down?)' <<<"$out"
check 'the last replica of a partition without a leader is in sync with nobody' grep -qx 'broker 3: leads 0 (prefers 0), holds 1 replicas, 0 in sync  (down?)' <<<"$out"
check 'brokers come by number' test "$(grep -oE '^broker [0-9]+' <<<"$out" | tr -d '\n')" = 'broker 1broker 2broker 3broker 12'
check 'partitions are counted' grep -qx '3 partitions, 2 of them with a leader' <<<"$out"
check 'that there may be brokers without a replica is said' grep -qx 'not listed: brokers that hold no replica, and topics that you may not describe, if there are any' <<<"$(tail -n 1 <<<"$out")"
check 'the default broker is asked' test -n "$(calls '--bootstrap-server localhost:9092')"
run --bootstrap-server kafka9:19092
check 'the named broker is asked' test -n "$(calls '--bootstrap-server kafka9:19092')"
run --bootstrap-server none
check 'a cluster without topics is no failure' bash -c '[ "$1" -eq 0 ] && grep -qx "0 partitions, 0 of them with a leader" <<<"$2"' _ "$status" "$out"
run --bootstrap-server down
check 'a broker that fails is a failure' test "$status" -eq 1
run --bootstrap-server hang
check 'one that hangs is told' bash -c '[ "$1" -eq 1 ] && grep -q "no answer" <<<"$2"' _ "$status" "$err"
run --bootstrap-server localhost:99999
check 'a port out of range is refused' test "$status" -eq 2
run --bootstrap-server '$(touch pwned)'
check 'a hostile host is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
rm .stubs/kafka-topics.sh
run
check 'a missing tool is refused' test "$status" -eq 3
finish
