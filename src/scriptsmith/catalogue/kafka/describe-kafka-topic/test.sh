#!/usr/bin/env bash
. "$HARNESS"

stub kafka-topics.sh <<'STUB'
[[ $* == *'--describe --topic '* ]] || exit 1
case ${!#} in
  absent) echo "Error while executing topic command : Topic 'absent' does not exist as expected" >&2; exit 1 ;;
  refused) echo 'Error while executing topic command : Not authorized' >&2; exit 1 ;;
  mute) ;;
  'a\.b') printf 'Topic: a.b\tTopicId: x\tPartitionCount: 3\tReplicationFactor: 2\tConfigs: retention.ms=1000,cleanup.policy=delete\n'
    printf '\tTopic: a.b\tPartition: 0\tLeader: 1\tReplicas: 1,2\tIsr: 1,2\n'
    printf '\tTopic: a.b\tPartition: 1\tLeader: 2\tReplicas: 2,1\tIsr: 2\tElr: 1\tLastKnownElr: \n'
    printf '\tTopic: a.b\tPartition: 2\tLeader: none\tReplicas: 3,1\tIsr: 3\n' ;;
  moves) printf 'Topic: moves\tTopicId: x\tPartitionCount: 2\tReplicationFactor: 2\tConfigs: \n'
    printf '\tTopic: moves\tPartition: 0\tLeader: 1\tReplicas: 1,3,2\tIsr: 1,2\tAdding Replicas: 3\tRemoving Replicas: 2\tElr: N/A\tLastKnownElr: N/A\n'
    printf '\tTopic: moves\tPartition: 1\tLeader: 1\tReplicas: 1,3,2\tIsr: 1\tAdding Replicas: 3\tRemoving Replicas: \n' ;;
  *) printf 'Topic: %s\tTopicId: x\tPartitionCount: 1\tReplicationFactor: 2\tConfigs: \n\tTopic: %s\tPartition: 0\tLeader: 2\tReplicas: 1,2\tIsr: 2,1\n' "${!#}" "${!#}" ;;
esac
STUB

run --topic a.b
check 'the layout is told' grep -qx 'topic a.b: 3 partitions, replication factor 2' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'the dot of a name is no pattern' test -n "$(calls '--topic a\\\.b$')"
check 'the settings are told' grep -qx 'settings: retention.ms=1000,cleanup.policy=delete' <<<"$out"
check 'a healthy partition is listed' grep -qx 'partition 0: leader 1, replicas 1,2, in sync 1,2' <<<"$out"
check 'a missing replica is marked' grep -qx 'partition 1: leader 2, replicas 2,1, in sync 2  UNDER-REPLICATED' <<<"$out"
check 'a missing leader is marked' grep -q 'partition 2: leader none.*NO LEADER' <<<"$out"
check 'the marks are counted' grep -qx '1 without a leader, 1 under-replicated, 0 not led by the preferred broker' <<<"$out"
run --topic plain --bootstrap-server kafka2:9093
check 'another broker is asked on request' test -n "$(calls '--bootstrap-server kafka2:9093 ')"
check 'a leader that is not the preferred one is marked' grep -q 'not led by its preferred broker' <<<"$out"
check 'no settings of its own are called defaults' grep -qx 'settings: (defaults)' <<<"$out"
run --topic absent
check 'a topic that does not exist, or is not shown, is refused' test "$status:$err" = '3:describe-kafka-topic: no such topic, or this client may not describe it: absent'
run --topic moves
check 'a partition that is being moved is not under-replicated by that' grep -qx 'partition 0: leader 1, replicas 1,3,2, in sync 1,2  being moved (to come: 3, to go: 2)' <<<"$out"
check 'but by what lacks besides' grep -qx 'partition 1: .*, in sync 1  UNDER-REPLICATED  being moved (to come: 3, to go: )' <<<"$out"
run --topic refused
check 'a broker that refuses is a failure, with its reason' bash -c '[ "$1" -eq 1 ] && grep -q authorized <<<"$2"' _ "$status" "$err"
run --topic mute
check 'silence is a failure' test "$status" -eq 1
run
check 'the topic is required' test "$status" -eq 2
run --topic 'x; touch pwned'
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
