#!/usr/bin/env bash
. "$HARNESS"

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
case $path in
  '/_cat/master?h=ip,node')
    [[ $url != *headless* ]] || fail 503
    echo '10.0.0.1 es master 1' ;;
  '/_cat/pending_tasks?h=insertOrder,timeInQueue,priority,source')
    case $url in
      *idle*) ;;
      *web*) echo '<html>' ;;
      *broken*) fail 500 ;;
      *) printf '1685 855ms HIGH   put-mapping [logs-1/abc]\n1686 1.2m  HIGH   put-mapping [logs-2/abc]\n1693 753ms URGENT shard-started StartedShardEntry{shardId [[a][0]]}\n' ;;
    esac ;;
  *) fail 400 ;;
esac
STUB

run
check 'a task is listed with how long it waits' grep -qE '^ +1\.2m  HIGH +put-mapping \[logs-2/abc\]$' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'the master is named' grep -qx 'master: es master 1 (10.0.0.1)' <<<"$out"
check 'they are counted' grep -qx '3 tasks wait' <<<"$out"
check 'they are counted by kind' grep -qx 'kind put-mapping: 2' <<<"$out"
run --limit 1
check 'the list can be shortened, the count stays' bash -c '[ "$(grep -cE "(HIGH|URGENT)" <<<"$1")" -eq 1 ] && grep -qx "3 tasks wait" <<<"$1"' _ "$out"
run --url http://idle.example:9200
check 'an empty queue is said plainly' bash -c '[ "$1" -eq 0 ] && grep -qx "0 tasks wait" <<<"$2"' _ "$status" "$out"
run --url http://headless.example:9200
check 'a cluster without a master is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "no master" <<<"$2"' _ "$status" "$err"
run --url http://broken.example:9200
check 'a queue that cannot be read is a failure' test "$status" -eq 1
run --url http://web.example:9200
check 'another answer is a failure' test "$status" -eq 1
run --url http://down.example:9200
check 'a cluster that does not answer is a failure' test "$status" -eq 1
run --limit x
check 'a bad number is refused' test "$status" -eq 2
run --url 'http://x"$(touch pwned)'
check 'a hostile address is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
rm .stubs/curl; mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing curl is refused' test "$?" -eq 3
finish
