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
  /_nodes/_all/hot_threads\?threads=* | /_nodes/es-data-3/hot_threads\?threads=*)
    [[ $url != *web* ]] || { echo '<html>'; exit; }
    printf '::: {es-data-3}{abc}{def}{10.0.0.3}{10.0.0.3:9300}{d}\n   Hot threads at 2024-01-01T00:00:00Z, interval=500ms, busiestThreads=3, ignoreIdleThreads=true:\n   \n'
    printf '   99.1%% [cpu=98.0%%, other=1.1%%] (495ms out of 500ms) cpu usage by thread '"'elasticsearch[es-data-3][search][T#5]'"'\n     10/10 snapshots sharing following 3 elements\n       java.base@17/java.util.HashMap.get(HashMap.java:1)\n' ;;
  /_nodes/*/hot_threads*) ;;
  /_cat/nodes\?h=name) [[ ! -e unlisted ]] || fail 503; printf '%s\n' 'es-data-3 ' $(cat others 2>/dev/null) ;;
  *) fail 400 ;;
esac
STUB

run
check 'the busiest thread is in the summary' grep -q '99.1% .*search.*T#5' <<<"$(sed -n '/summary/,/nodes/p' <<<"$out")"
check 'it succeeds' test "$status" -eq 0
check 'the node is named' grep -qx 'node es-data-3' <<<"$out"
check 'the stack is shown' grep -q 'java.util.HashMap.get' <<<"$(sed -n '/^stacks/,$p' <<<"$out")"
check 'what is never among the threads is told' grep -qx 'stacks (threads of garbage collection are never among these):' <<<"$out"
check 'nodes are counted' grep -qx '1 nodes' <<<"$out"
check 'all nodes are asked by default' test -n "$(calls '_nodes/_all/hot_threads.threads=3$')"
check 'all have answered' test "$(grep -c 'NO ANSWER' <<<"$out")" -eq 0
echo es-data-4 >others
run
check 'a node that is left out of the answer is named' test "$(grep 'NO ANSWER' <<<"$out")" = 'NO ANSWER from node es-data-4'
touch unlisted
run
check 'whose nodes cannot be listed is a failure' test "$status:$(grep -c 'which of them gave no answer is not known' <<<"$err")" = 1:1
check 'after what came in was shown' grep -q 'java.util.HashMap.get' <<<"$out"
rm unlisted
run --node es-data-3 --threads 7
check 'one node is asked on request' test -n "$(calls '_nodes/es-data-3/hot_threads.threads=7$')"
run --node es-data-9
check 'a node that does not exist is refused' bash -c '[ "$1" -eq 3 ] && grep -q "no such node" <<<"$2"' _ "$status" "$err"
run --url http://web.example:9200
check 'another answer is a failure' test "$status" -eq 1
run --url http://down.example:9200
check 'a cluster that does not answer is a failure' test "$status" -eq 1
run --threads 0
check 'no threads are refused' test "$status" -eq 2
run --node '../_cluster/settings'
check 'a path is no node' test "$status" -eq 2
run --node 'x; touch pwned'
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
