#!/usr/bin/env bash
. "$HARNESS"

stub kafka-consumer-groups.sh <<'STUB'
group=${!#}
[[ $2 != down:* ]] || exit 1
timed_out() { printf '\nError: Executing consumer group command failed due to org.apache.kafka.common.errors.TimeoutException: Timed out waiting for a node assignment.\n'; exit; }
[[ $2 != slow:* ]] || timed_out
[[ ! -e deleted ]] || timed_out
case "$*" in
  *' --list') cat groups ;;
  *'--describe --group '*' --state') group=${*: -2:1}; state=Empty; [[ $group != busy ]] || state=Stable; [[ $group != dumb ]] || exit 1
    printf '\nGROUP  COORDINATOR (ID)  ASSIGNMENT-STRATEGY  STATE  #MEMBERS\n%s  kafka1:9092 (1)    %s  0\n' "$group" "$state" ;;
  *'--describe --group unread') exit 1 ;;
  *'--describe --group half') timed_out ;;
  *'--describe --group '*) printf '\nGROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\n%s orders 0 42 90 48 - - -\n%s orders 1 - 90 - - - -\n' "$group" "$group" ;;
  *'--delete --group '*)
    case $group in
      stubborn) printf "Error: Deletion of some consumer groups failed:\n* Group 'stubborn' could not be deleted due to: GroupNotEmptyException\n" ;;
      refused) echo 'Error: not authorized' >&2; exit 1 ;;
      lost) touch deleted ;;
      *) grep -vxF -- "$group" groups >left; mv left groups; printf "Deletion of requested consumer groups ('%s') was successful.\n" "$group" ;;
    esac ;;
  *) exit 1 ;;
esac
STUB
printf 'old\nold-2\nbusy\nstubborn\nrefused\ndumb\nunread\nhalf\nlost\n' >groups

run --group old --dry-run
check 'a dry run shows the offsets that would be lost' grep -qx 'orders,0,42' <<<"$out"
check 'a dry run deletes nothing' bash -c 'grep -qx old groups && grep -qx "would delete: consumer group old" <<<"$1"' _ "$out"
check 'a partition without an offset is left out' test "$(grep -c 'orders,1' <<<"$out")" -eq 0
run --group old --bootstrap-server kafka2:9093
check 'it succeeds' test "$status" -eq 0
check 'the group is gone, and no other' test "$(tr '\n' ' ' <groups)" = 'old-2 busy stubborn refused dumb unread half lost '
check 'the named broker is asked' test -n "$(calls '--bootstrap-server kafka2:9093 --delete --group old')"
check 'it says so' grep -qx 'deleted: consumer group old' <<<"$out"
check 'the undo names the broker' grep -qx 'undo, with those lines in a FILE: kafka-consumer-groups.sh --bootstrap-server kafka2:9093 --group old --reset-offsets --from-file FILE --execute' <<<"$out"
run --group old
check 'a group that does not exist is refused' test "$status" -eq 3
run --group busy
check 'a group with members is refused' bash -c '[ "$1" -eq 3 ] && [ -z "$2" ]' _ "$status" "$(calls '--delete --group busy')"
run --group stubborn
check 'a group that stays is a failure, although the tool is content' bash -c '[ "$1" -eq 1 ] && grep -q GroupNotEmpty <<<"$2"' _ "$status" "$err"
run --group refused
check 'a deletion that is refused is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not be deleted" <<<"$2"' _ "$status" "$err"
run --group dumb
check 'a state that cannot be read is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "state of group dumb cannot be read" <<<"$2"' _ "$status" "$err"
run --group unread
check 'offsets that cannot be read are not lost' bash -c '[ "$1" -eq 1 ] && [ -z "$2" ]' _ "$status" "$(calls '--delete --group unread')"
run --group half
check 'nor where the tool tells an error and ends with 0' bash -c '[ "$1" -eq 1 ] && [ -z "$2" ] && grep -q TimeoutException <<<"$3"' _ "$status" "$(calls '--delete --group half')" "$err"
run --group old-2 --bootstrap-server slow
check 'a cluster that does not answer is no missing group' bash -c '[ "$1" -eq 1 ] && grep -q "cannot be listed" <<<"$2"' _ "$status" "$err"
run --group lost
check 'a list that cannot be read afterwards does not show that it is gone' bash -c '[ "$1" -eq 1 ] && ! grep -q "^deleted" <<<"$2"' _ "$status" "$out"
rm deleted
for ((i = 0; i < 8000; i++)); do printf 'consumer-group-of-a-service-%d\n' "$i"; done >>groups
SECONDS=0
LC_ALL=C.UTF-8 run --group old-2 --dry-run
check 'thousands of groups take seconds, not minutes' test "$status:$((SECONDS < 15))" = 0:1
for port in 0 65536; do
  run --group old-2 --bootstrap-server "kafka:$port"
  check "no broker has the port $port" bash -c '[ "$1" -eq 2 ] && grep -q "a port up to 65535" <<<"$2"' _ "$status" "$err"
done
for port in 1 65535; do
  run --group old-2 --bootstrap-server "kafka:$port" --dry-run
  check "a broker may have the port $port" test "$status" -eq 0
done
run --group old-2 --bootstrap-server down
check 'a broker that does not answer is a failure' test "$status" -eq 1
run
check 'the group is required' test "$status" -eq 2
run --group --all-groups
check 'an option is no group' test "$status" -eq 2
run --group 'x; touch pwned'
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
rm .stubs/kafka-consumer-groups.sh
run --group old-2
check 'a missing tool is refused' test "$status" -eq 3
mkdir none
bash_=$(command -v bash)
check 'without timeout, which ends calls that hang, it is refused' grep -q 'timeout .* not installed' \
  <<<"$(PATH=none "$bash_" "$SCRIPT" --group old-2 2>&1)"
finish
