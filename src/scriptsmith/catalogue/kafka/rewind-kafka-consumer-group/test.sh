#!/usr/bin/env bash
. "$HARNESS"

stub kafka-consumer-groups.sh <<'STUB'
group=none
for ((i = 1; i <= $#; i++)); do [[ ${!i} != --group ]] || { i=$((i + 1)); group=${!i}; }; done
new() { printf '\nGROUP                          TOPIC                          PARTITION  NEW-OFFSET     \n%s  orders  0  %s\n%s  orders  1  %s\n' "$group" "$1" "$group" "$1"; }
[[ $* != *'--describe --group late' || ! -e executed ]] || exit 1
[[ $* != *--execute ]] || touch executed
case "$*" in
  *'--group slow --state' | *'--describe --group half') printf '\nError: Executing consumer group command failed due to org.apache.kafka.common.errors.TimeoutException: Timed out waiting for a node assignment.\n' ;;
  *--topic\ gone*) printf '\nError: Executing consumer group command failed due to UnknownTopicOrPartitionException\n' ;;
  *'--group mute --state' | *'--describe --group unread') exit 1 ;;
  *' quiet '*--execute | *--topic\ void*) ;;
  *' absent '*) printf '\nError: Consumer group '"'absent'"' does not exist.\n' ;;
  *--state) state=Empty; [[ $group != busy ]] || state=PreparingRebalance
    printf '\nGROUP  COORDINATOR (ID)  ASSIGNMENT-STRATEGY  STATE  #MEMBERS\n%s  kafka1:9092 (1)    %s  0\n' "$group" "$state" ;;
  *--topic\ refused*) exit 1 ;;
  *--by-duration\ PT120M\ --dry-run) new 30 ;;
  *--by-duration\ PT120M\ --execute) if [[ $group == broken ]]; then exit 1; fi; [[ $group == stubborn ]] || echo 30 >offset; new 30 ;;
  *--by-duration\ PT1M\ *) new 95 ;;
  *--describe*' fresh') printf '\nGROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\nfresh orders 0 40 90 1 - - -\nfresh orders 1 - 90 - - - -\n' ;;
  *--describe*' huge')
    printf '\nGROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\nhuge orders 0 40 90 50 - - -\nhuge orders 1 40 90 50 - - -\n'
    for ((i = 0; i < 1500; i++)); do printf 'huge other-topic-%d %d 1234567890 1234567890 0 consumer-huge-1-0123abcd-0123-4567-89ab-0123456789ab-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa /10.0.0.1 consumer-huge-1\n' "$i" "$i"; done ;;
  *--describe*) printf '\nGROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\n%s orders 0 %s 90 1 - - -\n%s orders 1 %s 90 1 - - -\n' "$group" "$(cat offset)" "$group" "$(cat offset)" ;;
  *) exit 1 ;;
esac
STUB
echo 40 >offset

run --group etl --topic orders --minutes 120 --dry-run
check 'a dry run counts what is read again' grep -q 'would rewind: group etl by 120 minutes, 20 messages' <<<"$out"
check 'a dry run changes nothing' bash -c 'grep -qx 40 offset && [ -z "$1" ]' _ "$(calls '--execute')"
check 'offsets before and after are shown' grep -qx 'partition 1: 40, goes to 30' <<<"$out"
check 'the former ones in lines that Kafka reads from a file' bash -c 'grep -qx "orders,0,40" <<<"$1" && grep -qx "orders,1,40" <<<"$1"' _ "$out"
check 'and nothing is said of partitions without an offset' test -z "$err"
run --group fresh --topic orders --minutes 120 --dry-run
check 'a partition without an offset is told, and does not stand among the former ones' bash -c 'grep -q "no offset yet in 1 partitions" <<<"$1" && ! grep -q "^orders,1," <<<"$2"' _ "$err" "$out"
SECONDS=0
LC_ALL=C.UTF-8 run --group huge --topic orders --minutes 120 --dry-run
check 'thousands of partitions take seconds, not minutes' test "$status:$((SECONDS < 15))" = 0:1
run --group stubborn --topic orders --minutes 120
check 'offsets that do not take are a failure' test "$status" -eq 1
failed() { [[ $status -eq $1 && $err == *"$2"* ]]; } # STATUS WORDS
run --group broken --topic orders --minutes 120
check 'a reset that fails is a failure' failed 1 'the reset failed'
run --group mute --topic orders --minutes 120
check 'a state that cannot be read is a failure' failed 1 'cannot read the state of group mute'
run --group unread --topic orders --minutes 120
check 'so are offsets, without which there is no way back' failed 1 'cannot read the offsets of group unread'
run --group quiet --topic orders --minutes 120
check 'a reset that tells nothing is a failure' failed 1 'did not report new offsets'
run --group slow --topic orders --minutes 120
check 'a cluster that does not answer is no missing group, though the tool ends with 0' failed 1 'cannot read the state of group slow'
run --group half --topic orders --minutes 120
check 'nor are its offsets none' failed 1 'cannot read the offsets of group half'
run --group etl --topic gone --minutes 120
check 'a refusal is told with its words' failed 3 'UnknownTopicOrPartition'
rm executed
run --group late --topic orders --minutes 120
check 'so is one whose outcome cannot be read' failed 1 'cannot read the offsets of group late after the reset'
echo 40 >offset
run --group etl --topic void --minutes 120
check 'nothing to rewind is refused' failed 3 'there is nothing to rewind'
for port in 0 65536; do
  run --group etl --topic orders --minutes 120 --bootstrap-server "kafka:$port"
  check "no broker has the port $port" failed 2 'a port up to 65535'
done
for port in 1 65535; do
  run --group etl --topic orders --minutes 120 --bootstrap-server "kafka:$port" --dry-run
  check "a broker may have the port $port" test "$status" -eq 0
done
run --group etl --topic orders --minutes 120
check 'it succeeds' test "$status" -eq 0
check 'the offsets are moved back' grep -qx 30 offset
check 'it says so' grep -q '^rewound: group etl on topic orders' <<<"$out"
check 'the undo names the broker' grep -qx 'undo, with those lines in a FILE: kafka-consumer-groups.sh --bootstrap-server localhost:9092 --group etl --reset-offsets --from-file FILE --execute' <<<"$out"
run --group etl --topic orders --minutes 120
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && grep -q "nothing to change" <<<"$2"' _ "$status" "$out"
run --group etl --topic orders --minutes 1
check 'messages are never skipped' bash -c '[ "$1" -eq 3 ] && grep -qx 30 offset' _ "$status"
run --group busy --topic orders --minutes 120
check 'a group with members is refused' test "$status" -eq 3
run --group absent --topic orders --minutes 120
check 'a group that does not exist is refused' failed 3 'no such consumer group: absent'
run --group etl --topic refused --minutes 120
check 'a topic that does not exist is refused' failed 3 'Kafka refuses to go back'
run --group etl --topic orders --minutes 0
check 'no time is refused' test "$status" -eq 2
run --group etl --topic orders
check 'the time is required' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
without() { PATH=none "$bash_" "$SCRIPT" --group etl --topic orders --minutes 120 2>&1; }
check 'without timeout, which ends calls that hang, it is refused' grep -q 'timeout .* not installed' <<<"$(without)"
ln -s "$(command -v timeout)" none/timeout
check 'so it is without the programs of Kafka' grep -q 'kafka-consumer-groups.sh is not on the PATH' <<<"$(without)"
run --group '$(touch pwned)' --topic orders --minutes 5
check 'a hostile group is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
