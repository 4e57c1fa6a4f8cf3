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
[[ $path == '/_cat/nodes?h=master,node.role,heap.percent,ram.percent,cpu,load_1m,uptime,version,ip,name&s=name' ]] || fail 400
case $url in
  *mute*) ;;
  *web*) echo '<html>' ;;
  *hung*) printf '* cdfhilmrstw 45 99 3 0.50 4d 8.11.1 10.0.0.1 es-1\n- d                             10.0.0.3 es-3\n' ;;
  *headless*) echo '- cdfhilmrstw 45 99 3 0.50 4d 8.11.1 10.0.0.1 es-1' ;;
  *) printf '* cdfhilmrstw 45 99 3 0.50 4d   8.11.1 10.0.0.1 es-1\n- d           91 98 77 9.10 1.2h 8.11.1 10.0.0.2 es data 2\n' ;;
esac
STUB

run
check 'the master is marked' grep -qxF '* es-1 (10.0.0.1, 8.11.1, up 4d, roles cdfhilmrstw): heap 45 %, memory 99 %, CPU 3 %, load 0.50' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'a full heap is marked, and a name may have spaces' grep -q '^- es data 2 (.*: heap 91 %, .*  HEAP$' <<<"$out"
check 'they are counted' grep -qx '2 nodes, 1 with more than 85 % of their heap in use' <<<"$out"
run --percent 95
check 'the mark can be set' grep -qx '2 nodes, 0 with more than 95 % of their heap in use' <<<"$out"
run --url https://es.example:9200
check 'the given address is asked' test -n "$(calls '--url https://es.example:9200/_cat/nodes')"
run --url http://hung.example:9200
check 'a node without figures is not left out' grep -q '^NO FIGURES of a node: - d 10.0.0.3 es-3' <<<"$out"
check 'but counted' grep -q '^2 nodes, 0 with more' <<<"$out"
check 'and a failure' test "$status" -eq 1 -a -n "$(grep '1 nodes give no figures' <<<"$err")"
run --url http://headless.example:9200
check 'a cluster without a master is a failure' test "$status" -eq 1
run --url http://mute.example:9200
check 'an empty answer is a failure' test "$status" -eq 1
run --url http://web.example:9200
check 'another answer is a failure' test "$status" -eq 1
run --url http://down.example:9200
check 'a cluster that does not answer is a failure' test "$status" -eq 1
run --percent 101
check 'more than 100 % is refused' test "$status" -eq 2
run --url http://user:pass@es.example:9200
check 'a password on the command line is refused' test "$status" -eq 2
run --url 'http://x;$(touch pwned)'
check 'a hostile address is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
