#!/usr/bin/env bash
. "$HARNESS"

stub curl <<'STUB'
# What curl takes here; an option that it does not know is an error there too.
method=GET data='' url='' fail=false last=''
while (($# > 0)); do
  case $1 in
    --fail) fail=true; shift ;;
    --write-out) last=$2; shift 2 ;;
    --silent | --show-error | --netrc-optional | --globoff) shift ;;
    --max-time | --header) shift 2 ;;
    --request) method=$2; shift 2 ;;
    --data) data=$2; shift 2 ;;
    --url) url=$2; shift 2 ;;
    *) echo "curl: option $1: is unknown" >&2; exit 2 ;;
  esac
done
path=/${url#*://*/}
[[ -z $last || $last == '\n%{http_code}' ]] || exit 2
ends() { [[ -z $last ]] || printf '\n%s' "$1"; }
fail() { # STATUS BODY: as the server answers, or as curl tells it
  if $fail; then echo "curl: (22) The requested URL returned error: $1" >&2; exit 22; fi
  printf '%s' "${2-}"
  ends "$1"
  exit 0
}
broken() { echo "curl: ($1) $2" >&2; ends 000; exit "$1"; }
[[ $url != *down* ]] || broken 7 'Failed to connect to down port 9200'
case $path in
  /_cat/health\?h=status,node.total,node.data,shards,relo,init,unassign,pending_tasks,active_shards_percent,cluster)
    case $url in
      *red*) echo 'red 3 3 90 0 0 10 2 90.0% search prod' ;;
      *mute*) ;;
      *web*) echo '<html>' ;;
      *denied*) fail 401 '{"error":"unauthorized"}' ;;
      *headless*) fail 503 $'{"error":{"type":"master_not_discovered_exception",\n"reason":null},"status":503}' ;;
      *odd*) fail 400 'no such thing' ;;
      *tls*) broken 52 'Empty reply from server' ;;
      *plain*) broken 35 'wrong version number' ;;
      *self*) broken 60 'unable to get local issuer certificate' ;;
      *yellow*) echo 'yellow 2 2 90 0 0 0 2 90.0% search' ;;
      *) echo 'green 5 3 120 1 2 0 0 100.0% search' ;;
    esac
    ends 200 ;;
  /_cat/indices\?health=*expand_wildcards=all) [[ $url != *old* ]] || fail 400; [[ $url == *health=red* ]] && printf 'logs-1\n.hidden-2\n' || echo copy-3 ;;
  /_cat/indices\?health=red\&h=index\&s=index) [[ $url != *locked* ]] || fail 403; echo logs-1 ;;
  *) fail 400 ;;
esac
STUB

run --url https://es.example:9200/
check 'the status is shown' grep -qx 'cluster search: green' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'nodes are counted' grep -qx 'nodes: 5, 3 of them with data' <<<"$out"
check 'shards are counted' grep -qx 'shards: 120 active (100.0%), 1 moving, 2 starting, 0 unassigned' <<<"$out"
check 'what green does not say is told' grep -q '^not looked at: .*indices that a full disk made read-only$' <<<"$out"
check 'red indices are not asked for without need' test -z "$(calls '_cat/indices')"
check 'credentials come from netrc, and it is bounded' test -n "$(calls '^curl .*--netrc-optional .*--max-time')"
run --url http://red.example:9200
check 'red is told, and is no failure' bash -c '[ "$1" -eq 0 ] && grep -qx "cluster search prod: red" <<<"$2"' _ "$status" "$out"
check 'red indices are listed' grep -qx 'red index: logs-1' <<<"$out"
check 'hidden ones too' grep -qx 'red index: .hidden-2' <<<"$out"
run --url http://red-old.example:9200
check 'a release that knows no hidden indices lists the others' test "$status:$(grep '^red index' <<<"$out")" = '0:red index: logs-1'
run --url http://red-old-locked.example:9200
check 'indices that cannot be listed are a failure' test "$status:$(grep -c 'the red indices could not be listed' <<<"$err")" = 1:1
run --url http://yellow.example:9200
check 'yellow indices are listed, and what yellow means is told' bash -c '[ "$1" -eq 0 ] && grep -qx "yellow index: copy-3" <<<"$2" && grep -q "yellow: copies (replicas) are, no data" <<<"$2"' _ "$status" "$out"
run --url http://mute.example:9200
check 'an empty answer is a failure' test "$status" -eq 1
run --url http://web.example:9200
check 'another answer is a failure' test "$status" -eq 1
run --url http://denied.example:9200
check 'a refusal is a failure, with its reason' bash -c '[ "$1" -eq 1 ] && grep -q "password come from ~/.netrc (HTTP 401)" <<<"$2"' _ "$status" "$err"
while IFS=$'\t' read -r where words; do
  run --url "http://$where.example:9200"
  check "what is wrong is told: $where" test "$status:$(grep -c "$words" <<<"$err")" = 1:1
done <<'E'
headless	a node answers at .* has it no elected master? .*master_not_discovered_exception", "reason"
odd	is not the health of a cluster (HTTP 400)
tls	does it want https://
plain	does it speak http:// only
self	CURL_CA_BUNDLE names a file
E
run --url http://down.example:9200
check 'a cluster that does not answer is a failure' test "$status:$(grep -c 'no answer from the cluster at http://down' <<<"$err")" = 1:1
run --url http://me:secret@es.example:9200
check 'a password on the command line is refused' test "$status" -eq 2
run --url 'http://x/$(touch pwned)'
check 'a hostile address is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
