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
  'GET:/_cat/allocation?h=shards,node')
    if [[ $url == *single* ]]; then printf ' 12 es-1\n 12 UNASSIGNED\n'; else printf '120 es-1\n110 es-2\n100 es-3\n'; fi ;;
  'GET:/_cat/health?h=relo') [[ ! -e mute ]] || fail 503; cat relo ;;
  'GET:/_cluster/settings?flat_settings=true')
    case $url in
      *transient*) echo '{"persistent":{},"transient":{"cluster.routing.allocation.exclude._name":"es-9"}}' ;;
      *list*) printf '{"persistent":{"cluster.routing.allocation.exclude._name":%s},"transient":{}}\n' "$([ -e names ] && printf '"%s"' "$(cat names)" || echo '["es-2", "es-8"]')" ;;
      *) printf '{"persistent":{"action.auto_create_index":"true"%s},"transient":{}}\n' "$([ -e names ] && printf ',"cluster.routing.allocation.exclude._name":"%s"' "$(cat names)")" ;;
    esac ;;
  PUT:/_cluster/settings)
    [[ ! -e forbidden ]] || fail 403
    [[ $data =~ ^'{"persistent": {"cluster.routing.allocation.exclude._name": "'([^\"]*)'"}}'$ ]] || fail 400
    [[ $url == *stubborn* ]] || echo "${BASH_REMATCH[1]}" >names
    echo '{"acknowledged":true}' ;;
  *) fail 400 ;;
esac
STUB

echo 2 >relo
run --node es-2 --dry-run
check 'a dry run says what it would set' grep -qx 'would exclude: es-2 with 110 shards (excluded names then: es-2)' <<<"$out"
check 'a dry run changes nothing' test ! -e names
run --node es-2
check 'it succeeds' test "$status" -eq 0
check 'the node is excluded' grep -qx es-2 names
check 'it says so' grep -qx 'excluded: es-2; 110 shards are to move, 2 other nodes may take them (excluded before: none)' <<<"$out"
check 'that shards move is told' grep -qx '2 shards of the cluster are moving now; run this again until none is left on es-2' <<<"$out"
check 'after the cluster had time to work that out' test -n "$(calls '^sleep [1-9]')" -a -z "$err"
check 'the undo names the cluster' grep -qxF "undo: curl --netrc-optional --globoff --request PUT --header 'Content-Type: application/json' --data '{\"persistent\": {\"cluster.routing.allocation.exclude._name\": null}}' --url http://localhost:9200/_cluster/settings" <<<"$out"
run --node es-2
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && [ "$2" -eq 1 ] && grep -q "110 shards are left" <<<"$3"' _ "$status" "$(calls PUT | wc -l)" "$out"
echo 0 >relo
run --node es-2
check 'that none moves is told too' bash -c '[ "$1" -eq 0 ] && grep -q "^warning: NO shard is moving" <<<"$2"' _ "$status" "$err"
touch mute; run --node es-2; rm mute
check 'and that it is not known' test "$status:$(grep -c '^an unknown number of shards of the cluster are moving' <<<"$out")" = 0:1
run --node es-3
check 'names that were excluded before stay' grep -qx es-2,es-3 names
run --node es-1
check 'the last node is refused' bash -c '[ "$1" -eq 3 ] && grep -qx es-2,es-3 names' _ "$status"
rm names
run --node es-1 --url http://stubborn.example:9200
check 'a setting that does not take is a failure' test "$status" -eq 1
touch forbidden
run --node es-1
check 'a setting that is refused is a failure' test "$status" -eq 1
rm forbidden
run --node es-1 --url http://single.example:9200
check 'shards without a node are no node that may take more' test "$status" -eq 3 -a -n "$(grep 'is the last data node' <<<"$err")" -a ! -e names
run --node UNASSIGNED --url http://single.example:9200
check 'nor one that can be excluded' test "$status" -eq 3
run --node es-3 --url http://list.example:9200
check 'names that were set as a list stay' grep -qx 'es-2,es-8,es-3' names
rm -f names
run --node es-1 --url http://transient.example:9200
check 'a transient setting is not overridden in silence' bash -c '[ "$1" -eq 3 ] && grep -q transient <<<"$2"' _ "$status" "$err"
run --node es-9
check 'a node that does not exist is refused' test "$status" -eq 3
run --node es-1 --url http://down.example:9200
check 'a cluster that does not answer is a failure' test "$status" -eq 1
run --node '*'
check 'a pattern is refused' test "$status" -eq 2
run
check 'the node is required' test "$status" -eq 2
run --node 'x"; touch pwned'
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
