#!/usr/bin/env bash
. "$HARNESS"

cat >curl-stub <<'STUB'
url=${!#}
case $url in
  *good*) printf 'Active connections: 291 \nserver accepts handled requests\n 16630948 16630948 31070465 \nReading: 6 Writing: 179 Waiting: 106 \n' ;;
  *drop*) printf 'Active connections: 512 \nserver accepts handled requests\n 1000 990 2000 \nReading: 0 Writing: 512 Waiting: 0 \n' ;;
  *html*) printf '<html>Welcome</html>\n' ;;
  *mute*) ;;
  *) echo 'curl: (7) Failed to connect to 127.0.0.1 port 80' >&2; exit 7 ;;
esac
STUB
stub curl <curl-stub

run --url http://good.example/nginx_status
check 'the active connections are shown' grep -qx 'active connections: 291' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'they are split up' bash -c 'grep -q "reading a request: 6" <<<"$1" && grep -q "writing an answer: 179" <<<"$1" && grep -q "keep-alive): 106" <<<"$1"' _ "$out"
check 'the totals are shown' grep -q '16630948 connections accepted, 16630948 handled, 31070465 requests' <<<"$out"
check 'there is no warning without need' test "$(grep -c warning <<<"$out")" -eq 0
check 'the request is bounded' test -n "$(calls '^curl .*--max-time 5 ')"
check 'a proxy of the environment is not asked' test -n "$(calls "^curl .*--noproxy")"
run --url http://drop.example/s --timeout 2
check 'dropped connections are warned of' grep -q 'warning: 10 connections were dropped' <<<"$out"
check 'the timeout can be set' test -n "$(calls '^curl .*--max-time 2 ')"
run --url http://html.example/
check 'another page is a failure' test "$status" -eq 1
run --url http://mute.example/
check 'an empty page is a failure' test "$status" -eq 1
run --url http://closed.example/
check 'a page that cannot be had is a failure' test "$status" -eq 1
run --url file:///etc/passwd
check 'only http is asked' test "$status" -eq 2
run --url 'http://x/$(touch pwned)'
check 'a hostile address is refused' test "$status" -eq 2
run --url http://good.example/ --timeout 0
check 'a timeout of 0 is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
