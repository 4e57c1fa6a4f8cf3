#!/usr/bin/env bash
. "$HARNESS"

stub sleep <<'STUB'
# What happens in the cluster meanwhile: `next` holds the states to come, one a look.
[[ ! -s next ]] || { IFS=' ' read -r state reason <next; sed -i 1d next; printf '%s %s\n' "$state" "$reason" >now; }
STUB
# Fields of GET _cat/shards: Elasticsearch 7 and 8. A reroute with retry_failed makes of the reason of
# every shard with failures MANUAL_ALLOCATION (AllocationService.resetFailedAllocationCounter, 5.0 to
# 7.17; RoutingNodes of 8), the next failure makes of it ALLOCATION_FAILED again; a copy that has
# started has none.
stub curl <<'STUB'
# What curl takes here; an option that it does not know is an error there too.
method=GET data='' url=''
while (($# > 0)); do
  case $1 in
    --silent | --show-error | --fail | --netrc-optional | --globoff) shift ;;
    --max-time | --header) shift 2 ;;
    --request) method=$2; shift 2 ;;
    --data) data=$2; shift 2 ;;
    --url) url=$2; shift 2 ;;
    *) echo "curl: option $1: is unknown" >&2; exit 2 ;;
  esac
done
path=/${url#*://*/}
fail() { echo "curl: (22) The requested URL returned error: $1" >&2; exit 22; }
[[ $url != *down* ]] || { echo 'curl: (7) Failed to connect to down port 9200' >&2; exit 7; }
case $method:$path in
  'GET:/_cat/shards?h=prirep,index,shard,state,unassigned.reason')
    [[ ! -e blind || ! -e asked ]] || fail 503
    read -r state reason <now
    [[ $state == GONE ]] || printf 'r logs  2 %s %s\n' "$state" "$reason"
    [[ ! -s sibling ]] || printf 'r logs  2 %s\n' "$(<sibling)"
    [[ $state == UNASSIGNED ]] && other="$state $reason" || other=STARTED
    printf 'p audit 0 %s\np logs  2 STARTED\nr logs  3 UNASSIGNED NODE_LEFT\nr logs  4 INITIALIZING NODE_LEFT\n' "$other" ;;
  'POST:/_cluster/reroute?retry_failed=true&filter_path=acknowledged')
    [[ ! -e forbidden ]] || fail 403
    case $url in
      *unheard*) echo '{}' ;;
      *) echo '{"acknowledged":true}'; touch asked; read -r state reason <next; sed -i 1d next; printf '%s %s\n' "$state" "$reason" >now ;;
    esac ;;
  *) fail 400 ;;
esac
STUB
failed() { rm -f asked; echo 'UNASSIGNED ALLOCATION_FAILED' >now; printf '%s\n' "$@" >next; } # STATE...: what comes after the retry
failed
run --dry-run
check 'a dry run names the shards' grep -qx 'would retry: primary of audit shard 0' <<<"$out"
check 'one that is unassigned for another reason is not named' test "$(grep -c 'shard 3' <<<"$out")" -eq 0
check 'a dry run asks for no change' test -z "$(calls 'POST')"
failed 'INITIALIZING MANUAL_ALLOCATION' 'UNASSIGNED ALLOCATION_FAILED' 'INITIALIZING ALLOCATION_FAILED' 'UNASSIGNED ALLOCATION_FAILED'
run --timeout 15
check 'shards that fail again are a failure' test "$status" -eq 1
check 'they are named' grep -qx 'not started: replica of logs shard 2, unassigned (ALLOCATION_FAILED)' <<<"$err"
check 'it waits as long as was asked' test "$(calls '^sleep 5' | wc -l)" -eq 3
failed
run --url http://unheard.example:9200
check 'a retry that is not acknowledged is a failure' test "$status" -eq 1
touch forbidden
run
check 'a retry that is refused is a failure' test "$status" -eq 1
rm forbidden
failed 'INITIALIZING MANUAL_ALLOCATION' 'INITIALIZING MANUAL_ALLOCATION' STARTED
: >"$STUB_LOG"
run
check 'it succeeds' test "$status" -eq 0
check 'it says so' grep -qx 'done: all of these shards have started' <<<"$out"
check 'only once the shards had started' test "$(cat now):$(calls '^sleep 5' | wc -l)" = 'STARTED :2'
for state in 'INITIALIZING MANUAL_ALLOCATION' 'UNASSIGNED MANUAL_ALLOCATION' GONE; do
  failed "$state"
  run --timeout 0
  check "shards are not done that are $state" bash -c '[ "$1" -eq 1 ] && grep -q "^not started: replica of logs shard 2, " <<<"$2"' _ "$status" "$err"
done
failed 'RELOCATING'
run --timeout 0
check 'one that has started may move on' test "$status" -eq 0
echo 'UNASSIGNED NODE_LEFT' >sibling
failed STARTED
run --timeout 0
check 'another copy, which waits for a node, is not waited for' test "$status:$(grep -c '^done' <<<"$out")" = 0:1
for state in 'UNASSIGNED MANUAL_ALLOCATION' 'UNASSIGNED NODE_LEFT' 'UNASSIGNED ALLOCATION_FAILED'; do
  failed "$state"
  run --timeout 0
  check "but the one that had failed is: $state" test "$status:$(grep -c '^not started: replica of logs shard 2' <<<"$err")" = 1:2
done
rm sibling
failed 'INITIALIZING MANUAL_ALLOCATION'; touch blind
run
check 'a cluster that cannot be looked at afterwards is a failure' grep -q 'cannot be read after the retry' <<<"$err"
rm blind
echo 'UNASSIGNED MANUAL_ALLOCATION' >now
run
check 'one that an earlier retry did not help is told' bash -c '[ "$1" -eq 1 ] && grep -qx "unassigned since an earlier retry: primary of audit shard 0" <<<"$2"' _ "$status" "$out"
echo STARTED >now
: >"$STUB_LOG"
run
check 'a second run asks for nothing' test -z "$(calls POST)"
check 'a second run retries nothing' bash -c '[ "$1" -eq 0 ] && grep -q "nothing to retry" <<<"$2"' _ "$status" "$out"
run --url http://down.example:9200
check 'a cluster that does not answer is a failure' test "$status" -eq 1
run --timeout x
check 'a bad number is refused' test "$status" -eq 2
run --url 'http://x$(touch pwned)'
check 'a hostile address is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
