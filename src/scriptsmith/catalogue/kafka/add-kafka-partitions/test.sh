#!/usr/bin/env bash
. "$HARNESS"

stub sleep </dev/null
stub kafka-topics.sh <<'STUB'
topic='' parts='' args=("$@")
for i in "${!args[@]}"; do
  case ${args[i]} in
    --topic) topic=${args[i + 1]} ;;
    --partitions) parts=${args[i + 1]} ;;
  esac
done
[[ ! -e mute ]] || exit 0
found=0
for file in topic-*; do
  name=${file#topic-}
  [[ $name =~ ^($topic)$ ]] || continue
  found=1
  case "$*" in
    *--describe*) printf 'Topic: %s\tTopicId: x\tPartitionCount: %s\tReplicationFactor: 3\tConfigs: \n\tTopic: %s\tPartition: 0\tLeader: 1\tReplicas: 1\tIsr: 1\n' "$name" "$(cat "$file")" "$name" ;;
    *--alter*) [[ $name != refused ]] || exit 1; [[ $name == stubborn ]] || echo "$parts" >"$file" ;;
  esac
done
if ((!found)); then echo "Error while executing topic command : Topic '$topic' does not exist as expected" >&2; exit 1; fi
STUB
for name in a.orders a-orders stubborn refused; do echo 6 >"topic-$name"; done

run --topic a.orders --partitions 12 --dry-run
check 'a dry run says what it would do' grep -q 'would raise: topic a.orders from 6 to 12 partitions' <<<"$out"
check 'what becomes of keys is told' grep -q '^note: messages with a key may go to other partitions from then on' <<<"$err"
check 'what consumers may miss is told' grep -q 'auto.offset.reset=latest' <<<"$err"
check 'a dry run changes nothing' grep -qx 6 topic-a.orders
run --topic a.orders --partitions 12
check 'it succeeds' test "$status" -eq 0
check 'the partitions are added' grep -qx 12 topic-a.orders
check 'a change that takes at once is not waited for' test -z "$(calls '^sleep')"
check 'a topic with a similar name is left alone' grep -qx 6 topic-a-orders
check 'it says so' grep -qx 'raised: topic a.orders has 12 partitions (before: 6)' <<<"$out"
run --topic a.orders --partitions 12
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && [ "$2" -eq 1 ]' _ "$status" "$(calls '--alter' | wc -l)"
run --topic a.orders --partitions 8
check 'fewer partitions are refused' test "$status" -eq 3
run --topic a.orders --partitions 1200
check 'a typing error is refused' bash -c '[ "$1" -eq 3 ] && grep -qx 12 topic-a.orders' _ "$status"
run --topic stubborn --partitions 24 --dry-run
check 'four times as many are taken' test "$status" -eq 0
run --topic stubborn --partitions 25 --dry-run
check 'and not one more' test "$status" -eq 3
echo 2 >topic-small
run --topic small --partitions 12 --dry-run
check 'twelve are never too many' test "$status" -eq 0
run --topic small --partitions 13 --dry-run
check 'thirteen may be' test "$status" -eq 3
run --topic small --partitions 000010 --dry-run
check 'leading zeros change nothing' grep -qx 'would raise: topic small from 2 to 10 partitions' <<<"$out"
: >"$STUB_LOG"
run --topic stubborn --partitions 12
check 'a change that does not take is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "has 6 partitions after the change, not 12" <<<"$2"' _ "$status" "$err"
check 'after five looks' test "$(calls '--describe' | wc -l):$(calls '^sleep 1$' | wc -l)" = 6:4
run --topic refused --partitions 12
check 'a change that is refused is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not add partitions to topic refused" <<<"$2"' _ "$status" "$err"
run --topic absent --partitions 12
check 'a topic that does not exist is refused' bash -c '[ "$1" -eq 3 ] && grep -q "no such topic, or this client may not describe it, or localhost:9092 does not answer: absent" <<<"$2"' _ "$status" "$err"
cp .stubs/kafka-topics.sh kept; sed -i 's/Topic: %s/Topic:%s/g; s/PartitionCount: %s/PartitionCount:%s/' .stubs/kafka-topics.sh
run --topic small --partitions 4 --dry-run
check 'what Kafka 2.2 and 2.3 print is understood' grep -qx 'would raise: topic small from 2 to 4 partitions' <<<"$out"
cp kept .stubs/kafka-topics.sh
touch mute
run --topic refused --partitions 12
check 'so is one that nothing is told of' bash -c '[ "$1" -eq 3 ] && grep -q "no such topic, or this client may not describe it: refused" <<<"$2"' _ "$status" "$err"
rm mute
: >"$STUB_LOG"
KAFKA_COMMAND_CONFIG=/etc/client.properties run --topic small --partitions 4 --bootstrap-server kafka2:65535 --dry-run
check 'the named broker is asked, with the settings of a secured cluster' test -n "$(calls '^kafka-topics.sh --bootstrap-server kafka2:65535 --command-config /etc/client.properties --describe')"
run --topic small --partitions 4 --bootstrap-server kafka2:1 --dry-run
check 'so at the lowest port' test "$status" -eq 0
for port in 0 65536; do
  run --topic small --partitions 4 --bootstrap-server "kafka2:$port" --dry-run
  check "there is no port $port" test "$status" -eq 2
done
for name in __consumer_offsets _schemas connect-configs connect-offsets connect-status app-store-changelog app-map-repartition; do
  echo 6 >"topic-$name"
  run --topic "$name" --partitions 12
  check "an internal topic is refused: $name" test "$status:$(grep -c 'is internal' <<<"$err"):$(cat "topic-$name")" = 2:1:6
done
run --topic a.orders --partitions 0
check 'none are refused' test "$status" -eq 2
run --topic -orders --partitions 12
check 'a name that begins with - is refused' test "$status" -eq 2
run --topic a.orders
check 'the number is required' test "$status" -eq 2
run --topic a.orders --partitions '$(touch pwned)'
check 'a bad number is refused' test "$status" -eq 2
run --topic 'x; touch pwned' --partitions 9
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
