#!/usr/bin/env bash
. "$HARNESS"

stub sleep </dev/null
stub kafka-topics.sh <<'STUB'
[[ $* == *' --describe' ]] || exit 1
[[ $2 != down:* ]] || exit 1
[[ $2 != mute:* ]] || exit 0
printf 'Topic: a\tTopicId: x\tPartitionCount: 3\tReplicationFactor: 2\tConfigs: \n'
printf '\tTopic: a\tPartition: 0\tLeader: %s\tReplicas: 1,2\tIsr: %s\n' "$(cat leader)" "$(cat isr)"
[[ $2 != half:* ]] || exit 1
printf '\tTopic: a\tPartition: 1\tLeader: 2\tReplicas: 2,1\tIsr: 1,2\n\tTopic: a\tPartition: 2\tLeader: 2\tReplicas: 3,2\tIsr: 2\n'
STUB
stub kafka-leader-election.sh <<'STUB'
[[ $* == *'--election-type preferred --all-topic-partitions' ]] || { echo 'unrecognized option' >&2; exit 1; }
[[ $* != *--command-config* ]] || { echo 'command-config is not a recognized option' >&2; exit 1; }
if [ -e refuses ]; then echo 'Not authorized to perform leader election' >&2; exit 1; fi
[ -e slow ] || echo 1 >leader
if [ -e flaps ]; then echo 2 >leader; echo 2 >isr; fi
echo 'Successfully completed leader election (PREFERRED) for partitions a-0'
if [ -e partly ]; then echo 'Error completing leader election (PREFERRED) for partition: a-2: PreferredLeaderNotAvailable'; exit 1; fi
STUB
echo 2 >leader; echo 2,1 >isr

run --dry-run
check 'a dry run counts the partitions' grep -qx 'would elect: 1 partitions get their preferred leader' <<<"$out"
check 'a dry run elects nothing' bash -c 'grep -qx 2 leader && [ -z "$1" ]' _ "$(calls '^kafka-leader-election')"
check 'those that cannot change are told' grep -q 'preferred broker of 1 partitions is down or not in sync' <<<"$out"
run
check 'it succeeds' test "$status" -eq 0
check 'leaders that change at once are not waited for' test -z "$(calls '^sleep')"
check 'the leader has changed' grep -qx 1 leader
check 'it says so' grep -qx 'elected: 1 partitions are led by their preferred broker again' <<<"$out"
run
check 'a second run elects nothing' bash -c '[ "$1" -eq 0 ] && [ "$2" -eq 1 ]' _ "$status" "$(calls '^kafka-leader-election' | wc -l)"
echo 2 >leader; touch partly
: >"$STUB_LOG"
KAFKA_COMMAND_CONFIG=/etc/client.properties run
check 'a complaint about those that cannot change is no failure' test "$status" -eq 0
check 'the settings of a secured cluster are passed as this tool takes them' test -n "$(calls '^kafka-leader.*--admin.config /etc/client.properties')"
check 'and as the other one does' test -n "$(calls '^kafka-topics.*--command-config /etc/client.properties')"
echo 2 >leader; rm partly; touch flaps
run
check 'a preferred broker that falls out of sync meanwhile is a failure' test "$status:$(grep -c 'of 1 more partitions have fallen out of sync' <<<"$err")" = 1:1
echo 2 >leader; echo 2,1 >isr; rm flaps; touch slow
: >"$STUB_LOG"
run
check 'leaders that do not change are a failure' test "$status" -eq 1
check 'after ten looks' test "$(calls '--describe' | wc -l):$(calls '^sleep 1$' | wc -l)" = 11:9
touch refuses
: >"$STUB_LOG"
run
check 'what was refused is not waited for' test -z "$(calls '^sleep')"
check 'an election that is refused is a failure, with its reason' bash -c '[ "$1" -eq 1 ] && grep -q "Not authorized" <<<"$2"' _ "$status" "$err"
echo none >leader; echo 1 >isr
run --dry-run
check 'a partition without a leader cannot be led by anybody yet' bash -c '[ "$1" -eq 0 ] && grep -q "preferred broker of 2 partitions is down" <<<"$2" && grep -q "^nothing to change" <<<"$2"' _ "$status" "$out"
run --bootstrap-server mute
check 'no partitions at all are a failure' test "$status" -eq 1
run --bootstrap-server down
check 'a broker that does not answer is a failure' test "$status" -eq 1
run --bootstrap-server half
check 'so is one that stops half way' test "$status" -eq 1
run --bootstrap-server localhost:0
check 'a bad port is refused' test "$status" -eq 2
run --bootstrap-server localhost:65536
check 'one above the highest too' test "$status" -eq 2
for port in 1 65535; do
  run --bootstrap-server "localhost:$port" --dry-run
  check "port $port is taken" test "$status" -eq 0
done
run --bootstrap-server '$(touch pwned)'
check 'a hostile host is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
rm .stubs/kafka-leader-election.sh
run
check 'a missing tool is refused' test "$status" -eq 3
finish
