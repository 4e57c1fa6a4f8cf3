#!/usr/bin/env bash
. "$HARNESS"

stub curl <<'EOF'
url='' out='' format=''
[ "$1" = --disable ] && shift || exit 2
while [ $# -gt 0 ]; do
  case $1 in
    --url) url=$2; shift ;; --output) out=$2; shift ;; --write-out) format=$2; shift ;;
    --proto | --max-time) shift ;; --silent | --show-error | --globoff) ;;
    *) echo "curl: option $1: is unknown" >&2; exit 2 ;;
  esac
  shift
done
[ "$out" = /dev/null ] && [ "${format:0:12}" = '%{http_code}' ] || exit 2
ok() { printf '%s 0.001 0.012 %s 0.250 0.260 1234 192.0.2.80 %s' "$1" "${3:-0.050}" "${2:-}"; }
case $url in
  *ready*) ok 200 ;;
  *broken*) ok 503 ;;
  *moved*) ok 301 https://new.example.org/ ;;
  *refused*) echo 'curl: (7) Failed to connect to x port 80: Connection refused' >&2; printf '000 0.001 0.000 0.000 0.000 0.002 0  '; exit 7 ;;
  *slow*) echo 'curl: (28) Operation timed out' >&2; printf '000 0.001 0.002 0.000 0.000 5.000 0  '; exit 28 ;;
  *untrusted*) echo 'curl: (60) SSL certificate problem' >&2; printf '000 0.001 0.002 0.000 0.000 0.1 0 192.0.2.80 '; exit 60 ;;
  *cut*) echo 'curl: (56) Recv failure' >&2; printf '200 0.001 0.002 0.000 0.100 0.1 10 192.0.2.80 '; exit 56 ;;
  *) ok 200 '' 0.000 ;;
esac
EOF

run --url https://www.example.org/ready
check 'the expected status succeeds' test "$status" -eq 0
check 'status and address are shown' grep -qx 'https://www.example.org/ready: status 200 from 192.0.2.80, 1234 bytes' <<<"$out"
check 'the times are shown' grep -qx 'seconds until: name 0.001, connection 0.012, TLS 0.050, first byte 0.250, end 0.260' <<<"$out"
check 'the time is limited' test -n "$(calls '^curl .*--max-time 15 ')"
check 'no proxy is spoken of where there is none' test -z "$err"
https_proxy=http://ana:hunter2@proxy.example.org:3128 run --url https://www.example.org/ready
check 'a proxy of the environment is told' grep -q '^note: the environment names a proxy; .*the status may be its own$' <<<"$err"
check 'without its password' test -z "$(grep hunter2 <<<"$out$err")"
https_proxy=http://proxy.example.org:3128 run --url http://www.example.org/ready
check 'one for the other kind is not' test -z "$err"
http_proxy=http://proxy.example.org:3128 run --url HTTP://www.example.org/ready
check 'that for the kind is' grep -q '^note: the environment names a proxy' <<<"$err"
run --url https://www.example.org/broken
check 'another status is a failure' bash -c '[ "$1" -eq 1 ] && grep -qx "NOT AS EXPECTED: status 503, not 2xx" <<<"$2"' _ "$status" "$out"
run --url https://www.example.org/broken --expect 503
check 'the expected status counts' test "$status" -eq 0
run --url http://www.example.org/moved --expect 3xx
check 'a redirect is told and not followed' grep -qx 'leads to: https://new.example.org/' <<<"$out"
run --url http://www.example.org/refused
check 'a refusal is told' bash -c '[ "$1" -eq 1 ] && grep -q "NO ANSWER .*no connection" <<<"$2"' _ "$status" "$out"
check 'with the words of curl' grep -q 'Connection refused' <<<"$err"
run --url https://www.example.org/untrusted
check 'a bad certificate is told' grep -q 'certificate is not trusted' <<<"$out"
run --url http://www.example.org/slow --timeout 5
check 'a time-out is told' grep -q 'no complete answer within 5 s' <<<"$out"
run --url http://www.example.org/cut
check 'half an answer is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "before it broke off" <<<"$2"' _ "$status" "$out"
run --url http://ana:hunter2@www.example.org/
check 'a password is not shown' test -z "$(grep hunter2 <<<"$out$err")"
run --url file:///etc/passwd
check 'a file is refused' test "$status" -eq 2
run --url 'http://x/; touch pwned'
check 'an address with a space is refused' test "$status" -eq 2
run --url 'http://x/$(touch${IFS}pwned)'
check 'a hostile address runs nothing' test ! -e pwned
run --url http://x/ --expect '2; touch pwned'
check 'a hostile status is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --url http://x/ >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
run --url http://192.0.2.1/slow
check 'of one that takes too long it is told where the time went' grep -qx 'seconds until (0 where it did not come to that): name 0.001, connection 0.002, TLS 0.000, first byte 0.000, end 5.000' <<<"$out"
finish
