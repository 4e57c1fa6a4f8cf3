#!/usr/bin/env bash
# packages: python3-pika
. "$HARNESS"
use rabbitmq
run
check 'without consumers there are none' test "$status:$out" = '0:0 messages are unacknowledged on 0 channels'
python3 - <<'PY' &
import pika
c = pika.BlockingConnection(pika.ConnectionParameters("127.0.0.1"))
def channel(name, limit, consumers, messages, whole=False):
    ch = c.channel()
    ch.queue_declare(name)
    for _ in range(messages): ch.basic_publish("", name, b"x")
    if limit: ch.basic_qos(prefetch_count=limit, global_qos=whole)
    for _ in range(consumers): ch.basic_consume(name, lambda *a: None)
    return ch
held = [channel("one", 2, 1, 9), channel("two", 2, 2, 3), channel("free", 0, 1, 7), channel("whole", 4, 2, 9, True), channel("none", 5, 1, 0)]
c.process_data_events(1)
open("ready", "w").close()
while True: c.process_data_events(1)
PY
await test -e ready
run
check 'the one with most comes first, and has no limit' grep -qE '^ +7 unacked, prefetch 0, 1 consumers, user guest, vhost /, 127.0.0.1:[0-9]+ -> 127.0.0.1:5672 \(3\)  \(no limit\)$' <<<"$(sed -n 1p <<<"$out")"
check 'a limit for the whole channel counts' grep -qE '^ +4 unacked, prefetch 0 \(4 for the channel\), 2 consumers, .* \(4\)  \(at its limit\)$' <<<"$out"
check 'two consumers with 2 each are not at their limit with 3' grep -qE '^ +3 unacked, prefetch 2, 2 consumers, .* \(2\)$' <<<"$out"
check 'one consumer with 2 is' grep -qE '^ +2 unacked, prefetch 2, 1 consumers, .* \(1\)  \(at its limit\)$' <<<"$out"
check 'all is summed up' grep -qx '16 messages are unacknowledged on 4 channels' <<<"$out"
run --limit 1
check 'the list can be shortened, the sum stays' bash -c '[ "$(wc -l <<<"$1")" -eq 2 ] && grep -q "^16 messages" <<<"$1"' _ "$out"
finish
