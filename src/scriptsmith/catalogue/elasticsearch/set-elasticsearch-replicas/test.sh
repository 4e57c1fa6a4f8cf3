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
case $method:$path in
  GET:/_cat/indices/alias\?*) echo 'orders open 1' ;;
  GET:/_cat/indices/*\?h=index,status,rep\&expand_wildcards=all)
    name=${path#/_cat/indices/} name=${name%%\?*}
    [[ -e rep-$name ]] || fail 404
    echo "$name open $(cat "rep-$name")"
    [[ $name != cut ]] || { echo 'curl: (18) transfer closed with 1 bytes remaining to read' >&2; exit 18; } ;;
  'GET:/_cat/health?h=node.data') cat nodes; [[ ! -e cut-off ]] || exit 18 ;;
  PUT:/*/_settings)
    name=${path#/} name=${name%/_settings}
    [[ ! -e forbidden ]] || fail 403
    [[ $data =~ ^'{"index": {"number_of_replicas": '([0-9]+)'}}'$ ]] || fail 400
    [[ $name != lost ]] || { rm rep-lost; exit; } # somebody deletes it meanwhile
    [[ $name == auto ]] || echo "${BASH_REMATCH[1]}" >"rep-$name"
    echo '{"acknowledged":true}' ;;
  *) fail 400 ;;
esac
STUB
echo 1 >rep-orders
for name in auto cut lost; do echo 1 >rep-$name; done
echo '3 ' >nodes

run --index orders --replicas 2 --dry-run
check 'a dry run says what it would set' grep -qx 'would set: index orders from 1 to 2 replicas' <<<"$out"
check 'a dry run changes nothing' grep -qx 1 rep-orders
run --index orders --replicas 2
check 'it succeeds' test "$status" -eq 0
check 'the number is set' grep -qx 2 rep-orders
check 'the former number is told' grep -qx 'set: index orders has 2 replicas (before: 1)' <<<"$out"
check 'that copies take their time is told' grep -q '^note: the new copies are made in the background' <<<"$out"
check 'the undo names the cluster' grep -qxF "undo: curl --netrc-optional --globoff --request PUT --header 'Content-Type: application/json' --data '{\"index\": {\"number_of_replicas\": 1}}' --url http://localhost:9200/orders/_settings" <<<"$out"
run --index orders --replicas 02
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && [ "$2" -eq 1 ]' _ "$status" "$(calls PUT | wc -l)"
run --index orders --replicas 0
check 'no replica is taken, with a warning' bash -c '[ "$1" -eq 0 ] && grep -q "is lost with the disk" <<<"$2" && grep -qx 0 rep-orders' _ "$status" "$err"
check 'fewer copies take none' test "$(grep -c '^note' <<<"$out")" = 0
run --index orders --replicas 3
check 'more than the nodes can hold is refused' bash -c '[ "$1" -eq 3 ] && grep -qx 0 rep-orders' _ "$status"
run --index auto --replicas 2
check 'a number that does not take is a failure' bash -c '[ "$1" -eq 1 ] && grep -q auto_expand <<<"$2"' _ "$status" "$err"
touch forbidden
run --index orders --replicas 1
check 'a change that is refused is a failure' test "$status" -eq 1
run --index absent --replicas 1
check 'an index that does not exist is refused' test "$status" -eq 3
rm forbidden
run --index cut --replicas 2
check 'so is one of which the answer is cut' test "$status:$(<rep-cut)" = 3:1
run --index lost --replicas 0
check 'one that is gone after the change is a failure' test "$status" -eq 1
echo '12 ' >nodes
run --index auto --replicas 10 --dry-run
check 'ten replicas are ten' grep -qx 'would set: index auto from 1 to 10 replicas' <<<"$out"
touch cut-off; run --index orders --replicas 2; rm cut-off
check 'without the number of nodes nothing is set' test "$status:$(<rep-orders)" = 1:0
echo '- ' >nodes; run --index orders --replicas 2
check 'nor with one that is none' test "$status:$(<rep-orders)" = 1:0
echo '1 ' >nodes; run --index orders --replicas 1
check 'a single node holds no replica' test "$status:$(<rep-orders)" = 3:0
run --index orders --replicas 1 --url ''
check 'an empty address is refused' bash -c '[ "$1" -eq 2 ] && grep -q "url is required" <<<"$2"' _ "$status" "$err"
run --index alias --replicas 1
check 'an alias is refused' test "$status" -eq 3
run --index orders
check 'the number is required' test "$status" -eq 2
run --index '*' --replicas 1
check 'a pattern is refused' test "$status" -eq 2
run --index orders --replicas '1}}; touch pwned'
check 'a hostile number is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
