#!/usr/bin/env bash
. "$HARNESS"

now=$(date +%s)
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
now=$(cat now)
case $path in
  '/_cat/repositories?h=id') printf 'good\nbad\nempty\nrunning\nweb\n' ;;
  '/_cat/snapshots/good?h=status,start_epoch,duration,failed_shards,total_shards,id&s=start_epoch')
    printf 'PARTIAL     1700000000  4.6m 3 100 daily-1\nSUCCESS     %s  2.1m 0 100 daily-2\nIN_PROGRESS %s  5s 0 100 daily-3\n' "$((now - 7300))" "$((now - 10))" ;;
  /_cat/snapshots/bad\?*) printf 'SUCCESS 1700000000 4m 0 10 daily-1\nFAILED %s 1m 10 10 daily-2\n' "$((now - 100))" ;;
  /_cat/snapshots/empty\?*) ;;
  /_cat/snapshots/running\?*) printf 'IN_PROGRESS %s 1m 0 10 first\n' "$now" ;;
  /_cat/snapshots/web\?*) echo '<html> oops' ;;
  *) fail 404 ;;
esac
STUB
echo "$now" >now

run --repository good
check 'the last good snapshot is told' grep -qx 'the last good snapshot was begun 2 hours ago' <<<"$out"
check 'a success that a running one follows is a success' test "$status" -eq 0
check 'a partial one is listed with its failures' grep -qE '^PARTIAL +2023-11-1[45] .* 3 of 100 shards failed  daily-1$' <<<"$out"
check 'a running one is listed' grep -q '^IN_PROGRESS .*daily-3$' <<<"$out"
check 'they are counted' grep -qx '3 snapshots in repository good' <<<"$out"
run --repository good --limit 1
check 'the list can be shortened to the latest' bash -c 'grep -q daily-3 <<<"$1" && ! grep -q daily-2 <<<"$1"' _ "$out"
run --repository bad
check 'a failed snapshot is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "is FAILED" <<<"$2"' _ "$status" "$err"
run --repository empty
check 'no snapshot is a failure' test "$status" -eq 1
run --repository running
check 'none that is finished is a failure' test "$status" -eq 1
run --repository web
check 'another answer is a failure' test "$status" -eq 1
run --repository absent
check 'a repository that does not exist is refused' test "$status" -eq 3
run --repository good --url http://down.example:9200
check 'a cluster that does not answer is a failure' test "$status" -eq 1
run
check 'the repository is required' test "$status" -eq 2
run --repository 'x/_all'
check 'a path is no repository' test "$status" -eq 2
run --repository '$(touch pwned)'
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
