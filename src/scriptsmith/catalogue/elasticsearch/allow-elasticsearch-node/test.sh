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
  'GET:/_cluster/settings?flat_settings=true')
    case $url in
      *transient*) echo '{"persistent":{},"transient":{"cluster.routing.allocation.exclude._name":"es-2"}}' ;;
      *list*) printf '{"persistent":{%s},"transient":{}}\n' "$([ -e names ] && printf '"cluster.routing.allocation.exclude._name":"%s"' "$(cat names)" || echo '"cluster.routing.allocation.exclude._name":["es-2","es-3"]')" ;;
      *) printf '{"persistent":{"action.auto_create_index":"true"%s},"transient":{}}\n' "$([ -s names ] && printf ',"cluster.routing.allocation.exclude._name":"%s"' "$(cat names)")" ;;
    esac ;;
  PUT:/_cluster/settings)
    [[ ! -e forbidden ]] || fail 403
    if [[ $data == '{"persistent": {"cluster.routing.allocation.exclude._name": null}}' ]]; then new=''
    elif [[ $data =~ ^'{"persistent": {"cluster.routing.allocation.exclude._name": "'([^\"]*)'"}}'$ ]]; then new=${BASH_REMATCH[1]}
    else fail 400; fi
    [[ $url == *stubborn* ]] || printf '%s' "$new" >names
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
run --node es-2
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && [ "$2" -eq 1 ]' _ "$status" "$(calls PUT | wc -l)"
printf 'es-3' >names
run --node es-3
check 'the last name clears the setting' bash -c '[ "$1" -eq 0 ] && [ ! -s names ]' _ "$status"
check 'and not with an empty text' test -n "$(calls 'null')"
printf 'es-*' >names
run --node es-3
check 'a pattern that may fit is refused' test "$status" -eq 3
rm names
run --node es-2 --url http://list.example:9200
check 'a name that was set in a list is taken out of it' test "$status:$(cat names)" = 0:es-3
printf 'es-2' >names
run --node es-2 --url http://stubborn.example:9200
check 'a setting that does not take is a failure' test "$status" -eq 1
touch forbidden
run --node es-2
check 'a setting that is refused is a failure' test "$status" -eq 1
run --node es-2 --url http://transient.example:9200
check 'a transient setting is refused' bash -c '[ "$1" -eq 3 ] && grep -q transient <<<"$2"' _ "$status" "$err"
run --node es-2 --url http://down.example:9200
check 'a cluster that does not answer is refused' test "$status" -eq 3
run --node 'a,b'
check 'a list is refused' test "$status" -eq 2
run --node 'x"; touch pwned'
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
