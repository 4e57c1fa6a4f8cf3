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
case $path in
  /_cat/health\?h=status,node.total,node.data,shards,relo,init,unassign,pending_tasks,active_shards_percent,cluster)
    case $url in
      *red*) echo 'red 3 3 90 0 0 10 2 90.0% search prod' ;;
      *mute*) ;;
      *web*) echo '<html>' ;;
      *denied*) fail 401 ;;
      *) echo 'green 5 3 120 1 2 0 0 100.0% search' ;;
    esac ;;
  /_cat/indices\?health=red*) printf 'logs-1\n.hidden-2\n' ;;
  *) fail 400 ;;
esac
STUB

run --url https://es.example:9200/
check 'the status is shown' grep -qx 'cluster search: green' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'nodes are counted' grep -qx 'nodes: 5, 3 of them with data' <<<"$out"
check 'shards are counted' grep -qx 'shards: 120 active (100.0%), 1 moving, 2 starting, 0 unassigned' <<<"$out"
check 'red indices are not asked for without need' test -z "$(calls '_cat/indices')"
check 'credentials come from netrc, and it is bounded' test -n "$(calls '^curl .*--netrc-optional .*--max-time')"
run --url http://red.example:9200
check 'red is told, and is no failure' bash -c '[ "$1" -eq 0 ] && grep -qx "cluster search prod: red" <<<"$2"' _ "$status" "$out"
check 'red indices are listed' grep -qx 'red index: logs-1' <<<"$out"
check 'hidden ones too' grep -qx 'red index: .hidden-2' <<<"$out"
run --url http://mute.example:9200
check 'an empty answer is a failure' test "$status" -eq 1
run --url http://web.example:9200
check 'another answer is a failure' test "$status" -eq 1
run --url http://denied.example:9200
check 'a refusal is a failure, with its reason' bash -c '[ "$1" -eq 1 ] && grep -q 401 <<<"$2"' _ "$status" "$err"
run --url http://down.example:9200
check 'a cluster that does not answer is a failure' test "$status" -eq 1
run --url http://me:secret@es.example:9200
check 'a password on the command line is refused' test "$status" -eq 2
run --url 'http://x/$(touch pwned)'
check 'a hostile address is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
