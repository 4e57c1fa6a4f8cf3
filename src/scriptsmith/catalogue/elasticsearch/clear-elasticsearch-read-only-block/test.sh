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
  GET:/absent/*) fail 404 ;;
  GET:/web/*) echo '<html>' ;;
  GET:/cut/*) printf '{"logs-1":{"set'; echo 'curl: (18) transfer closed with 90 bytes remaining to read' >&2; exit 18 ;;
  GET:/deaf/_settings/*) if [ -e blocked ]; then echo '{"deaf":{"settings":{"index.blocks.read_only_allow_delete":"true"}}}'; else fail 503; fi ;;
  GET:/*/_settings/index.blocks.read_only_allow_delete\?flat_settings=true\&expand_wildcards=all)
    if [ -e blocked ]; then echo '{"logs-1":{"settings":{"index.blocks.read_only_allow_delete":"true"}},"orders":{"settings":{"index.blocks.read_only_allow_delete":"true"}},"free":{"settings":{"index.blocks.read_only_allow_delete":"false"}}}'; else echo '{}'; fi ;;
  'GET:/_cat/allocation?h=disk.percent,disk.avail,node&bytes=gb') cat disks ;;
  # As flat settings their names have dots, which no filter_path matches.
  GET:/_cluster/settings\?*flat_settings=true*filter_path=*) echo '{}' ;;
  'GET:/_cluster/settings?include_defaults=true&filter_path=*.cluster.routing.allocation.disk.watermark.flood_stage') cat flood ;;
  PUT:/*/_settings\?expand_wildcards=all)
    [[ $data == '{"index.blocks.read_only_allow_delete": null}' ]] || fail 400
    [[ ! -e forbidden ]] || fail 403
    [[ $url == *stubborn* ]] || rm -f blocked
    echo '{"acknowledged":true}' ;;
  *) fail 400 ;;
esac
STUB
printf '80 500 es-1\n94 99 es data 2\n     UNASSIGNED\n' >disks
touch blocked
setting() { printf '"%s":{"cluster":{"routing":{"allocation":{"disk":{"watermark":{"flood_stage":"%s"}}}}}}' "$1" "$2"; }
echo "{$(setting defaults 95%)}" >flood

# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; bash -O compat44 "$SCRIPT" --dry-run </dev/null 2>/dev/null) | cat)
run --dry-run
check 'without room for a file the same is told' test "$noroom" = "$out"
check 'a dry run names a blocked index' grep -qx 'would unblock: "orders"' <<<"$out"
check 'a dry run changes nothing' test -e blocked
check 'one that is not blocked is not named' test "$(grep -c free <<<"$out")" -eq 0
run --url http://stubborn.example:9200
check 'a block that stays is a failure' test "$status" -eq 1
touch forbidden
run
check 'a change that is refused is a failure' test "$status" -eq 1
rm forbidden
printf '97 99 es-1\n' >disks
run
check 'a disk that is still full is refused' bash -c '[ "$1" -eq 3 ] && [ -e blocked ] && grep -q "es-1 is 97 % full" <<<"$2"' _ "$status" "$err"
printf '96 100 es-1\n' >disks
run --dry-run
check 'much that is left of a large disk is only warned of' bash -c '[ "$1" -eq 0 ] && grep -q "es-1 is 96 % full, with 100 GB left" <<<"$2" && grep -q "^would unblock" <<<"$3"' _ "$status" "$err" "$out"
printf '60 200 es-1\n     es data 2\n     UNASSIGNED\n' >disks
echo "{$(setting persistent 97%),$(setting transient 60%)}" >flood
run
check 'the flood stage of the cluster counts' test "$status" -eq 3 -a -e blocked
echo "{$(setting persistent 10gb)}" >flood
run --index logs-1
check 'it succeeds' test "$status" -eq 0
check 'a flood stage in bytes is told' grep -q 'the flood stage is 10gb, which is not compared' <<<"$err"
check 'the block is cleared' test ! -e blocked
check 'only the named index is touched' test -n "$(calls 'PUT .*/logs-1/_settings')"
check 'it says so' grep -qx 'unblocked: "logs-1"' <<<"$out"
run
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && grep -q "nothing to change" <<<"$2"' _ "$status" "$out"
run --index absent
check 'an index that does not exist is refused' test "$status" -eq 3
run --index web
check 'another answer is refused' test "$status" -eq 3
run --index cut
check 'so is one that is cut' test "$status" -eq 3
touch blocked
run --index deaf
check 'settings that cannot be read after the change are a failure' test "$status" -eq 1
for option in index url; do
  run --$option ''
  check "an empty value is refused: $option" test "$status:$(grep -c "$option is required" <<<"$err")" = 2:1
done
run --url http://down.example:9200
check 'a cluster that does not answer is refused' test "$status" -eq 3
run --index '*'
check 'a pattern is refused' test "$status" -eq 2
run --index 'x; touch pwned'
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
