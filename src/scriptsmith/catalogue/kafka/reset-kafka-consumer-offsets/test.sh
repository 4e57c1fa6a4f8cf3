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
  *' quiet '*--execute) ;;
  *' absent '*) printf '\nError: Consumer group '"'absent'"' does not exist.\n' ;;
  *--state) state=Empty; [[ $group != busy ]] || state=Stable
    printf '\nGROUP  COORDINATOR (ID)  ASSIGNMENT-STRATEGY  STATE  #MEMBERS\n%s  kafka1:9092 (1)  %s  %s  0\n' "$group" "$([[ $group != busy ]] || echo range)" "$state" ;;
  *--reset-offsets*--topic\ void*) printf '\nGROUP TOPIC PARTITION NEW-OFFSET\n' ;;
  *--reset-offsets*--topic\ refused*) exit 1 ;;
  *--to-latest\ --dry-run) new 90 ;;
  *--to-earliest\ --dry-run) new 5 ;;
  *--to-latest\ --execute) if [[ $group == broken ]]; then exit 1; fi; [[ $group == stubborn ]] || echo 90 >offset; new 90 ;;
  *--to-earliest\ --execute) echo 5 >offset; new 5 ;;
  *--describe*' huge')
    printf '\nGROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\nhuge orders 0 40 90 50 - - -\nhuge orders 1 40 90 50 - - -\n'
    for ((i = 0; i < 1500; i++)); do printf 'huge other-topic-%d %d 1234567890 1234567890 0 consumer-huge-1-0123abcd-0123-4567-89ab-0123456789ab-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa /10.0.0.1 consumer-huge-1\n' "$i" "$i"; done ;;
  *--describe*) printf '\nGROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\n%s other 0 1 1 0 - - -\n%s orders 0 %s 90 1 - - -\n%s orders 1 %s 90 1 - - -\n' "$group" "$group" "$(cat offset)" "$group" "$(cat offset)" ;;
  *) exit 1 ;;
esac
STUB
echo 40 >offset

run --group etl --topic orders --to latest --dry-run
check 'a dry run shows the new offsets' grep -qx 'orders,1,90' <<<"$(sed -n '/would become/,$p' <<<"$out")"
check 'a dry run changes nothing' bash -c 'grep -qx 40 offset && [ -z "$1" ]' _ "$(calls '--execute')"
check 'the present offsets are shown as they can be read back' grep -qx 'orders,0,40' <<<"$out"
check 'another topic is left out' test "$(grep -c other <<<"$out")" -eq 0
run --group etl --topic orders --to latest
check 'it succeeds' test "$status" -eq 0
check 'the offsets are moved' grep -qx 90 offset
check 'it says so' grep -q '^reset to latest:' <<<"$out"
check 'the undo names the broker' grep -qx 'undo, with those lines in a FILE: kafka-consumer-groups.sh --bootstrap-server localhost:9092 --group etl --reset-offsets --from-file FILE --execute' <<<"$out"
run --group etl --topic orders --to latest
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && [ "$2" -eq 1 ]' _ "$status" "$(calls '--execute' | wc -l)"
run --group etl --topic orders --to earliest
check 'the start is taken as well' grep -qx 5 offset
SECONDS=0
LC_ALL=C.UTF-8 run --group huge --topic orders --to latest --dry-run
check 'thousands of partitions take seconds, not minutes' test "$status:$((SECONDS < 15))" = 0:1
run --group busy --topic orders --to latest
check 'a group with members is refused' bash -c '[ "$1" -eq 3 ] && grep -q Stable <<<"$2"' _ "$status" "$err"
run --group stubborn --topic orders --to latest
check 'offsets that do not take are a failure' test "$status" -eq 1
failed() { [[ $status -eq $1 && $err == *"$2"* ]]; } # STATUS WORDS
echo 40 >offset
run --group broken --topic orders --to latest
check 'a reset that fails is a failure' failed 1 'the reset failed'
run --group mute --topic orders --to latest
check 'a state that cannot be read is a failure' failed 1 'cannot read the state of group mute'
run --group unread --topic orders --to latest
check 'so are offsets, without which there is no way back' failed 1 'cannot read the offsets of group unread'
run --group quiet --topic orders --to latest
check 'a reset that tells nothing is a failure' failed 1 'did not report new offsets'
run --group slow --topic orders --to latest
check 'a cluster that does not answer is no missing group, though the tool ends with 0' failed 1 'cannot read the state of group slow'
run --group half --topic orders --to latest
check 'nor are its offsets none' failed 1 'cannot read the offsets of group half'
run --group etl --topic gone --to latest
check 'a refusal is told with its words' failed 3 'UnknownTopicOrPartition'
rm executed
run --group late --topic orders --to latest
check 'so is one whose outcome cannot be read' failed 1 'cannot read the offsets of group late after the reset'
for port in 0 65536; do
  run --group etl --topic orders --to latest --bootstrap-server "kafka:$port"
  check "no broker has the port $port" failed 2 'a port up to 65535'
done
for port in 1 65535; do
  run --group etl --topic orders --to latest --bootstrap-server "kafka:$port" --dry-run
  check "a broker may have the port $port" test "$status" -eq 0
done
run --group absent --topic orders --to latest
check 'a group that does not exist is refused' failed 3 'no such consumer group: absent'
run --group etl --topic refused --to latest
check 'a topic that does not exist is refused' failed 3 'Kafka refuses the reset'
run --group etl --topic void --to latest
check 'nothing to reset is refused' test "$status" -eq 3
run --group etl --topic orders --to middle
check 'another place is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
without() { PATH=none "$bash_" "$SCRIPT" --group etl --topic orders --to latest 2>&1; }
check 'without timeout, which ends calls that hang, it is refused' grep -q 'timeout .* not installed' <<<"$(without)"
ln -s "$(command -v timeout)" none/timeout
check 'so it is without the programs of Kafka' grep -q 'kafka-consumer-groups.sh is not on the PATH' <<<"$(without)"
run --group etl --topic 'x; touch pwned' --to latest
check 'a hostile topic is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
