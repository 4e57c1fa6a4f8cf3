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
check 'what consumers may miss is told' grep -q 'auto.offset.reset=latest' <<<"$err"
check 'a dry run changes nothing' grep -qx 6 topic-a.orders
run --topic a.orders --partitions 12
check 'it succeeds' test "$status" -eq 0
check 'the partitions are added' grep -qx 12 topic-a.orders
check 'a topic with a similar name is left alone' grep -qx 6 topic-a-orders
check 'it says so' grep -qx 'raised: topic a.orders has 12 partitions (before: 6)' <<<"$out"
run --topic a.orders --partitions 12
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && [ "$2" -eq 1 ]' _ "$status" "$(calls '--alter' | wc -l)"
run --topic a.orders --partitions 8
check 'fewer partitions are refused' test "$status" -eq 3
run --topic a.orders --partitions 1200
check 'a typing error is refused' bash -c '[ "$1" -eq 3 ] && grep -qx 12 topic-a.orders' _ "$status"
run --topic stubborn --partitions 12
check 'a change that does not take is a failure' test "$status" -eq 1
run --topic refused --partitions 12
check 'a change that is refused is a failure' test "$status" -eq 1
run --topic absent --partitions 12
check 'a topic that does not exist is refused' test "$status" -eq 3
for name in __consumer_offsets _schemas connect-configs connect-offsets connect-status app-store-changelog app-map-repartition; do
  echo 6 >"topic-$name"
  run --topic "$name" --partitions 12
  check "an internal topic is refused: $name" test "$status:$(grep -c 'is internal' <<<"$err"):$(cat "topic-$name")" = 2:1:6
done
run --topic a.orders
check 'the number is required' test "$status" -eq 2
run --topic a.orders --partitions '$(touch pwned)'
check 'a bad number is refused' test "$status" -eq 2
run --topic 'x; touch pwned' --partitions 9
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
