#!/usr/bin/env bash
. "$HARNESS"

stub kafka-consumer-groups.sh <<'STUB'
group=none
for ((i = 1; i <= $#; i++)); do [[ ${!i} != --group ]] || { i=$((i + 1)); group=${!i}; }; done
new() { printf '\nGROUP                          TOPIC                          PARTITION  NEW-OFFSET     \n%s  orders  0  %s\n%s  orders  1  %s\n' "$group" "$1" "$group" "$1"; }
case "$*" in
  *' absent '*) printf '\nError: Consumer group '"'absent'"' does not exist.\n' ;;
  *--state) state=Empty; [[ $group != busy ]] || state=PreparingRebalance
    printf '\nGROUP  COORDINATOR (ID)  ASSIGNMENT-STRATEGY  STATE  #MEMBERS\n%s  kafka1:9092 (1)    %s  0\n' "$group" "$state" ;;
  *--topic\ refused*) exit 1 ;;
  *--by-duration\ PT120M\ --dry-run) new 30 ;;
  *--by-duration\ PT120M\ --execute) if [[ $group == broken ]]; then exit 1; fi; [[ $group == stubborn ]] || echo 30 >offset; new 30 ;;
  *--by-duration\ PT1M\ *) new 95 ;;
  *--describe*) printf '\nGROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\n%s orders 0 %s 90 1 - - -\n%s orders 1 %s 90 1 - - -\n' "$group" "$(cat offset)" "$group" "$(cat offset)" ;;
  *) exit 1 ;;
esac
STUB
echo 40 >offset

run --group etl --topic orders --minutes 120 --dry-run
check 'a dry run counts what is read again' grep -q 'would rewind: group etl by 120 minutes, 20 messages' <<<"$out"
check 'a dry run changes nothing' bash -c 'grep -qx 40 offset && [ -z "$1" ]' _ "$(calls '--execute')"
check 'offsets before and after are shown' grep -q '^orders,1,40  (now; goes to 30)$' <<<"$out"
run --group stubborn --topic orders --minutes 120
check 'offsets that do not take are a failure' test "$status" -eq 1
run --group broken --topic orders --minutes 120
check 'a reset that fails is a failure' test "$status" -eq 1
run --group etl --topic orders --minutes 120
check 'it succeeds' test "$status" -eq 0
check 'the offsets are moved back' grep -qx 30 offset
check 'it says so' grep -q '^rewound: group etl on topic orders' <<<"$out"
run --group etl --topic orders --minutes 120
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && grep -q "nothing to change" <<<"$2"' _ "$status" "$out"
run --group etl --topic orders --minutes 1
check 'messages are never skipped' bash -c '[ "$1" -eq 3 ] && grep -qx 30 offset' _ "$status"
run --group busy --topic orders --minutes 120
check 'a group with members is refused' test "$status" -eq 3
run --group absent --topic orders --minutes 120
check 'a group that does not exist is refused' test "$status" -eq 3
run --group etl --topic refused --minutes 120
check 'a topic that does not exist is refused' test "$status" -eq 3
run --group etl --topic orders --minutes 0
check 'no time is refused' test "$status" -eq 2
run --group etl --topic orders
check 'the time is required' test "$status" -eq 2
run --group '$(touch pwned)' --topic orders --minutes 5
check 'a hostile group is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
