#!/usr/bin/env bash
# packages: python3-pika
. "$HARNESS"
use rabbitmq
for name in orders 'mail out' idle; do rabbitmqadmin -q declare queue name="$name" >/dev/null; done
rabbitmqadmin -q declare queue name=votes queue_type=quorum >/dev/null
python3 - <<'PY' &
import pika
c = pika.BlockingConnection()
ch = c.channel()
for name, n in ("orders", 5), ("mail out", 12), ("votes", 3):
    for _ in range(n): ch.basic_publish("", name, b"x")
ch.basic_qos(prefetch_count=2)
ch.basic_consume("orders", lambda *a: open("ready", "w").close())
ch.start_consuming()
PY
await test -e ready
await bash -c 'rabbitmqctl --quiet list_queues --no-table-headers name messages | grep -q "^votes.3"'
await bash -c 'rabbitmqctl --quiet list_queues --no-table-headers name messages_unacknowledged | grep -q "^orders.2"'
run
check 'the longest queue comes first, and is marked' grep -qE '^ +12 +0 +0  mail out  \(no consumers\)$' <<<"$(sed -n 2p <<<"$out")"
check 'unacknowledged messages and consumers are shown' grep -qE '^ +3 +2 +1  orders$' <<<"$(sed -n 3p <<<"$out")"
check 'a quorum queue is shown' grep -qE '^ +3 +0 +0  votes  \(no consumers\)$' <<<"$out"
check 'an empty one is not marked' grep -qE '^ +0 +0 +0  idle$' <<<"$out"
check 'all is summed up' grep -qx '4 of 4 queues shown, 20 messages in all in virtual host /' <<<"$out"
run --limit 1
check 'the list can be shortened, the sum stays' grep -qx '1 of 4 queues shown, 20 messages in all in virtual host /' <<<"$out"
rabbitmqctl --quiet add_vhost shop >/dev/null
run --vhost shop
check 'another virtual host has its own' grep -qx '0 of 0 queues shown, 0 messages in all in virtual host shop' <<<"$out"
check 'and the others are named' grep -qx 'not looked at, other virtual hosts: /' <<<"$out"
run --vhost absent
check 'a virtual host that does not exist is a failure' test "$status" -eq 1
finish
