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
  'GET:/_cat/indices/alias-of?h=index,'*) echo 'logs-1 open 10 1mb' ;;
  'GET:/_cat/indices/many?h=index,'*) printf 'logs-1 open 10 1mb\nlogs-2 open 10 1mb\n' ;;
  'GET:/_cat/indices/flaky?h=indexing.index_total,indexing.delete_total&expand_wildcards=all') [[ ! -e was-asked ]] || fail 503; touch was-asked; echo '5 0' ;;
  'GET:/_cat/indices/busy?h=index,'*) echo 'busy open 10 1mb' ;;
  'GET:/_cat/indices/busy?h=indexing.index_total,indexing.delete_total&expand_wildcards=all') echo x >>count; echo "$(wc -l <count) 0" ;;
  GET:/_cat/indices/lost?h=indexing.*|GET:/_cat/indices/mute?h=indexing.*) echo '  ' ;;
  'GET:/_cat/indices/lost?h=health&expand_wildcards=all') echo red ;;
  'GET:/_cat/indices/mute?h=health&expand_wildcards=all') echo green ;;
  'GET:/_cat/indices/nonsense?h=indexing.index_total,indexing.delete_total&expand_wildcards=all') echo 'a b' ;;
  GET:/_cat/indices/*\?h=indexing.index_total,indexing.delete_total\&expand_wildcards=all) echo '5000 12' ;;
  GET:/_cat/indices/*\?h=index,status,docs.count,store.size\&expand_wildcards=all)
    name=${path#/_cat/indices/} name=${name%%\?*}
    [[ -e index-$name ]] || fail 404
    if [[ $name == shut ]]; then echo 'shut close'; else echo "$name open 1000 12.5gb"; fi ;;
  'GET:/_cat/indices?h=index&expand_wildcards=all') [[ ! -e blind ]] || fail 503; for f in index-*; do echo "${f#index-}"; done ;;
  'GET:/_cat/aliases?h=alias,index,is_write_index') [[ ! -e before-74 ]] || { printf 'logs old-1\nlogs old-2\n'; exit; }; printf 'all logs-1 -\nall logs-11 -\nlive current true\nlive old false\nonly alone -\nreads readonly false\n' ;;
  GET:/old-1/_alias) echo '{"old-1":{"aliases":{"logs":{}}}}' ;;
  GET:/old-2/_alias) [[ ! -e blind ]] || fail 503; echo '{"old-2":{"aliases":{"logs":{ "is_write_index" : true}}}}' ;;
  DELETE:/*) [[ ! -e forbidden ]] || fail 403
    [[ $path == /stubborn ]] || rm "index-${path#/}"; echo '{"acknowledged":true}' ;;
  *) fail 400 ;;
esac
STUB
touch index-alone index-readonly index-logs-1 index-logs-11 index-current index-flaky index-unseen index-stubborn index-shut index-lost index-mute index-nonsense

run --index logs-1 --dry-run
check 'a dry run shows what would be lost' grep -qx 'would delete: index logs-1 (open, 1000 documents, 12.5gb)' <<<"$out"
check 'a dry run deletes nothing' test -e index-logs-1
check 'an alias that leads there is told' grep -q 'the alias all leads to it' <<<"$out"
run --index logs-1
check 'it succeeds' test "$status" -eq 0
check 'the index is gone, and no other' bash -c '[ ! -e index-logs-1 ] && [ -e index-logs-11 ]'
check 'it says so' grep -q '^deleted: index logs-1 ' <<<"$out"
run --index logs-1
check 'an index that does not exist is refused' test "$status" -eq 3
run --index shut
check 'a closed index can be deleted' bash -c '[ "$1" -eq 0 ] && [ ! -e index-shut ]' _ "$status"
run --index lost
check 'so can one of which no shard is left' bash -c '[ "$1" -eq 0 ] && [ ! -e index-lost ] && grep -q "^note: no shard of it is available" <<<"$2"' _ "$status" "$out"
: >"$STUB_LOG"
for name in alias-of many busy current alone mute nonsense; do
  run --index "$name"
  check "refused: $name" test "$status" -eq 3
done
run --index many
check 'that a name stands for several is told' grep -q 'many does not stand for exactly one index' <<<"$err"
run --index flaky
check 'counters that cannot be read again are a failure' bash -c '[ "$1" -eq 1 ] && grep -q "cannot be read again" <<<"$2"' _ "$status" "$err"
run --index logs-11 --url ''
check 'the address is required' grep -q -e '--url is required' <<<"$err"
for name in '*' 'logs-*' _all .security-7 'a,b' 'x; touch pwned' '$(touch pwned)' ../x; do
  run --index "$name"
  check "wrong usage: $name" test "$status" -eq 2
done
check 'the counters of writes were read twice' test "$(calls 'busy.h=indexing' | wc -l)" -eq 2
check 'nothing was deleted by a refused run' test -z "$(calls DELETE)"
run --index readonly
check 'an alias that must not write is no hindrance' test "$status" -eq 0 -a ! -e index-readonly
run --index stubborn
check 'an index that stays is a failure' test "$status" -eq 1
touch before-74 index-old-1 index-old-2
run --index old-2
check 'an index that an alias writes to is refused where the list does not tell it' test "$status:$(grep -c 'alias logs writes to old-2' <<<"$err")" = 3:1 -a -e index-old-2
run --index old-1
check 'and another one of that alias deleted' test "$status" -eq 0 -a ! -e index-old-1
touch blind
run --index old-2
check 'where it is not told at all nothing is deleted' test "$status" -eq 1 -a -e index-old-2
rm before-74
run --index unseen
check 'whether it is gone has to be seen' test "$status" -eq 1
touch forbidden
run --index logs-11
check 'that the deletion was refused is told' grep -q 'could not delete index logs-11' <<<"$err"
check 'a deletion that is refused is a failure' bash -c '[ "$1" -eq 1 ] && [ -e index-logs-11 ]' _ "$status"
check 'nothing hostile ran' test ! -e pwned
finish
