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
  /_cat/shards\?h=state,prirep,index,shard,unassigned.reason,unassigned.for)
    case $url in
      *fine*) printf 'STARTED p logs 0 \nSTARTED r logs 0 \n' ;;
      *empty*) ;;
      *web*) echo '<html>' ;;
      *) printf 'STARTED    p logs  0                   \nUNASSIGNED r logs  10 NODE_LEFT         5m\nUNASSIGNED r logs  2 NODE_LEFT         5m\nUNASSIGNED p audit 0 ALLOCATION_FAILED 1.2h\n' ;;
    esac ;;
  /_cluster/allocation/explain\?source_content_type=application/json\&source=*\&filter_path=*)
    [[ $url != *silent* && $method == GET ]] || fail 400
    data=${path#*&source=} data=${data%%&*} data=${data//%22/\"} data=${data//%7B/\{} data=${data//%7D/\}}
    echo "explain $data" >>"$STUB_LOG"
    if [[ $data == '{"index":"logs","shard":10,"primary":false}' ]]; then [[ $url != *moved* ]] || fail 400; echo '{"allocate_explanation":"no such luck"}'; exit; fi
    printf '{"index":"audit","shard":0,"primary":true,"unassigned_info":{"details":"failed to open \\"x\\""},"allocate_explanation":"cannot allocate","node_allocation_decisions":[{"deciders":[{"explanation":"the node is above the low watermark"}]},{"deciders":[{"explanation":"the node is above the low watermark"}]}]}\n' ;;
  *) fail 400 ;;
esac
STUB

run
check 'a missing primary comes first' grep -qx 'primary of audit shard 0: ALLOCATION_FAILED, for 1.2h' <<<"$(head -n 1 <<<"$out")"
check 'it succeeds' test "$status" -eq 0
check 'replicas are listed' grep -qx 'replica of logs shard 2: NODE_LEFT, for 5m' <<<"$out"
check 'they are counted' grep -qx '3 unassigned shards, 1 of them primaries' <<<"$out"
check 'reasons are counted' grep -qx 'reason NODE_LEFT: 2' <<<"$out"
check 'what the cluster says is shown, once' test "$(grep -c 'above the low watermark' <<<"$out")" -eq 1
check 'of each shard' test "$(calls '^explain ' | sort)" = 'explain {"index":"audit","shard":0,"primary":true}
explain {"index":"logs","shard":10,"primary":false}
explain {"index":"logs","shard":2,"primary":false}'
check 'with its own words' grep -A 1 -x 'replica of logs shard 10:' <<<"$out"
check 'those of another one are not repeated' grep -qx 'replica of logs shard 2: the same as primary of audit shard 0' <<<"$out"
run --url http://moved.example:9200
check 'one that was assigned meanwhile does not hide the others' test "$status" -eq 1 -a -n "$(grep -x 'replica of logs shard 10: not explained' <<<"$out")" -a -n "$(grep 'low watermark' <<<"$out")"
check 'a quote within the details does not cut them' grep -qF 'failed to open \"x\"' <<<"$out"
: >"$STUB_LOG"; run --limit 1
check 'and so is what is explained' test "$(calls '^explain ' | wc -l)" -eq 1
check 'the list can be shortened' test "$(grep -c ' shard .*, for ' <<<"$out")" -eq 1
run --url http://fine.example:9200
check 'no unassigned shard is said plainly' bash -c '[ "$1" -eq 0 ] && [ "$2" = "no shard is unassigned" ]' _ "$status" "$out"
check 'and nothing is to be explained' test -z "$(calls 'fine.*explain')"
run --url http://empty.example:9200
check 'a cluster without shards is no failure' test "$status" -eq 0
run --url http://web.example:9200
check 'another answer is a failure' test "$status" -eq 1
run --url http://silent.example:9200
check 'a missing explanation is a failure' test "$status" -eq 1
run --url http://down.example:9200
check 'a cluster that does not answer is a failure' test "$status" -eq 1
run --url 'ftp://x'
check 'another protocol is refused' test "$status" -eq 2
run --limit '$(touch pwned)'
check 'a bad number is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
