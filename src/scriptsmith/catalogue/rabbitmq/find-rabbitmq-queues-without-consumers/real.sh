#!/usr/bin/env bash
# packages: python3-pika
. "$HARNESS"
use rabbitmq
for name in left busy empty; do rabbitmqadmin -q declare queue name=$name >/dev/null; done
rabbitmqadmin -q declare queue name='dead letters' queue_type=quorum >/dev/null
for name in left left busy 'dead letters'; do rabbitmqadmin -q publish routing_key="$name" payload=x >/dev/null; done
python3 - <<'PY' &
import pika
c = pika.BlockingConnection()
ch = c.channel()
ch.basic_consume("busy", lambda *a: None)
open("ready", "w").close()
ch.start_consuming()
PY
await test -e ready
await bash -c 'rabbitmqctl --quiet list_queues --no-table-headers messages name | grep -q "^1.dead letters"'
run
check 'it succeeds' test "$status" -eq 0
check 'a queue with messages and no consumer is found' grep -qE '^ +2 messages  left$' <<<"$out"
check 'so is a quorum queue with a blank in its name' grep -qE '^ +1 messages  dead letters$' <<<"$out"
check 'one that has a consumer, and an empty one, are left out' test "$(grep -c ' messages  ' <<<"$out")" -eq 2
check 'all is summed up' grep -qx '2 of 4 queues of virtual host / have messages and no consumer, 3 messages in all' <<<"$out"
rabbitmqctl --quiet add_vhost shop >/dev/null
run --vhost shop
check 'another virtual host has its own' grep -qx '0 of 0 queues of virtual host shop have messages and no consumer, 0 messages in all' <<<"$out"
check 'that there is one more is told' grep -qx 'not looked at: the other 1 virtual hosts' <<<"$out"
run --vhost absent
check 'a virtual host that does not exist is a failure' test "$status" -eq 1
finish
