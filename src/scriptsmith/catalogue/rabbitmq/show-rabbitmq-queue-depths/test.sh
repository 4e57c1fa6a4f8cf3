#!/usr/bin/env bash
. "$HARNESS"

stub rabbitmqctl <<'STUB'
[[ "$*" != '--quiet list_vhosts --no-table-headers name' ]] || { printf '/\nshop\nshop/eu\nnone\n'; exit; }
[[ "$1 $2 $3" == '--quiet list_queues --vhost' && $5 == --no-table-headers ]] || { echo 'Error: unrecognized options' >&2; exit 64; }
[[ "${*:6}" == 'messages messages_ready messages_unacknowledged consumers state name' ]] || exit 64
case $4 in
  absent) ;;
  none) ;;
  *) printf '5\t3\t2\t1\trunning\torders\n90000\t90000\t0\t0\trunning\tmail out\n0\t0\t0\t0\trunning\tidle\n\t\t\t\tdown\tlost\n' ;;
esac
STUB

run
check 'the longest queue comes first, and is marked' grep -qE '^ +90000 +0 +0  mail out  \(no consumers\)$' <<<"$(sed -n 2p <<<"$out")"
check 'it succeeds' test "$status" -eq 0
check 'unacknowledged messages are shown' grep -qE '^ +3 +2 +1  orders$' <<<"$out"
check 'an empty queue without consumers is not marked' grep -qE ' idle$' <<<"$out"
check 'a queue that is down is marked' grep -q 'lost  (down)$' <<<"$out"
check 'all is summed up' grep -qx '4 of 4 queues shown, 90005 messages in all in virtual host /' <<<"$out"
check 'a queue of which nothing is known is counted' grep -qx 'queues that are not available, so that their messages are not known: 1' <<<"$out"
check 'the other virtual hosts are named' grep -qx 'not looked at, other virtual hosts: shop, shop/eu, none' <<<"$out"
check 'the default virtual host is asked' test -n "$(calls 'list_queues --vhost / ')"
run --vhost shop/eu --limit 1
check 'another virtual host is asked on request' test -n "$(calls 'list_queues --vhost shop/eu ')"
check 'the list can be shortened' grep -qx '1 of 4 queues shown, 90005 messages in all in virtual host shop/eu' <<<"$out"
run --vhost none
check 'no queues are no failure' bash -c '[ "$1" -eq 0 ] && grep -qx "0 of 0 queues shown, 0 messages in all in virtual host none" <<<"$2"' _ "$status" "$out"
run --vhost absent
check 'a virtual host that does not exist is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "does not exist" <<<"$2"' _ "$status" "$err"
run --limit 0
check 'none to show is refused' test "$status" -eq 2
run --vhost '--node'
check 'an option is no virtual host' test "$status" -eq 2
run --vhost 'x; touch pwned'
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
rm .stubs/rabbitmqctl
run
check 'a missing tool is refused' test "$status" -eq 3
finish
