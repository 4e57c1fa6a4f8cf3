#!/usr/bin/env bash
. "$HARNESS"

stub rabbitmqctl <<'STUB'
[[ "$*" != '--quiet list_vhosts --no-table-headers name' ]] || { if [ -e alone ]; then echo /; elif [ -e unlisted ]; then exit 1; else printf '/\nshop\nshop/eu\nnone\n'; fi; exit; }
[[ "$1 $2 $3" == '--quiet list_queues --vhost' && $5 == --no-table-headers ]] || { echo 'Error: unrecognized options' >&2; exit 64; }
for column in "${@:6}"; do
  case $column in consumers | messages | name) ;; *) echo "Error (argument validation): Info key(s) $column are not supported" >&2; exit 64 ;; esac
done
[[ "${*:6}" == 'consumers messages name' ]] || exit 64
case $4 in
  absent) ;;
  none) ;;
  *) printf '0\t12\tmail out\n2\t900\torders\n0\t0\tempty\n0\t3\tdead.letters\n\t\tdown-queue\n' ;;
esac
STUB

run
check 'a queue without consumers is found' grep -qE '^ +12 messages  mail out$' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'another one is found' grep -qE '^ +3 messages  dead.letters$' <<<"$out"
check 'one that is read is left out' test "$(grep -c orders <<<"$out")" -eq 0
check 'an empty one is left out' test "$(grep -cE ' empty$' <<<"$out")" -eq 0
check 'all is summed up' grep -qx '2 of 4 queues of virtual host / have messages and no consumer, 15 messages in all' <<<"$out"
check 'empty ones without a consumer are counted' grep -qx '1 more have no consumer either, and no message' <<<"$out"
check 'a queue that is down is told' grep -qx '1 queues are not available, so nothing is known of them' <<<"$out"
check 'what was not looked at is told' grep -qx 'not looked at: the other 3 virtual hosts' <<<"$out"
touch unlisted; run
check 'virtual hosts that cannot be listed are a failure' test "$status" -eq 1
rm unlisted; touch alone; run
check 'where there is no other, none is told of' test "$(grep -c 'not looked at' <<<"$out")" -eq 0
rm alone
run --vhost shop
check 'another virtual host is asked on request' test -n "$(calls 'list_queues --vhost shop ')"
run --vhost none
check 'no queues are no failure' bash -c '[ "$1" -eq 0 ] && grep -q "^0 of 0 queues" <<<"$2"' _ "$status" "$out"
run --vhost absent
check 'a virtual host that does not exist is a failure' test "$status" -eq 1
run --vhost ''
check 'an empty name is refused' test "$status" -eq 2
run --vhost '$(touch pwned)'
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
rm .stubs/rabbitmqctl
run
check 'a missing tool is refused' test "$status" -eq 3
finish
