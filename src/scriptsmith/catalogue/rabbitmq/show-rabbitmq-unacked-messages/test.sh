#!/usr/bin/env bash
. "$HARNESS"

stub rabbitmqctl <<'STUB'
[[ "$*" == '--quiet list_channels --no-table-headers messages_unacknowledged prefetch_count global_prefetch_count consumer_count user vhost name' ]] || { echo 'Error: unrecognized options' >&2; exit 64; }
if [ -e down ]; then echo 'Error: unable to perform an operation on node rabbit@a' >&2; exit 69; fi
if [ -e none ]; then exit 0; fi
printf '50\t50\t0\t1\tworker\t/\t10.0.0.1:5000 -> 10.0.0.9:5672 (1)\n0\t10\t0\t1\tidle\t/\t10.0.0.2:1 -> 10.0.0.9:5672 (1)\n90000\t0\t0\t1\tmailer\tshop\t10.0.0.3:7 -> 10.0.0.9:5672 (2)\n13\t10\t0\t2\tapp\t/\t10.0.0.4:1 -> 10.0.0.9:5672 (1)\n7\t0\t7\t2\twhole\t/\t10.0.0.5:1 -> 10.0.0.9:5672 (1)\n'
STUB

run
check 'the worst channel comes first' grep -qE '^ +90000 unacked, prefetch 0, 1 consumers, user mailer, vhost shop, 10.0.0.3:7 -> 10.0.0.9:5672 \(2\)  \(no limit\)$' <<<"$(head -n 1 <<<"$out")"
check 'it succeeds' test "$status" -eq 0
check 'a channel at its limit is marked' grep -q 'user worker, .*(at its limit)$' <<<"$out"
check 'one below its limit is not' grep -qE 'user app, .*\(1\)$' <<<"$out"
check 'a limit of the whole channel counts' grep -qE 'prefetch 0 \(7 for the channel\), 2 consumers, user whole, .*\(at its limit\)$' <<<"$out"
check 'one that holds nothing is left out' test "$(grep -c idle <<<"$out")" -eq 0
check 'all is summed up' grep -qx '90070 messages are unacknowledged on 4 channels' <<<"$out"
run --limit 1
check 'the list can be shortened, the sum stays' bash -c '[ "$(grep -c prefetch <<<"$1")" -eq 1 ] && grep -q "on 4 channels" <<<"$1"' _ "$out"
stub sort <<<'echo "sort: write failed: No space left on device" >&2; exit 2'
run
check 'a list that cannot be sorted is not taken for an empty one' test "$status:$out" = 1:
rm .stubs/sort
touch none
run
check 'none is said plainly' bash -c '[ "$1" -eq 0 ] && [ "$2" = "0 messages are unacknowledged on 0 channels" ]' _ "$status" "$out"
check 'that some clients have no channels is told' grep -q '^note: clients of MQTT' <<<"$err"
touch down
run
check 'a node that does not answer is a failure' test "$status" -eq 1
run --limit x
check 'a bad number is refused' test "$status" -eq 2
run --queue 'x; touch pwned'
check 'an unknown option is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
rm .stubs/rabbitmqctl
run
check 'a missing tool is refused' test "$status" -eq 3
finish
