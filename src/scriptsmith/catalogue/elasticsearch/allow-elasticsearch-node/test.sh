#!/usr/bin/env bash
. "$HARNESS"

# equivalent mutant 36b0a7e4: where no text of names is found, the line after it finds none in it and fails as well

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
  'GET:/_cluster/settings?flat_settings=true')
    [[ ! -e changed.deaf ]] || { echo 'curl: (7) Failed to connect' >&2; exit 7; }
    [[ ! -e changed.other ]] || url=listed
    case $url in
      *cut*) printf '{"persistent":{"action.auto_create'; echo 'curl: (18) transfer closed with 90 bytes remaining to read' >&2; exit 18 ;;
      *login*) echo '<html>Sign in</html>' ;;
      *transient*) echo '{"persistent":{},"transient":{"cluster.routing.allocation.exclude._name":"es-2"}}' ;;
      *byaddress*) echo '{"persistent":{"cluster.routing.allocation.exclude._ip":"10.0.0.4"},"transient":{}}' ;;
      *byhost*) printf '{"persistent":{"cluster.routing.allocation.enable":"primaries","cluster.routing.allocation.exclude._host":["a","b"],"cluster.routing.allocation.exclude._name":"%s"},"transient":{}}' "$(cat names)" ;;
      *still*) echo '{"persistent":{"cluster.routing.rebalance.enable":"none"},"transient":{}}' ;;
      *listed*) echo '{"persistent":{"cluster.routing.allocation.exclude._name":["es-2"]},"transient":{}}' ;;
      *all*) echo '{"persistent":{"cluster.routing.allocation.enable":"all","cluster.routing.rebalance.enable":"all"},"transient":{}}' ;;
      *) printf '{"persistent":{"action.auto_create_index":"true"%s},"transient":{}}\n' "$([ -s names ] && printf ',"cluster.routing.allocation.exclude._name":"%s"' "$(cat names)")" ;;
    esac ;;
  'GET:/_cat/nodes?h=name') [[ ! -e noneseen ]] || fail 403; printf 'es-1 \nes-2 \nes-3 \n' ;;
  PUT:/_cluster/settings)
    [[ ! -e forbidden ]] || fail 403
    if [[ $data == '{"persistent": {"cluster.routing.allocation.exclude._name": null}}' ]]; then new=''
    elif [[ $data =~ ^'{"persistent": {"cluster.routing.allocation.exclude._name": "'([^\"]*)'"}}'$ ]]; then new=${BASH_REMATCH[1]}
    else fail 400; fi
    [[ $url == *stubborn* ]] || printf '%s' "$new" >names
    for each in deaf other; do [[ $url != *then-$each* ]] || touch "changed.$each"; done
    echo '{"acknowledged":true}' ;;
  *) fail 400 ;;
esac
STUB
printf 'es-1,es-2,es-21' >names

run --node es-2 --dry-run
check 'a dry run says what would stay excluded' grep -qx 'would allow: es-2 (excluded names then: es-1,es-21)' <<<"$out"
check 'a dry run changes nothing' grep -qx es-1,es-2,es-21 names
run --node es-2
check 'it succeeds' test "$status" -eq 0
check 'only that name is taken out' grep -qx es-1,es-21 names
check 'it says so' grep -qx 'allowed: es-2 is not excluded by its name any more (still excluded: es-1,es-21)' <<<"$out"
check 'the undo names the cluster' grep -qxF "undo: curl --netrc-optional --globoff --request PUT --header 'Content-Type: application/json' --data '{\"persistent\": {\"cluster.routing.allocation.exclude._name\": \"es-1,es-2,es-21\"}}' --url http://localhost:9200/_cluster/settings" <<<"$out"
run --node es-2
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && [ "$2" -eq 1 ]' _ "$status" "$(calls PUT | wc -l)"
printf 'es-3' >names
run --node es-3
check 'the last name clears the setting' bash -c '[ "$1" -eq 0 ] && [ ! -s names ]' _ "$status"
check 'and not with an empty text' test -n "$(calls 'null')"
printf 'es-*' >names
run --node es-3
check 'a pattern that fits is refused' test "$status:$(grep -c 'a pattern (es-\*) that fits es-3' <<<"$err")" = 3:1
printf 'es-3,es-*' >names
run --node es-3
check 'also beside the name itself' test "$status:$(cat names)" = '3:es-3,es-*'
printf 'es-3,es-9*' >names
run --node es-3
check 'one that fits other nodes stays' test "$status:$(cat names)" = '0:es-9*'
printf 'es-3,b"d' | tr '"' "'" >names
run --node es-3
check 'names that cannot be written back are refused' test "$status:$(grep -c 'written back safely' <<<"$err")" = 3:1
: >names
run --node es-4 --url http://all.example:9200
check 'a node that is not there is refused' test "$status:$(grep -c 'no node of the cluster has that name (there are: es-1 es-2 es-3)' <<<"$err")" = 3:1
run --node es-3 --url http://all.example:9200
check 'one that is not excluded is told' test "$status:$out" = '0:nothing to change: es-3 is not excluded by its name (excluded: none)'
touch noneseen
run --node es-3
check 'nodes that cannot be listed are a failure' test "$status:$(grep -c 'nodes of the cluster cannot be listed' <<<"$err")" = 3:1
rm noneseen
run --node es-3 --url http://byaddress.example:9200
check 'a node that may be excluded by its address is refused' test "$status:$(grep -c 'other settings may keep shards away: .*exclude._ip":"10.0.0.4"' <<<"$err")" = 3:1
run --node es-3 --url http://still.example:9200
check 'so is one where nothing is rebalanced' test "$status:$(grep -c 'other settings may keep shards away: .*rebalance.enable":"none"' <<<"$err")" = 3:1
printf 'es-2' >names
run --node es-2 --url http://byhost.example:9200
check 'other settings are told after the change' grep -q 'warning: other settings may still keep shards away: .*enable":"primaries".*_host":\["a","b"\]' <<<"$err"
run --node es-2 --url http://listed.example:9200
check 'a list of another form is refused' test "$status:$(grep -c 'names cannot be read' <<<"$err")" = 3:1
printf 'es-2' >names
run --node es-2 --url http://stubborn.example:9200
check 'a setting that does not take is a failure' test "$status" -eq 1
touch forbidden
run --node es-2
check 'a setting that is refused is a failure' test "$status:$(grep -c 'could not be changed' <<<"$err")" = 1:1
rm forbidden
for after in deaf other; do
  printf 'es-3' >names
  run --node es-3 --url http://then-$after.example:9200
  check "settings that cannot be read after the change are a failure: $after" test "$status" -eq 1
  rm changed.$after
done
for url in cut login; do
  run --node es-3 --url http://$url.example:9200
  check "an answer that is none is refused: $url" test "$status" -eq 3
done
run --node es-2 --url ''
check 'without an address it is refused' test "$status:$(grep -c 'url is required' <<<"$err")" = 2:1
run --node es-2 --url http://transient.example:9200
check 'a transient setting is refused' bash -c '[ "$1" -eq 3 ] && grep -q transient <<<"$2"' _ "$status" "$err"
run --node es-2 --url http://down.example:9200
check 'a cluster that does not answer is refused' test "$status" -eq 3
run --node 'a,b'
check 'a list is refused' test "$status" -eq 2
run --node 'x"; touch pwned'
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
