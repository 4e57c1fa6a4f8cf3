#!/usr/bin/env bash
. "$HARNESS"

stub rabbitmqctl <<'STUB'
[[ "$*" == '--quiet list_connections --no-table-headers state channels user peer_host vhost' ]] || { echo 'Error: unrecognized options' >&2; exit 64; }
if [ -e down ]; then echo 'Error: unable to perform an operation on node rabbit@a' >&2; exit 69; fi
if [ -e none ]; then exit 0; fi
printf 'running\t2\tapp\t10.0.0.1\t/\nrunning\t1\tapp\t10.0.0.1\t/\nblocked\t1\tmailer\t10.0.0.2\tshop\nrunning\t5\tapp\t10.0.0.3\t/\nrunning\t1\tapp\t10.0.0.1\t/\n'
STUB

run
check 'connections are counted by client' grep -qE '^ +3 +4  running +app from 10.0.0.1 on vhost /$' <<<"$(sed -n 2p <<<"$out")"
check 'it succeeds' test "$status" -eq 0
check 'a blocked one is shown' grep -qE '^ +1 +1  blocked +mailer from 10.0.0.2 on vhost shop$' <<<"$out"
check 'another address is a client of its own' grep -qE '^ +1 +5  running +app from 10.0.0.3 ' <<<"$out"
check 'all is summed up' grep -qx '5 AMQP connections, 10 channels, 1 connections that are not just running' <<<"$out"
run --limit 1
check 'the list can be shortened, the sum stays' bash -c '[ "$(grep -c " from " <<<"$1")" -eq 1 ] && grep -q "^5 AMQP connections" <<<"$1"' _ "$out"
touch none
run
check 'no connections are no failure' bash -c '[ "$1" -eq 0 ] && grep -q "^0 AMQP connections" <<<"$2"' _ "$status" "$out"
touch down
run
check 'a node that does not answer is a failure' test "$status" -eq 1
run --limit 0
check 'none to show is refused' test "$status" -eq 2
run --limit
check 'an option without a value is refused' test "$status" -eq 2
run --limit '$(touch pwned)'
check 'a bad number is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
rm .stubs/rabbitmqctl
run
check 'a missing tool is refused' test "$status" -eq 3
finish
