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
    printf 'Topic: %s\tTopicId: x\tPartitionCount: %s\tReplicationFactor: %s\tConfigs: \n' "$topic" "$parts" "$copies"
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
check 'the topic is there' grep -qx '4 3 1' topic-a.orders
check 'it says so' grep -qx 'created: topic a.orders with 4 partitions and 3 replicas' <<<"$out"
run --topic a.orders --partitions 4
check 'a second run creates nothing' bash -c '[ "$1" -eq 0 ] && [ "$2" -eq 1 ]' _ "$status" "$(calls '--create' | wc -l)"
run --topic a.orders --partitions 8
check 'a topic that differs is refused' bash -c '[ "$1" -eq 3 ] && grep -qx "4 3 1" topic-a.orders' _ "$status"
run --topic single --replication-factor 1 --bootstrap-server kafka2:9093
check 'a single replica is warned of' bash -c '[ "$1" -eq 0 ] && grep -q "lost with its broker" <<<"$2"' _ "$status" "$err"
check 'the named broker is asked' test -n "$(calls '--bootstrap-server kafka2:9093 --create')"
run --topic wide --replication-factor 4
check 'too many replicas are a failure' test "$status" -eq 1
run --topic headless
check 'a topic without leaders is a failure' test "$status" -eq 1
run --topic lost
check 'a topic that does not appear is a failure' test "$status" -eq 1
run --topic down
check 'a broker that does not answer is a failure' test "$status" -eq 1
check 'and nothing is created blindly' test -z "$(calls '--create --topic down')"
run --topic orders --partitions 0
check 'no partitions are refused' test "$status" -eq 2
run --topic 'x; touch pwned'
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
