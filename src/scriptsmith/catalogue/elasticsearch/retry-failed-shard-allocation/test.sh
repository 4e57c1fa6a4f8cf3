#!/usr/bin/env bash
. "$HARNESS"

stub sleep </dev/null
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
  'GET:/_cat/shards?h=state,unassigned.reason,prirep,index,shard')
    [[ ! -e failed ]] || printf 'UNASSIGNED ALLOCATION_FAILED r logs 2\nUNASSIGNED ALLOCATION_FAILED p audit 0\n'
    [[ ! -e starting ]] || { n=$(cat starting); printf 'INITIALIZING ALLOCATION_FAILED r logs 2\n'; if ((n > 1)); then echo $((n - 1)) >starting; else rm starting; fi; }
    printf 'UNASSIGNED NODE_LEFT r logs 3\nINITIALIZING NODE_LEFT r logs 4\nSTARTED    p logs 2\n' ;;
  'POST:/_cluster/reroute?retry_failed=true&filter_path=acknowledged')
    [[ ! -e forbidden ]] || fail 403
    case $url in
      *unheard*) echo '{}' ;;
      *again*) echo '{"acknowledged":true}' ;;
      *) rm -f failed; echo 2 >starting; echo '{"acknowledged":true}' ;;
    esac ;;
  *) fail 400 ;;
esac
STUB
touch failed

run --dry-run
check 'a dry run names the shards' grep -qx 'would retry: primary of audit shard 0' <<<"$out"
check 'one that is unassigned for another reason is not named' test "$(grep -c 'shard 3' <<<"$out")" -eq 0
check 'a dry run asks for no change' test -z "$(calls 'POST')"
run --url http://again.example:9200 --wait 15
check 'shards that fail again are a failure' test "$status" -eq 1
check 'they are named' grep -qx 'not started: replica of logs shard 2' <<<"$err"
check 'it waits as long as was asked' test "$(calls '^sleep 5' | wc -l)" -eq 3
run --url http://unheard.example:9200
check 'a retry that is not acknowledged is a failure' test "$status" -eq 1
touch forbidden
run
check 'a retry that is refused is a failure' test "$status" -eq 1
rm forbidden
run
check 'it succeeds' test "$status" -eq 0
check 'the shards are assigned' test ! -e failed
check 'it says so' grep -q '^done: the shards have started' <<<"$out"
check 'only once the shards had started' test ! -e starting
touch failed
run --wait 0
check 'shards that are only being started are not done' bash -c '[ "$1" -eq 1 ] && grep -qx "not started: replica of logs shard 2, starting" <<<"$2"' _ "$status" "$err"
rm -f starting
run
check 'a second run retries nothing' bash -c '[ "$1" -eq 0 ] && grep -q "nothing to retry" <<<"$2"' _ "$status" "$out"
run --url http://down.example:9200
check 'a cluster that does not answer is a failure' test "$status" -eq 1
run --wait x
check 'a bad number is refused' test "$status" -eq 2
run --url 'http://x$(touch pwned)'
check 'a hostile address is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
