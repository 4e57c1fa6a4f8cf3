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
[[ $path == '/_cat/allocation?h=disk.percent,shards,disk.used,disk.avail,disk.total,node&bytes=gb' ]] || fail 400
case $url in
  *hung*) printf '45 120 450 550 1000 es-2\n   130                es 1\n' ;;
  *mute*) ;;
  *web*) echo '<html>' ;;
  *) printf '45 120 450 550 1000 es data 2\n96 130 960  40 1000 es-1\n86 110 860 140 1000 es-3\n      7                     UNASSIGNED\n' ;;
esac
STUB

run
check 'the fullest node comes first' grep -qE '^ 96 % +960 GB used, +40 GB free of +1000 GB, +130 shards  es-1  FULL$' <<<"$(head -n 1 <<<"$out")"
check 'it succeeds' test "$status" -eq 0
check 'a node whose name has spaces is shown' grep -q 'shards  es data 2$' <<<"$out"
check 'nodes above the mark are counted' grep -qx '3 nodes, 2 of them above 85 %, 7 unassigned shards' <<<"$out"
check 'unassigned shards are no node' test "$(grep -c UNASSIGNED <<<"$out")" -eq 0
check 'the request is bounded' test -n "$(calls '^curl .*--max-time 60 ')"
run --percent 95
check 'the mark can be set' grep -q '3 nodes, 1 of them above 95 %' <<<"$out"
run --url https://es.example:9243/prefix/
check 'an address with a path is taken' test -n "$(calls '--url https://es.example:9243/prefix/_cat/allocation')"
run --url http://hung.example:9200
check 'a node without figures is told' test "$(grep -c '^NO FIGURES of a node: 130 es 1' <<<"$out")" -eq 1
check 'and is a failure' test "$status" -eq 1 -a -n "$(grep '1 nodes give no figures' <<<"$err")"
run --url http://mute.example:9200
check 'an empty answer is a failure' test "$status" -eq 1
run --url http://web.example:9200
check 'another answer is a failure' test "$status" -eq 1
run --url http://down.example:9200
check 'a cluster that does not answer is a failure' test "$status" -eq 1
run --percent 101
check 'more than 100 % is refused' test "$status" -eq 2
run --url
check 'an option without a value is refused' test "$status" -eq 2
run --url 'http://x;touch pwned'
check 'a hostile address is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
