#!/usr/bin/env bash
. "$HARNESS"

stub rabbitmqctl <<'STUB'
[[ "$*" == '--quiet cluster_status' ]] || exit 64
if [ -e down ]; then echo 'Error: unable to perform an operation on node rabbit@a' >&2; exit 69; fi
if [ -e old ]; then echo '[{nodes,[{disc,[rabbit@a]}]}]'; exit; fi
printf '\033[1mBasics\033[0m\n\nCluster name: rabbit@a\n\nDisk Nodes\n\nrabbit@a\nrabbit@b\n\nRAM Nodes\n\nrabbit@c\n\nRunning Nodes\n\n%s\n\nVersions\n\nrabbit@a: RabbitMQ 3.12.1 on Erlang 25.3\n\nMaintenance status\n\nNode: rabbit@a, status: not under maintenance\n%s\n\nAlarms\n\n%s\n\nNetwork Partitions\n\n%s\n\nListeners\n\nNode: rabbit@a, interface: [::], port: 5672\n' "$(cat running)" "$(cat maintenance)" "$(cat alarms)" "$(cat partitions)"
STUB
printf 'rabbit@a\nrabbit@b\nrabbit@c' >running
printf '(none)' | tee alarms >partitions
printf 'Node: rabbit@b, status: marked for maintenance' >maintenance

run
check 'a member is shown with its version' grep -qx 'rabbit@a: running, RabbitMQ 3.12.1 on Erlang 25.3' <<<"$out"
check 'a healthy cluster is a success' test "$status" -eq 0
check 'members with memory only are shown' grep -qx 'rabbit@c: running' <<<"$out"
check 'maintenance is told' bash -c 'grep -q "^maintenance: .*rabbit@b" <<<"$1" && ! grep -q "^maintenance: .*rabbit@a" <<<"$1"' _ "$out"
check 'they are counted' grep -qx '3 members, 0 down, 0 partitions, 0 alarms' <<<"$out"
printf 'rabbit@a\nrabbit@c' >running
run
check 'a member that is down is told' bash -c '[ "$1" -eq 1 ] && grep -qx "rabbit@b: DOWN" <<<"$2"' _ "$status" "$out"
printf 'rabbit@a\nrabbit@b\nrabbit@c' >running
printf 'Node rabbit@a cannot communicate with rabbit@b' >partitions
run
check 'a partition is told' bash -c '[ "$1" -eq 1 ] && grep -qx "PARTITION: Node rabbit@a cannot communicate with rabbit@b" <<<"$2"' _ "$status" "$out"
printf '(none)' >partitions
printf 'Memory alarm on node rabbit@a\nFree disk space alarm on node rabbit@b' >alarms
run
check 'alarms are no good news' test "$status:$(grep -c '^ALARM (publishers are blocked): .* alarm on node rabbit@[ab]$' <<<"$out"):$(tail -n 1 <<<"$out")" = '1:2:3 members, 0 down, 0 partitions, 2 alarms'
touch old
run
check 'an output that is not understood is no good news' test "$status" -eq 1
touch down
run
check 'a node that does not answer is a failure' test "$status" -eq 1
run --cluster 'x; touch pwned'
check 'an unknown option is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
run --help
check 'help is given' bash -c '[ "$1" -eq 0 ] && grep -q "^Usage: show-rabbitmq-cluster-status" <<<"$2"' _ "$status" "$out"
rm .stubs/rabbitmqctl
run
check 'a missing tool is refused' test "$status" -eq 3
finish
