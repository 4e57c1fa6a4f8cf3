#!/usr/bin/env bash
. "$HARNESS"

stub rabbitmqctl <<'STUB'
[[ $1 == --quiet && $# -eq 2 ]] || exit 64
if [ -e down ]; then echo 'Error: unable to perform an operation on node rabbit@a' >&2; exit 69; fi
case $2 in
  status) printf 'Runtime\n\nOS PID: 1\n\nAlarms\n\n(none)\n\nMemory\n\nTotal memory used: 0.1473 gb\nCalculation strategy: rss\nMemory high watermark setting: 0.4 of available memory, computed to: 3.2 gb\n\nFree Disk Space\n\nLow free disk space watermark: 0.05 gb\nFree disk space: 20.1 gb\n' ;;
  cluster_status)
    if [ -e old ]; then echo '[{nodes,[{disc,[rabbit@a]}]}]'; exit; fi
    printf 'Basics\n\nCluster name: rabbit@a\n\nDisk Nodes\n\nrabbit@a\nrabbit@b\n\nRunning Nodes\n\nrabbit@a\nrabbit@b\n\n\033[1mAlarms\033[0m\n\n%s\n\n%s\n\nListeners\n\nNode: rabbit@a, interface: [::], port: 5672\n' "$(cat alarms)" "$([ -e new ] && echo 'Memory Queues' || printf 'Network Partitions\n\n(none)')" ;;
  *) exit 64 ;;
esac
STUB
printf '(none)' >alarms

run
check 'no alarm is said plainly' grep -qx 'no alarms on the nodes that run' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'memory is told with its limit' bash -c 'grep -qx "Total memory used: 0.1473 gb" <<<"$1" && grep -q "computed to: 3.2 gb" <<<"$1"' _ "$out"
check 'disk space is told with its limit' bash -c 'grep -qx "Free disk space: 20.1 gb" <<<"$1" && grep -q "watermark: 0.05 gb" <<<"$1"' _ "$out"
printf 'Memory alarm on node rabbit@b\nFree disk space alarm on node rabbit@a' >alarms
run
check 'an alarm of another node is told' grep -qx 'ALARM: Memory alarm on node rabbit@b' <<<"$out"
check 'a disk alarm is told' grep -qx 'ALARM: Free disk space alarm on node rabbit@a' <<<"$out"
check 'alarms give a status of 1' test "$status" -eq 1
check 'what they mean is told' grep -qx '2 alarms: publishers are blocked' <<<"$out"
printf 'File descriptor limit alarm set on node rabbit@a' >alarms
run
check 'an alarm that does not block is told as such' grep -qx '1 alarms: publishers are not blocked' <<<"$out"
printf '(none)' >alarms; touch new
run
check 'what follows the alarms is none, whatever its heading' test "$status:$(tail -n 1 <<<"$out")" = '0:no alarms on the nodes that run'
touch old
run
check 'an output without alarms section is no good news' bash -c '[ "$1" -eq 1 ] && grep -q "nothing about alarms" <<<"$2"' _ "$status" "$err"
touch down
run
check 'a node that is down is no good news' bash -c '[ "$1" -eq 1 ] && ! grep -q "no alarms" <<<"$2"' _ "$status" "$out"
run --node 'x; touch pwned'
check 'an unknown option is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
run --help
check 'help is given' bash -c '[ "$1" -eq 0 ] && grep -q "^Usage: check-rabbitmq-alarms" <<<"$2"' _ "$status" "$out"
rm .stubs/rabbitmqctl
run
check 'a missing tool is refused' test "$status" -eq 3
finish
