#!/usr/bin/env bash
. "$HARNESS"

# equivalent mutant 4e8a3925: all rows are of the one index, so its name parts none of them

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
name=${path#/_cat/*/} name=${name%%\?*}
case $method:$path in
  GET:/_cat/indices/busy\?h=indexing.index_total,indexing.delete_total*) echo x >>count; echo "$(wc -l <count) 0" ;;
  GET:/_cat/indices/cut\?h=indexing.*) echo '5000 1'; echo 'curl: (18) transfer closed with 1 bytes remaining to read' >&2; exit 18 ;;
  GET:/_cat/indices/mute\?h=indexing.*) echo ' ' ;;
  GET:/_cat/indices/lost\?h=indexing.*) [ ! -e seen ] || fail 503; touch seen; echo '5000 12' ;;
  GET:/_cat/indices/*\?h=indexing.index_total,indexing.delete_total\&expand_wildcards=all) echo '5000 12' ;;
  GET:/_cat/indices/shut\?*) echo 'shut close' ;;
  GET:/_cat/indices/alias\?*) echo 'old open 10 1gb' ;;
  GET:/_cat/indices/absent\?*) fail 404 ;;
  GET:/_cat/indices/*\?h=index,status,docs.count,store.size\&expand_wildcards=all) echo "$name open 1000 7gb" ;;
  GET:/_cat/segments/*\?h=index,shard,prirep,ip,segment)
    case $name in
      secret) fail 403 ;;
      many) printf 'many %s 10.0.0.1 _0\n' '0 p' '1 p' '0 r'; exit ;;
      deep) printf 'deep 0 p 10.0.0.1 _%s\n' {0..10}; exit ;;
    esac
    if [ -e "merged-$name" ]; then printf '%s 0 p 10.0.0.1 _9\n%s 0 r 10.0.0.2 _9\n' "$name" "$name"
    else printf '%s 0 p 10.0.0.1 _0\n%s 0 p 10.0.0.1 _1\n%s 0 p 10.0.0.1 _2\n%s 0 r 10.0.0.2 _0\n' "$name" "$name" "$name" "$name"; fi ;;
  GET:/_cat/shards/red\?*) printf 'p UNASSIGNED \nr UNASSIGNED \n' ;;
  GET:/_cat/shards/*\?h=prirep,state,store,node\&bytes=b) printf 'p STARTED 7000000000 node one\nr STARTED 7000000000 n2\np RELOCATING 3000000000 n2 -> 10.0.0.9 abc n9\nr INITIALIZING            node one\n' ;;
  'GET:/_cat/allocation?h=disk.avail,disk.total,node&bytes=b') cat disks 2>/dev/null || fail 503 ;;
  'GET:/_cat/aliases?h=alias,index,is_write_index') printf 'live current true\nlive older false\nall old -\nall older -\nonly only-target -\n' ;;
  'GET:/_data_stream?expand_wildcards=all&filter_path=data_streams.indices.index_name')
    [[ ! -e ancient ]] || fail 400
    if [[ -e thousands ]]; then printf '{"data_streams":[{"indices":['; printf '{"index_name":".ds-metrics-of-a-service-%d"},' {1..3000}; echo '{"index_name":"moved"}]}]}'; exit; fi
    echo '{"data_streams":[{"indices":[{"index_name":".ds-logs-000001"},{"index_name":".ds-logs-000002"}]},{"indices":[{"index_name":"moved"}]}]}' ;;
  POST:/*/_forcemerge\?max_num_segments=*)
    name=${path#/} name=${name%%/*}
    case $name in
      slow) exit 28 ;;
      refused) fail 403 ;;
      stubborn) ;;
      *) touch "merged-$name" ;;
    esac
    echo '{"_shards":{"total":2,"successful":2,"failed":0}}' ;;
  *) fail 400 ;;
esac
STUB

printf '20000000000 100000000000 node one\n15000000000 100000000000 n2\n                         7\n UNASSIGNED\n' >disks
cp disks plenty
for free in 14999999999 0; do
  sed -i "2s/^[0-9]*/$free/" disks
  run --index old
  check "a node without room is refused: $free" bash -c '[ "$1" = 3 ] && grep -q "node n2 holds 9536 MiB of old, and its disk has $3 MiB of 95367 free" <<<"$2"' _ "$status" "$err" $((free / 1048576))
