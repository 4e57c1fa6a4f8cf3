#!/usr/bin/env bash
. "$HARNESS"

stub kafka-consumer-groups.sh <<'STUB'
[[ $* == *'--list --state' ]] || { echo 'unrecognized option' >&2; exit 1; }
case $2 in
  # As ConsumerGroupCommand does, to this day: the fault on standard output, the status 0.
  down:*) printf '\nError: Executing consumer group command failed due to org.apache.kafka.common.errors.TimeoutException: Timed out waiting for a node assignment. Call: listNodes\n'; exit ;;
  broken:*) exit 1 ;;
  odd:*) echo 'Picked up something else' ;;
  hang:*) exit 124 ;;
  none:*) ;;
  bare:*) printf '\nGROUP                     STATE\n' ;;
  *) printf '\nGROUP                     STATE\nbilling                   Stable\nodd name                  Empty\netl                       PreparingRebalance\nshop                      Stable\n' ;;
esac
STUB

run
check 'groups are listed with their state' grep -qE '^Stable +billing$' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'the default broker is asked' test -n "$(calls '--bootstrap-server localhost:9092 --list --state$')"
check 'one that is not stable comes first' grep -qE '^Empty +odd name$' <<<"$(head -n 1 <<<"$out")"
check 'a rebalancing group is shown' grep -qE '^PreparingRebalance +etl$' <<<"$out"
check 'they are counted' grep -q '^4 consumer groups that this client may see, .*2 Stable' <<<"$out"
check 'the header is no group' test "$(grep -c GROUP <<<"$out")" -eq 0
KAFKA_COMMAND_CONFIG=/etc/client.properties run
check 'the settings of a secured cluster are passed' test -n "$(calls '--command-config /etc/client.properties')"
run --bootstrap-server none
check 'no word at all is a failure' test "$status:$out" = 1:
run --bootstrap-server bare
check 'no groups is no failure, and a header is no group' bash -c '[ "$1" -eq 0 ] && grep -q "^0 consumer groups" <<<"$2"' _ "$status" "$out"
run --bootstrap-server down
check 'a broker that does not answer is a failure, though the program ends with 0' test "$status" -eq 1
check 'and is told' grep -q 'down:9092: Error: Executing consumer group command failed due to .*TimeoutException' <<<"$err"
check 'its words are no groups' test -z "$out"
run --bootstrap-server broken
check 'a program that fails is a failure' test "$status" -eq 1
run --bootstrap-server odd
check 'what is no list is a failure' test "$status:$(grep -c 'is not understood' <<<"$err")" = 1:1
run --bootstrap-server hang
check 'a broker that hangs is told' bash -c '[ "$1" -eq 1 ] && grep -q "no answer" <<<"$2"' _ "$status" "$err"
run --bootstrap-server localhost:70000
check 'a port out of range is refused' test "$status" -eq 2
run --bootstrap-server '$(touch pwned)'
check 'a hostile host is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
rm .stubs/kafka-consumer-groups.sh
run
check 'a missing tool is refused' test "$status" -eq 3
finish
