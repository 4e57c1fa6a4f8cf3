#!/usr/bin/env bash
. "$HARNESS"
use rabbitmq
run
check 'one node alone is in order' test "$status" -eq 0
check 'it is shown with its version' grep -qE "^rabbit@machine: running, RabbitMQ $(rabbitmqctl version) on Erlang [0-9.]+$" <<<"$out"
check 'it is counted' grep -qx '1 members, 0 down, 0 partitions, 0 alarms' <<<"$out"
rabbitmqctl --quiet set_disk_free_limit 9000GB
await bash -c 'rabbitmqctl --quiet cluster_status | grep -q "disk space alarm"'
run
check 'an alarm of the disk, which blocks all publishers, is told' test "$status" -eq 1 -a -n "$(grep -x 'ALARM (publishers are blocked): Free disk space alarm on node rabbit@machine' <<<"$out")"
rabbitmqctl --quiet set_disk_free_limit 50MB
await bash -c '! rabbitmqctl --quiet cluster_status | grep -q "disk space alarm"'
printf '[].\n' >/etc/rabbitmq/none
second='RABBITMQ_NODENAME=second@machine RABBITMQ_NODE_PORT=5673 RABBITMQ_ENABLED_PLUGINS_FILE=/etc/rabbitmq/none'
(setsid su -s /bin/sh rabbitmq -c "$second exec /usr/lib/rabbitmq/bin/rabbitmq-server" >/var/log/rabbitmq/second.log 2>&1 &)
await rabbitmqctl -n second@machine await_startup --timeout 60
{ rabbitmqctl -n second@machine stop_app; rabbitmqctl -n second@machine join_cluster --ram rabbit@machine; rabbitmqctl -n second@machine start_app; } >/dev/null 2>&1
run
check 'two nodes are in order' test "$status" -eq 0
check 'the one without a disk is shown' grep -q '^second@machine: running, RabbitMQ ' <<<"$out"
check 'two are counted' grep -qx '2 members, 0 down, 0 partitions, 0 alarms' <<<"$out"
rabbitmqctl -n second@machine stop_app >/dev/null 2>&1
run
check 'a member that is down is told' test "$status" -eq 1 -a -n "$(grep -x 'second@machine: DOWN' <<<"$out")"
check 'and counted' grep -qx '2 members, 1 down, 0 partitions, 0 alarms' <<<"$out"
finish
