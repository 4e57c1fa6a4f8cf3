#!/usr/bin/env bash
# packages: python3-pika
. "$HARNESS"
use rabbitmq
for name in old full busy; do rabbitmqadmin -q declare queue name=$name >/dev/null; done
rabbitmqadmin -q declare queue name=votes queue_type=quorum >/dev/null
rabbitmqadmin -q declare queue name=log queue_type=stream >/dev/null
rabbitmqadmin -q publish routing_key=full payload=x >/dev/null
python3 - <<'PY' &
import pika
c = pika.BlockingConnection()
ch = c.channel()
ch.basic_consume("busy", lambda *a: None)
open("ready", "w").close()
ch.start_consuming()
PY
await test -e ready
rabbitmqadmin -q declare queue name=bound durable=true arguments='{"x-max-length": 5}' >/dev/null
rabbitmqadmin -q declare binding source=amq.topic destination=bound routing_key='a.#' >/dev/null
run --queue bound
check 'what it takes to declare one again is told' test "$(head -n 2 <<<"$out")" = 'queue (durable|auto_delete|policy|arguments): true|false||[{"x-max-length",5}]
binding (exchange|routing key|arguments): amq.topic|a.#|[]'
queues() { rabbitmqctl --quiet list_queues --no-table-headers name | sort | tr '\n' ' '; }
run --queue old --dry-run
check 'a dry run says what it would delete' grep -qx 'would delete: queue old in virtual host / (no messages, no consumers)' <<<"$out"
for name in full busy votes log absent; do
  run --queue $name
  check "refused: $name" test "$status" -eq 3
done
check 'all of them are still there' test "$(queues)" = 'busy full log old votes '
run --queue old
check 'an empty queue without consumers is deleted' test "$status:$(queues)" = '0:busy full log votes '
run --queue old
check 'a second run finds none' test "$status" -eq 3
run --queue full --vhost absent
check 'a virtual host that does not exist is refused' test "$status" -eq 3
finish
