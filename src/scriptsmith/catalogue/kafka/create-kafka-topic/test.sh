#!/usr/bin/env bash
. "$HARNESS"

stub sleep </dev/null
stub kafka-topics.sh <<'STUB'
option() { local i; for ((i = 1; i <= $#; i++)); do :; done; }
topic='' parts='' copies=''
args=("$@")
for i in "${!args[@]}"; do
  case ${args[i]} in
    --topic) topic=${args[i + 1]//\\/} ;;
    --partitions) parts=${args[i + 1]} ;;
    --replication-factor) copies=${args[i + 1]} ;;
  esac
done
case "$*" in
  *--describe*)
    [[ $topic != down ]] || { echo 'Timed out waiting for a node assignment' >&2; exit 1; }
    [[ -e topic-$topic ]] || { echo "Error while executing topic command : Topic '$topic' does not exist as expected" >&2; exit 1; }
    read -r parts copies leader <"topic-$topic"
    printf 'Topic: %s\tTopicId: x\tPartitionCount: %s\tReplicationFactor: %s\tConfigs: segment.bytes=1,%s\n' "$topic" "$parts" "$copies" "$(cat least 2>/dev/null)"
    for ((i = 0; i < parts; i++)); do printf '\tTopic: %s\tPartition: %s\tLeader: %s\tReplicas: 1\tIsr: 1\n' "$topic" "$i" "$leader"; done ;;
  *--create*)
    [[ $copies -le 3 ]] || { echo 'Error: Replication factor: 4 larger than available brokers: 3.'; exit 1; }
    leader=1; [[ $topic != headless ]] || leader=none
    [[ $topic == lost ]] || echo "$parts $copies $leader" >"topic-$topic"
    echo "Created topic $topic." ;;
  *) exit 1 ;;
esac
STUB

run --topic a.orders --partitions 4 --dry-run
check 'a dry run says what it would create' grep -q 'would create: topic a.orders with 4 partitions and 3 replicas' <<<"$out"
check 'a dry run creates nothing' test ! -e topic-a.orders
run --topic a.orders --partitions 4
check 'it succeeds' test "$status" -eq 0
check 'a topic that is there at once is not waited for' test -z "$(calls '^sleep')"
check 'and not warned of' test -z "$err"
check 'the topic is there' grep -qx '4 3 1' topic-a.orders
check 'it says so' grep -qx 'created: topic a.orders with 4 partitions and 3 replicas' <<<"$out"
check 'the undo names the broker' grep -qx 'undo: kafka-topics.sh --bootstrap-server localhost:9092 --delete --topic a\\\\\.orders' <<<"$out"
run --topic a.orders --partitions 4
check 'a second run creates nothing' bash -c '[ "$1" -eq 0 ] && [ "$2" -eq 1 ]' _ "$status" "$(calls '--create' | wc -l)"
run --topic a.orders --partitions 8
check 'a topic that differs is refused' bash -c '[ "$1" -eq 3 ] && grep -qx "4 3 1" topic-a.orders' _ "$status"
run --topic a.orders --partitions 4 --replication-factor 2
check 'so is one with other replicas' test "$status" -eq 3
run --topic single --replication-factor 1 --bootstrap-server kafka2:9093
check 'a single replica is warned of' bash -c '[ "$1" -eq 0 ] && grep -q "lost with its broker" <<<"$2"' _ "$status" "$err"
check 'the named broker is asked' test -n "$(calls '--bootstrap-server kafka2:9093 --create')"
echo min.insync.replicas=2 >least; run --topic narrow --replication-factor 1
check 'that nothing can be written with as few replicas is told' bash -c '[ "$1" -eq 0 ] && grep -q "^warning: min.insync.replicas is 2 and there are 1 replicas: producers with acks=all, the default, can write nothing" <<<"$2"' _ "$status" "$err"
run --topic narrow --replication-factor 1
check 'also where it exists already' grep -q '^warning: min.insync.replicas is 2 and there are 1' <<<"$err"
run --topic even --replication-factor 2
check 'that no broker may be down is told' grep -q '^warning: min.insync.replicas is 2, as many as there are replicas' <<<"$err"
run --topic three
check 'one replica more is what is meant' test "$status:$err" = 0:
echo min.insync.replicas=1 >least; run --topic alone --replication-factor 1
check 'one of one is told by its own warning' test "$(grep -c min.insync <<<"$err")" -eq 0
rm least
run --topic wide --replication-factor 4
check 'too many replicas are a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not create topic wide" <<<"$2"' _ "$status" "$err"
: >"$STUB_LOG"
run --topic headless
check 'a topic without leaders is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "has 3 partitions, 3 of them without a leader" <<<"$2"' _ "$status" "$err"
check 'after five looks' test "$(calls '--describe' | wc -l):$(calls '^sleep 1$' | wc -l)" = 6:4
run --topic headless
check 'a second run does not take it for done' test "$status:$(grep -c 'topic headless exists already, with 3 partitions that have no leader' <<<"$err")" = 1:1
rm topic-headless
run --topic headless --partitions 1
check 'one partition without a leader is enough' test "$status" -eq 1
run --topic lost
check 'a topic that does not appear is a failure' test "$status" -eq 1
run --topic down
check 'a broker that does not answer is a failure' test "$status" -eq 1
check 'and nothing is created blindly' test -z "$(calls '--create --topic down')"
run --topic orders --partitions 0
check 'no partitions are refused' test "$status" -eq 2
run --topic most --partitions 9999 --replication-factor 99 --bootstrap-server kafka2:65535 --dry-run
check 'the most is taken' test "$status" -eq 0
run --topic zeros --partitions 010 --replication-factor 010 --bootstrap-server kafka2:1 --dry-run
check 'leading zeros change nothing' grep -qx 'would create: topic zeros with 10 partitions and 10 replicas' <<<"$out"
for wrong in '--partitions 10000' '--replication-factor 0' '--replication-factor 100' '--bootstrap-server x:0' '--bootstrap-server x:65536'; do
  run --topic orders $wrong --dry-run
  check "refused: $wrong" test "$status" -eq 2
done
for name in connect-offsets _schemas __consumer_offsets; do
  run --topic "$name" --dry-run
  check "what has to be compacted is refused: $name" test "$status:$(grep -c 'has to be compacted' <<<"$err")" = 2:1
done
for name in . .. -orders; do
  run --topic "$name" --dry-run
  check "no name of a topic: $name" test "$status" -eq 2
done
: >"$STUB_LOG"
KAFKA_COMMAND_CONFIG=/etc/client.properties run --topic zeros --dry-run
check 'the settings of a secured cluster are passed' test -n "$(calls '^kafka-topics.sh --bootstrap-server localhost:9092 --command-config /etc/client.properties --describe')"
KAFKA_COMMAND_CONFIG=/etc/client.properties run --topic secured --partitions 1
check 'so they are to the undo' grep -qx 'undo: kafka-topics.sh --bootstrap-server localhost:9092 --command-config /etc/client.properties --delete --topic secured' <<<"$out"
run --topic 'x; touch pwned'
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
rm .stubs/kafka-topics.sh
run --topic orders
check 'a missing tool is refused' bash -c '[ "$1" -eq 3 ] && grep -q "is not on the PATH" <<<"$2"' _ "$status" "$err"
finish
