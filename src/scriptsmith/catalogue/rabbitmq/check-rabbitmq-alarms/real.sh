#!/usr/bin/env bash
. "$HARNESS"
use rabbitmq
run
check 'a fresh node has no alarms' test "$status" -eq 0 -a -n "$(grep -x 'no alarms on the nodes that run' <<<"$out")"
check 'memory is told with its limit' bash -c 'grep -qE "^Total memory used: [0-9.]+ gb$" <<<"$1" && grep -qE "^Memory high watermark setting: .*computed to: [0-9.]+ gb$" <<<"$1"' _ "$out"
check 'disk space too' bash -c 'grep -qE "^Free disk space: [0-9.]+ gb$" <<<"$1" && grep -q "^Low free disk space watermark: " <<<"$1"' _ "$out"
rabbitmqctl --quiet set_disk_free_limit 900GB
rabbitmqctl --quiet set_vm_memory_high_watermark 0.0001
await bash -c 'rabbitmqctl --quiet cluster_status | grep -q "^Memory alarm"'
run
check 'the disk alarm is told' grep -qx 'ALARM: Free disk space alarm on node rabbit@machine' <<<"$out"
check 'the memory alarm is told' grep -qx 'ALARM: Memory alarm on node rabbit@machine' <<<"$out"
check 'they are counted and a failure' test "$status:$(tail -n 1 <<<"$out")" = '1:2 alarms: publishers are blocked'
rabbitmqctl --quiet stop_app >/dev/null
run
check 'a broker that does not run is no good news' test "$status" -ne 0 -a -z "$(grep -x 'no alarms on the nodes that run' <<<"$out")"
finish
