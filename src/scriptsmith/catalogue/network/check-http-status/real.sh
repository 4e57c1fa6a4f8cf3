#!/usr/bin/env bash
# packages: curl openssl python3-minimal socat
. "$HARNESS"
use network
ran_on curl "$(curl --version | sed -n '1s/curl \([^ ]*\).*/\1/p')"

mkdir -p www/sub && echo hello >www/page
neighbour python3 -m http.server 8000 --directory www >/dev/null 2>&1 &
openssl req -x509 -newkey rsa:2048 -nodes -keyout key -out cert -days 1 -subj /CN=other.example 2>/dev/null
neighbour openssl s_server -quiet -www -accept 8443 -key key -cert cert >/dev/null 2>&1 &
neighbour socat TCP-LISTEN:8001,fork,reuseaddr SYSTEM:'sleep 30' &
await bash -c '[ "$(ip netns exec neighbour ss -Hltn | grep -c ":8[04]")" -eq 3 ]'
run --url http://192.0.2.1:8000/page
check 'a page is there' bash -c '[ "$1" = 0 ] && grep -q "^http://192.0.2.1:8000/page: status 200 from 192.0.2.1, 6 bytes$" <<<"$2"' _ "$status" "$out"
check 'its times are told' grep -Eq '^seconds until: name [0-9.]+, connection 0.[0-9]+, TLS 0.000000, first byte 0.[0-9]+' <<<"$out"
run --url http://user:secret@192.0.2.1:8000/none
check 'one that is not is not as expected' bash -c '[ "$1" = 1 ] && grep -q "^NOT AS EXPECTED: status 404, not 2xx" <<<"$2"' _ "$status" "$out"
check 'no password is shown' bash -c '! grep -q secret <<<"$1"' _ "$out$err"
run --url http://192.0.2.1:8000/none --expect 404
check 'unless it is expected' test "$status" -eq 0
run --url http://192.0.2.1:8000/sub --expect 3xx
check 'a redirect is told and not followed' bash -c '[ "$1" = 0 ] && grep -qx "leads to: http://192.0.2.1:8000/sub/" <<<"$2"' _ "$status" "$out"
echo location >~/.curlrc
run --url http://192.0.2.1:8000/sub --expect 3xx
check 'nor with a ~/.curlrc that says so' test "$status" -eq 0
http_proxy=http://192.0.2.1:8000 run --url http://nowhere.example/
check 'an answer of the proxy is not taken for one of the server' test "$(grep -c ': status 404 from 192.0.2.1' <<<"$out"):$(grep -c '^note: the environment names a proxy' <<<"$err")" = 1:1
run --url https://192.0.2.1:8443/
check 'a certificate that nobody signed is told' grep -q 'the certificate is not trusted' <<<"$out"
run --url http://192.0.2.1:8001/ --timeout 1
check 'a server that keeps silent' grep -q 'no complete answer within 1 s' <<<"$out"
check 'and where the time went' grep -Eq '^seconds until .*: name 0[.0-9]+, connection 0[.][0-9]*[1-9][0-9]*, TLS 0[.]0+, first byte 0[.]0+, end 1[.]' <<<"$out"
run --url http://192.0.2.1:8009/
check 'one that is not there' bash -c '[ "$1" = 1 ] && grep -q "no connection" <<<"$2"' _ "$status" "$out"
finish
