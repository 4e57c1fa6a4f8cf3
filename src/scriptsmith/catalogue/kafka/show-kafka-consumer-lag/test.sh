#!/usr/bin/env bash
. "$HARNESS"

stub kafka-consumer-groups.sh <<'STUB'
[ "$1 $3 $4" = '--bootstrap-server --describe --group' ] || [ "$3" = --command-config ] || exit 1
case "$*" in
  *' absent'*) printf '\nError: Consumer group '"'absent'"' does not exist.\n' ;;
  *' down'*) echo 'Error: Executing consumer group command failed due to TimeoutException' >&2; exit 1 ;;
  *' bare'*) ;;
  *' huge'*)
    printf '\nGROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\n'
    for ((i = 0; i < 1500; i++)); do printf 'huge other-topic-%d %d 1234567890 1234567890 0 consumer-huge-1-0123abcd-0123-4567-89ab-0123456789ab-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa /10.0.0.1 consumer-huge-1\n' "$i" "$i"; done ;;
  *' slow'*) printf '\nError: Executing consumer group command failed due to org.apache.kafka.common.errors.TimeoutException: Timed out waiting for a node assignment.\n' ;;
  *' new'*) printf '\nError: Executing consumer group command failed due to org.apache.kafka.common.errors.GroupIdNotFoundException: Group new not found.\n' ;;
  *' many'*)
    printf '\nGROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\n'
    printf 'many clicks 0 0 3000000000 3000000000 c-1-aa /10.0.0.1 c-1\nmany clicks 1 0 4000000000 4000000000 c-1-aa /10.0.0.1 c-1\n' ;;
  *) printf '\nGROUP           TOPIC           PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG             CONSUMER-ID                                     HOST            CLIENT-ID\n'
    printf 'etl             orders          0          10              15              5               c-1-aa /10.0.0.1       c-1\n'
    printf 'etl             orders          1          0               100000          100000          c-1-bb /10.0.0.2       c-1\n'
    printf 'etl             audit           0          7               7               0               -               -               -\n'
    case "$*" in *' dark'*) printf 'dark            audit           2          5               -               -               -               -               -\n' ;; esac
    printf 'etl             audit           1          -               9               -               -               -               -\n' ;;
esac
STUB

run --group etl --bootstrap-server kafka1:9093
check 'the total is told' grep -qx 'total lag: 100005 messages in 4 partitions' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'the named broker is asked' test -n "$(calls '--bootstrap-server kafka1:9093 --describe --group etl')"
check 'the worst partition comes first' grep -qE '^ +100000  orders partition 1  read by /10.0.0.2$' <<<"$(grep ' partition ' <<<"$out" | grep -v warning | head -n 1)"
check 'topics are summed up' grep -qx 'topic orders: 100005' <<<"$out"
check 'an unknown lag is no zero' grep -qx '1 partitions have no committed offset' <<<"$out"
check 'partitions without a reader are warned of' grep -q '^warning: 2 partitions are read by nobody' <<<"$out"
check 'nothing is said of partitions without a leader where there are none' test "$(grep -c leader <<<"$out")" = 0
run --group dark
check 'a partition of which nobody knows the end is not one without an offset' test "$(grep -c '^warning: the lag of 1 partitions is not known\|^1 partitions have no committed offset' <<<"$out")" = 2
run --group many
check 'a lag of thousands of millions is told in full' bash -c 'grep -qx "topic clicks: 7000000000" <<<"$1" && grep -qx "total lag: 7000000000 messages in 2 partitions" <<<"$1" && grep -q "^ *4000000000  clicks partition 1" <<<"$1"' _ "$out"
SECONDS=0
LC_ALL=C.UTF-8 run --group huge
check 'thousands of partitions take seconds, not minutes' bash -c '[ "$1" = 0:1 ] && grep -qx "total lag: 0 messages in 1500 partitions" <<<"$2"' _ "$status:$((SECONDS < 15))" "$out"
run --group etl --limit 1
check 'the list can be shortened' test "$(grep -c ' read by ' <<<"$out")" -eq 2
KAFKA_COMMAND_CONFIG=/etc/client.properties run --group etl
check 'the settings of a secured cluster are passed' test -n "$(calls '--command-config /etc/client.properties')"
run --group absent
check 'a group that does not exist is refused' test "$status" -eq 3
run --group bare
check 'a group without offsets is refused' test "$status" -eq 3
run --group new
check 'as Kafka 4 says it, too' bash -c '[ "$1" -eq 3 ] && grep -q "no such consumer group: new" <<<"$2"' _ "$status" "$err"
run --group slow
check 'an error of the tool, which ends with 0, is no group without offsets' bash -c '[ "$1" -eq 1 ] && grep -q TimeoutException <<<"$2" && ! grep -q "no committed" <<<"$2"' _ "$status" "$err"
run --group down
check 'a broker that does not answer is a failure' test "$status" -eq 1
run
check 'the group is required' test "$status" -eq 2
run --group etl --bootstrap-server 'x;y'
check 'a hostile host is refused' test "$status" -eq 2
run --group 'x; touch pwned'
check 'a hostile group is refused' test "$status" -eq 2
run --group etl --bootstrap-server 'localhost:$(touch pwned)'
check 'nothing hostile ran' test ! -e pwned
rm .stubs/kafka-consumer-groups.sh
run --group etl
check 'a missing tool is refused' test "$status" -eq 3
finish
