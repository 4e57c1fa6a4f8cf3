#!/usr/bin/env bash
# packages: python3-pika
. "$HARNESS"
use rabbitmq
rabbitmqctl --quiet add_user 'app' pw >/dev/null; rabbitmqctl --quiet add_vhost shop >/dev/null
rabbitmqctl --quiet set_permissions -p shop app '.*' '.*' '.*' >/dev/null
run
check 'without clients there are none' grep -qx '0 AMQP connections, 0 channels, 0 connections that are not just running' <<<"$out"
python3 - <<'PY' &
import pika, time
app = pika.ConnectionParameters("127.0.0.1", virtual_host="shop", credentials=pika.PlainCredentials("app", "pw"))
guest = pika.ConnectionParameters("127.0.0.1")
held = [pika.BlockingConnection(guest), pika.BlockingConnection(guest), pika.BlockingConnection(app)]
channels = [held[0].channel(), held[0].channel(), held[1].channel(), held[2].channel()]
channels[3].queue_declare("q")
open("ready", "w").close()
while True:
    channels[3].basic_publish("", "q", b"x")
    for c in held: c.process_data_events(0.2)
PY
await test -e ready
run
check 'connections and channels are counted by client' grep -qE '^ +2 +3  running +guest from 127.0.0.1 on vhost /$' <<<"$out"
check 'another user on another virtual host is apart' grep -qE '^ +1 +1  running +app from 127.0.0.1 on vhost shop$' <<<"$out"
check 'all is summed up' grep -qx '3 AMQP connections, 4 channels, 0 connections that are not just running' <<<"$out"
run --limit 1
check 'the list can be shortened to the busiest' bash -c '[ "$(grep -c " from " <<<"$1")" -eq 1 ] && grep -q guest <<<"$1"' _ "$out"
rabbitmqctl --quiet set_disk_free_limit 900GB
await bash -c 'rabbitmqctl --quiet list_connections --no-table-headers state | grep -q "^block"'
run
check 'one that an alarm holds back is told' grep -qE '^ +1 +1  blocked +app from 127.0.0.1 on vhost shop$' <<<"$out"
check 'so is one that would be held back' grep -qE '^ +2 +3  blocking +guest ' <<<"$out"
check 'and counted' grep -qx '3 AMQP connections, 4 channels, 3 connections that are not just running' <<<"$out"
rabbitmqctl --quiet stop_app >/dev/null
run
check 'a broker that does not run is a failure' test "$status" -eq 1
finish
