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
[[ $path == '/_cat/indices?h=index,status,pri,rep,health,docs.count,store.size&bytes=mb&expand_wildcards=all' ]] || fail 400
case $url in
  *none*) ;;
  *web*) echo '<html>' ;;
  *) printf 'logs-2024.01.01 open  5 1 green  1000000 20480\n.ds-metrics-1   open  1 1 yellow     100   512\nold             close 5 1 green\nnew             open  1 0 red\ntiny            open  1 0 green        0     0\n' ;;
esac
STUB

run
check 'the largest index comes first' grep -qE '^ +20480 +1000000 +5 +1  green +logs-2024.01.01$' <<<"$(sed -n 2p <<<"$out")"
check 'it succeeds' test "$status" -eq 0
check 'a closed index has no size' grep -qE '^ +- +- +5 +1  closed +old$' <<<"$out"
check 'one that is red and has no size is shown' grep -qE '^ +- +- +1 +0  red +new$' <<<"$out"
check 'hidden ones are included' grep -q '\.ds-metrics-1$' <<<"$out"
check 'all is summed up' grep -qx '5 of 5 indices shown, 20992 MB in all' <<<"$out"
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; STUB_LOG=/dev/null BASH_COMPAT=5.0 bash "$SCRIPT" </dev/null 2>/dev/null) | cat)
check 'without room for a file the same is told, not that there are none' test "$noroom" = "$out"
run --limit 2
check 'the list can be shortened' grep -qx '2 of 5 indices shown, 20992 MB in all' <<<"$out"
run --url https://es.example:9200
check 'the given address is asked' test -n "$(calls '--url https://es.example:9200/_cat/indices')"
run --url http://none.example:9200
check 'no index is no failure' bash -c '[ "$1" -eq 0 ] && [ "$2" = "0 of 0 indices shown, 0 MB in all" ]' _ "$status" "$out"
run --url http://web.example:9200
check 'another answer is a failure' test "$status" -eq 1
run --url http://down.example:9200
check 'a cluster that does not answer is a failure' test "$status" -eq 1
run --limit 0
check 'none to show is refused' test "$status" -eq 2
run --url http://user:pass@es.example:9200
check 'a password on the command line is refused' test "$status" -eq 2
run --url '$(touch pwned)'
check 'a hostile address is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
