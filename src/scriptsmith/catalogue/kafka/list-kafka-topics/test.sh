#!/usr/bin/env bash
. "$HARNESS"

stub kafka-topics.sh <<'STUB'
[[ $* == *'--describe --exclude-internal' ]] || { echo 'unrecognized option' >&2; exit 1; }
case $2 in
  down:*) exit 1 ;;
  hang:*) exit 124 ;;
  none:*) printf '\n' ;;
  *) printf 'Topic: orders\tTopicId: a\tPartitionCount: 12\tReplicationFactor: 3\tConfigs: min.insync.replicas=2\n\tTopic: orders\tPartition: 0\tLeader: 1\tReplicas: 1,2,3\tIsr: 1,2,3\n'
    printf 'Topic: audit\tTopicId: b\tPartitionCount: 1\tReplicationFactor: 1\tConfigs: \n\tTopic: audit\tPartition: 0\tLeader: 1\tReplicas: 1\tIsr: 1\n' ;;
esac
STUB

run --bootstrap-server kafka1
check 'a topic is listed with its layout' grep -qE '^ +12 +3  orders$' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'the named broker is asked' test -n "$(calls '--bootstrap-server kafka1:9092 --describe')"
check 'topics come by name' test "$(grep -oE 'audit|orders' <<<"$out" | tr '\n' ' ')" = 'audit orders '
check 'a single replica is marked' grep -qE '^ +1 +1  audit  \(one replica\)$' <<<"$out"
check 'partition lines are no topics' grep -qx '2 topics that this client may describe, internal ones left out: 13 partitions, 1 topics with one replica' <<<"$out"
KAFKA_COMMAND_CONFIG='/etc/my client.properties' run
check 'the settings of a secured cluster are passed' test -n "$(calls '--command-config /etc/my client.properties')"
run --bootstrap-server none
check 'no topics is no failure' bash -c '[ "$1" -eq 0 ] && grep -qx "0 topics that this client may describe, internal ones left out: 0 partitions, 0 topics with one replica" <<<"$2"' _ "$status" "$out"
run --bootstrap-server down
check 'a broker that fails is a failure' test "$status" -eq 1
run --bootstrap-server hang
check 'a broker that hangs is told' bash -c '[ "$1" -eq 1 ] && grep -q "no answer" <<<"$2"' _ "$status" "$err"
run --bootstrap-server localhost:0
check 'port 0 is refused' test "$status" -eq 2
run --bootstrap-server
check 'an option without a value is refused' test "$status" -eq 2
run --bootstrap-server 'x$(touch pwned)'
check 'a hostile host is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
mv .stubs/kafka-topics.sh .stubs/kafka-topics
run
check 'the name without .sh is found as well' test "$status" -eq 0
rm .stubs/kafka-topics
run
check 'a missing tool is refused' test "$status" -eq 3
finish