done
sed -i 2d disks; run --index old
check 'so is one of which nothing is known' bash -c '[ "$1" = 3 ] && grep -q "free space of node n2 is not known" <<<"$2"' _ "$status" "$err"
check 'none of them is merged' test -z "$(calls POST)"
rm disks; run --index old
check 'nor may the disks be unknown' test "$status" -eq 1
cp plenty disks
run --index red
check 'an index without a primary shard too' bash -c '[ "$1" = 3 ] && grep -q "is not assigned" <<<"$2"' _ "$status" "$err"
run --index old --dry-run
check 'a dry run shows the segments' grep -qx 'would merge: index old (7gb) with 4 segments, up to 3 in a shard, to at most 1 a shard' <<<"$out"
check 'a dry run merges nothing' test -z "$(calls POST)"
: >"$STUB_LOG"
run --index old
check 'it succeeds' test "$status" -eq 0
check 'it waits once, to see that nothing is written' test "$(calls '^sleep')" = 'sleep 5'
check 'it is merged' bash -c '[ -e merged-old ] && grep -qx "merged: index old from 4 to 2 segments" <<<"$1"' _ "$out"
check 'the wait is bounded' test -n "$(calls '^curl .*--max-time 3600 .*_forcemerge.max_num_segments=1$')"
run --index old
check 'a second run merges nothing' bash -c '[ "$1" -eq 0 ] && [ "$2" -eq 1 ]' _ "$status" "$(calls POST | wc -l)"
run --index other --segments 3
check 'few segments are enough on request' bash -c '[ "$1" -eq 0 ] && grep -q "nothing to merge" <<<"$2"' _ "$status" "$out"
run --index deep --segments 10 --dry-run
check 'and one more is not' grep -q ' with 11 segments, up to 11 in a shard, to at most 10 a shard$' <<<"$out"
run --index many
check 'those of other shards and copies are counted apart' grep -qx 'nothing to merge: no shard of many has more than 1 segments' <<<"$out"
run --index secret
check 'segments that cannot be read are a failure' test "$status" -eq 1
run --index .ds-logs-000001
check 'an index that a data stream has left behind is merged' test "$status" -eq 0 -a -e merged-.ds-logs-000001
# As on a full disk: a text of more than 64 KiB that is redirected needs a file.
touch thousands
noroom=$( (trap '' XFSZ; ulimit -f 0; STUB_LOG=/dev/null bash "$SCRIPT" --index moved --dry-run </dev/null 2>&1) | cat)
check 'without room for a file the index that a data stream writes to is refused' grep -q 'a data stream writes to moved' <<<"$noroom"
rm thousands
touch ancient
run --index before-streams
check 'a cluster that knows no data streams has none' test "$status" -eq 0
run --index .ds-other-000001
check 'unless the index is named as one of them' test "$status" -eq 3
rm ancient
run --index current
check 'an index to which an alias of several writes is refused' grep -q 'refused: alias live writes to current' <<<"$err"
run --index lost
check 'so is one that cannot be read again' test "$status:$(calls 'POST.*lost')" = 1:
for name in busy cut mute current only-target shut alias absent .ds-logs-000002 moved; do
  run --index "$name"
  check "refused: $name" test "$status" -eq 3
done
: >"$STUB_LOG"
run --index stubborn
check 'segments that stay are a failure' grep -q 'a shard of stubborn still has 3 segments' <<<"$err"
check 'behind half a minute' test "$(calls '^sleep' | grep -cx 'sleep 5')" -eq 6
run --index slow
check 'a merge that goes on is told' bash -c '[ "$1" -eq 1 ] && grep -q "it goes on" <<<"$2"' _ "$status" "$err"
run --index refused
check 'a merge that is refused is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "failed or was refused" <<<"$2"' _ "$status" "$err"
run --index old --url ''
check 'an empty address is refused' bash -c '[ "$1" -eq 2 ] && grep -q "url is required" <<<"$2"' _ "$status" "$err"
run --index 'a*'
check 'a pattern is refused' test "$status" -eq 2
run --index old --segments 0
check 'no segments are refused' test "$status" -eq 2
run --index 'x; touch pwned'
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
