#!/usr/bin/env bash
# packages: python3-pika
. "$HARNESS"
use rabbitmq
for name in mail other; do rabbitmqadmin -q declare queue name=$name >/dev/null; done
rabbitmqadmin -q declare queue name=log queue_type=stream >/dev/null
python3 - <<'PY' &
import pika
c = pika.BlockingConnection()
ch = c.channel()
for n in range(6): ch.basic_publish("", "mail", b"x")
for n in range(3): ch.basic_publish("", "other", b"x")
ch.basic_qos(prefetch_count=2)
ch.basic_consume("mail", lambda *a: open("ready", "w").close())
ch.start_consuming()
PY
await test -e ready
counts() { rabbitmqctl --quiet list_queues --no-table-headers name messages_ready messages_unacknowledged | grep -v log | sort | tr '\t\n' ' ;'; }
await bash -c 'rabbitmqctl --quiet list_queues --no-table-headers name messages_ready messages_unacknowledged | grep -qE "^mail.4.2"'
run --queue mail --dry-run
check 'a dry run says how many would be lost' grep -qx 'would purge: 4 messages' <<<"$out"
check 'and purges nothing' test "$(counts)" = 'mail 4 2;other 3 0;'
run --queue mail
check 'the ready messages go, those with a consumer stay, and so do other queues' test "$status:$(counts)" = '0:mail 0 2;other 3 0;'
check 'it tells what was lost' grep -qx 'purged: queue mail had 4 ready messages and has 0 now' <<<"$out"
run --queue mail
check 'a second run has nothing to purge' test "$status" -eq 0 -a -n "$(grep -x 'nothing to purge' <<<"$out")"
run --queue log
check 'a stream is refused' test "$status" -eq 3
run --queue absent
check 'so is a queue that does not exist' test "$status" -eq 3
finish
