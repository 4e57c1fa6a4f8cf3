#!/usr/bin/env bash
. "$HARNESS"

stub rabbitmqctl <<'STUB'
[[ $1 == --quiet ]] || exit 64
case $2 in
  list_queues)
    if [[ "${*:6}" == 'name durable auto_delete policy arguments' ]]; then
      [ ! -e mute ] || exit 70
      printf 'old-2\ttrue\tfalse\t\t[]\nold\ttrue\tfalse\tlazy\t[{"x-max-length",5}]\n'; exit
    fi
    [[ $3 == --vhost && $5 == --no-table-headers && "${*:6}" == 'messages consumers type name' ]] || { echo 'Error: unrecognized options' >&2; exit 64; }
    [[ $4 != absent ]] || exit 0
    [[ $4 != gone ]] || { echo 'Error: virtual host gone not found' >&2; exit 65; }
    [ ! -e old ] || printf '0\t0\tclassic\told\n'
    printf '0\t0\tclassic\told-2\n7\t0\tclassic\tfull\n0\t2\tclassic\tbusy\n\t\tclassic\tdown\n3\t\tclassic\thalf\n0\t0\tclassic\tstubborn\n0\t0\tclassic\tforbidden\n0\t0\tquorum\tvotes\n0\t0\tstream\tlog\n' ;;
  list_bindings)
    [[ $3 == --vhost && "${*:5}" == '--no-table-headers destination_kind destination_name source_name routing_key arguments' ]] || exit 64
    [ ! -e loose ] || exit 70
    printf 'queue\told\t\told\t[]\nqueue\told-2\tamq.topic\tb\t[]\nqueue\told\tamq.topic\ta.#\t[]\nexchange\told\tamq.topic\tc\t[]\n' ;;
  delete_queue)
    [[ $3 == --vhost && "$6 $7" == '--if-empty --if-unused' && $# -eq 7 ]] || exit 64
    case $5 in old) rm old ;; forbidden) echo 'Error: precondition_failed' >&2; exit 70 ;; esac ;;
  *) exit 64 ;;
esac
STUB
touch old

run --queue old --dry-run
check 'a dry run says what it would delete' grep -qx 'would delete: queue old in virtual host / (no messages, no consumers)' <<<"$out"
check 'a dry run deletes nothing' test -e old
check 'what it takes to declare it again is told, of this queue alone' test "$(head -n -1 <<<"$out")" = 'queue (durable|auto_delete|policy|arguments): true|false|lazy|[{"x-max-length",5}]
binding (exchange|routing key|arguments): amq.topic|a.#|[]'
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; STUB_LOG=/dev/null BASH_COMPAT=5.0 bash "$SCRIPT" --queue old --dry-run </dev/null 2>/dev/null) | cat)
check 'without room for a file the queue is found' test "$noroom" = "$out"
for it in mute loose; do
  touch $it; run --queue old; rm $it
  check "without that it is not deleted: $it" test "$status:$(ls old)" = 1:old
done
run --queue old --vhost shop
check 'it succeeds' test "$status" -eq 0
check 'the queue is deleted in its virtual host' bash -c '[ ! -e old ] && [ -n "$1" ]' _ "$(calls 'delete_queue --vhost shop old --if-empty --if-unused')"
check 'it says so' grep -qx 'deleted: queue old in virtual host shop' <<<"$out"
run --queue stubborn
check 'a queue that stays is a failure' test "$status" -eq 1
run --queue forbidden
check 'a deletion that is refused is a failure' test "$status" -eq 1
check 'and told as one' grep -q 'queue forbidden could not be deleted' <<<"$err"
: >"$STUB_LOG"
for name in old full busy down votes log; do
  run --queue "$name"
  check "refused: $name" test "$status" -eq 3
done
check 'one that is not there is told' bash -c 'bash "$SCRIPT" --queue old 2>&1 | grep -q "no such queue in virtual host /"'
run --queue half
check 'one of which not all is known is refused as such' bash -c '[ "$1" = 3 ] && grep -q "queue half is not available" <<<"$2"' _ "$status" "$err"
run --queue full --vhost gone
check 'queues that cannot be listed are a failure' bash -c '[ "$1" = 1 ] && grep -q "virtual host gone cannot be listed" <<<"$2"' _ "$status" "$err"
run --queue full --vhost absent
check 'a virtual host that does not exist is refused' test "$status" -eq 3
run
check 'the queue is required' test "$status" -eq 2
run --queue 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
check 'nothing was deleted by a refused run' test -z "$(calls delete_queue)"
check 'nothing hostile ran' test ! -e pwned
finish
