#!/usr/bin/env bash
. "$HARNESS"

stub sleep </dev/null
stub rabbitmqctl <<'STUB'
[[ $1 == --quiet ]] || exit 64
case $2 in
  list_queues)
    [[ $3 == --vhost && $5 == --no-table-headers && "${*:6}" == 'messages_ready messages_unacknowledged type name' ]] || { echo 'Error: unrecognized options' >&2; exit 64; }
    [[ $4 != absent ]] || exit 0
    [[ $4 != broken ]] || exit 70
    printf '%s\t2\tclassic\tmail-out\n7\t0\tclassic\tmail\n9\t0\tstream\tlog\n\t\tquorum\tdown\n5\t0\tclassic\tstubborn\n5\t0\tclassic\tforbidden\n' "$(cat ready)" ;;
  purge_queue)
    [[ $3 == --vhost && $# -eq 5 ]] || exit 64
    case $5 in mail-out) echo 0 >ready ;; forbidden) echo 'Error: access_refused' >&2; exit 70 ;; esac ;;
  *) exit 64 ;;
esac
STUB
echo 1200 >ready

run --queue mail-out --dry-run
check 'a dry run says how many would be lost' grep -qx 'would purge: 1200 messages' <<<"$out"
check 'a dry run purges nothing' bash -c 'grep -qx 1200 ready && [ -z "$1" ]' _ "$(calls purge_queue)"
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; STUB_LOG=/dev/null BASH_COMPAT=5.0 bash "$SCRIPT" --queue mail-out --dry-run </dev/null 2>/dev/null) | cat)
check 'without room for a file the queue is found' grep -qx 'would purge: 1200 messages' <<<"$noroom"
run --queue mail-out --vhost shop
check 'it succeeds' test "$status" -eq 0
check 'the queue is purged in its virtual host' test -n "$(calls 'purge_queue --vhost shop mail-out$')"
check 'it tells what was lost' grep -qx 'purged: queue mail-out had 1200 ready messages and has 0 now' <<<"$out"
check 'and that these may come back' grep -q '^note: the unacknowledged ones stay' <<<"$out"
check 'unacknowledged messages are told' grep -q '2 unacknowledged' <<<"$out"
run --queue mail-out
check 'a second run purges nothing' bash -c '[ "$1" -eq 0 ] && [ "$2" -eq 1 ]' _ "$status" "$(calls purge_queue | wc -l)"
run --queue stubborn
check 'of none nothing is said' test "$(grep -c '^note' <<<"$out")" = 0
check 'messages that stay are a failure' test "$status" -eq 1
check 'it looks for eight seconds whether they go' test "$(calls '^sleep 2' | wc -l)" -eq 4
run --queue forbidden
check 'a purge that is refused is a failure' test "$status" -eq 1
check 'and told from one that does not help' grep -q 'queue forbidden could not be purged' <<<"$err"
run --queue mail-out --vhost broken
check 'queues that cannot be listed are a failure' grep -q 'queues of virtual host broken cannot be listed' <<<"$err"
: >"$STUB_LOG"
run --queue down
check 'a queue that is down is told from one that is missing' grep -q 'not available' <<<"$err"
for name in mai down log; do
  run --queue "$name"
  check "refused: $name" test "$status" -eq 3
done
run --queue mai
check 'that there is none of that name is told' grep -q 'no such queue' <<<"$err"
run --queue mail-out --vhost absent
check 'a virtual host that does not exist is refused' test "$status" -eq 3
run
check 'the queue is required' test "$status" -eq 2
run --queue --vhost
check 'an option is no queue' test "$status" -eq 2
run --queue 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
check 'nothing was purged by a refused run' test -z "$(calls purge_queue)"
check 'nothing hostile ran' test ! -e pwned
finish
