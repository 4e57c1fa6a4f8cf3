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
    echo "$name open $(cat "rep-$name")" ;;
  'GET:/_cat/health?h=node.data') echo '3 ' ;;
  PUT:/*/_settings)
    name=${path#/} name=${name%/_settings}
    [[ ! -e forbidden ]] || fail 403
    [[ $data =~ ^'{"index": {"number_of_replicas": '([0-9]+)'}}'$ ]] || fail 400
    [[ $name == auto ]] || echo "${BASH_REMATCH[1]}" >"rep-$name"
    echo '{"acknowledged":true}' ;;
  *) fail 400 ;;
esac
STUB
echo 1 >rep-orders
echo 1 >rep-auto

run --index orders --replicas 2 --dry-run
check 'a dry run says what it would set' grep -qx 'would set: index orders from 1 to 2 replicas' <<<"$out"
check 'a dry run changes nothing' grep -qx 1 rep-orders
run --index orders --replicas 2
check 'it succeeds' test "$status" -eq 0
check 'the number is set' grep -qx 2 rep-orders
check 'the former number is told' grep -qx 'set: index orders has 2 replicas (before: 1)' <<<"$out"
run --index orders --replicas 02
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && [ "$2" -eq 1 ]' _ "$status" "$(calls PUT | wc -l)"
run --index orders --replicas 0
check 'no replica is taken, with a warning' bash -c '[ "$1" -eq 0 ] && grep -q "is lost with the disk" <<<"$2" && grep -qx 0 rep-orders' _ "$status" "$err"
run --index orders --replicas 3
check 'more than the nodes can hold is refused' bash -c '[ "$1" -eq 3 ] && grep -qx 0 rep-orders' _ "$status"
run --index auto --replicas 2
check 'a number that does not take is a failure' bash -c '[ "$1" -eq 1 ] && grep -q auto_expand <<<"$2"' _ "$status" "$err"
touch forbidden
run --index orders --replicas 1
check 'a change that is refused is a failure' test "$status" -eq 1
run --index absent --replicas 1
check 'an index that does not exist is refused' test "$status" -eq 3
run --index alias --replicas 1
check 'an alias is refused' test "$status" -eq 3
run --index orders
check 'the number is required' test "$status" -eq 2
run --index '*' --replicas 1
check 'a pattern is refused' test "$status" -eq 2
run --index orders --replicas '1}}; touch pwned'
check 'a hostile number is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
