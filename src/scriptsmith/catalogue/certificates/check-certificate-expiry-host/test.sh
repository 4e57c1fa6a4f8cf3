#!/usr/bin/env bash
. "$HARNESS"

real=$(command -v openssl)
export REAL_OPENSSL=$real
make() { # NAME DAYS
  "$real" req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$1" -days "$2" -keyout "$1.key" -out "$1.pem" 2>/dev/null
}
make long 400
make short 10
"$real" req -x509 -newkey rsa:2048 -nodes -subj /CN=rsa -days 10 -keyout rsa.key -out rsa.pem 2>/dev/null
stub getent <<'EOF'
[ "$1" = ahosts ] || exit 1
case $2 in
  two.example) printf '%s\n' '192.0.2.1       STREAM two.example' '192.0.2.1       DGRAM  ' '192.0.2.2       STREAM ' '2001:db8::2     STREAM ' ;;
  *) exit 2 ;;
esac
EOF
stub openssl <<'EOF'
[ "$1" = s_client ] || exec "$REAL_OPENSSL" "$@"
case "$*" in
  *both.example*' -sigalgs RSA-PSS+'*) cat rsa.pem ;;
  *rsa.example*' -sigalgs ECDSA+'*) cat long.pem ;;
  *' -sigalgs '*) echo 'error:0A000410:SSL routines:ssl3_read_bytes:sslv3 alert handshake failure' >&2; exit 1 ;;
  *rsa.example*) cat rsa.pem ;;
  *'[2001:db8::2]:443 -servername two.example') [ ! -e .refused ] || { echo 'connect:errno=111' >&2; exit 1; }; echo 'connect:errno=101' >&2; exit 1 ;;
  *192.0.2.2:443*) [ -e .renewed ] && cat long.pem || cat short.pem ;;
  *short.example*) echo 'CONNECTED(00000003)'; cat short.pem; echo 'verify error' >&2; exit 1 ;;
  *mute.example*) echo 'connect: Connection refused' >&2; exit 1 ;;
  *slow.example*) exit 124 ;;
  *) echo 'CONNECTED(00000003)'; cat long.pem; echo DONE ;;
esac
EOF
stub timeout <<'EOF'
shift
exec "$@"
EOF

run --host good.example
check 'a long-lived certificate is fine' test "$status" -eq 0
check 'the days are shown' grep -Eq '^good.example port 443: ok until .*, (399|400) days left' <<<"$out"
check 'the server name is sent' test -n "$(calls '^openssl s_client -connect good.example:443 -servername good.example$')"
run --host short.example --port 8443
check 'one that expires soon is a warning' test "$status" -eq 1
check 'and is told' grep -q 'EXPIRES SOON' <<<"$out"
check 'the port is used' test -n "$(calls 'connect short.example:8443 ')"
run --host short.example --days 5
check 'the number of days counts' test "$status" -eq 0
run --host 2001:db8::1
check 'an IPv6 address is written in brackets' test -n "$(calls 'connect \[2001:db8::1\]:443 -noservername$')"
check 'the wait is limited' test -n "$(calls '^timeout 10 openssl s_client')"

run --host both.example
check 'of a server with two certificates the other one is seen, too' test "$status:$(grep -c '^both.example port 443: ok until' <<<"$out"):$(grep -c '^both.example port 443: EXPIRES SOON .*CN *= *rsa$' <<<"$out")" = 1:1:1
run --host rsa.example
check 'whichever it shows at first' test "$status:$(grep -c '^rsa.example port 443: EXPIRES SOON' <<<"$out"):$(grep -c '^rsa.example port 443: ok until .*CN *= *long$' <<<"$out")" = 1:1:1

TMPDIR=$PWD/nowhere run --host short.example
check 'no room for temporary files is none' grep -q 'EXPIRES SOON' <<<"$out"
run --host mute.example
check 'no certificate is a failure' test "$status" -eq 1
check 'the reason is shown' grep -q 'Connection refused' <<<"$err"
run --host slow.example
check 'silence is told' grep -q 'no answer within 10 s' <<<"$err"
run --host two.example
check 'of several servers behind a name each is asked' grep -Eq '^two.example \(192.0.2.1\) port 443: ok until' <<<"$out"
check 'and one that was not renewed is told' test "$status:$(grep -c '^two.example (192.0.2.2) port 443: EXPIRES SOON' <<<"$out")" = 1:1
check 'one to which no route leads is told' grep -q '^two.example (2001:db8::2) port 443 was not looked at: no route' <<<"$err"
check 'each address is asked once' test "$(calls '^openssl s_client.*two.example$' | wc -l)" -eq 3
check 'and each that answers for its other certificate' test "$(calls '^openssl s_client.*two.example -sigalgs' | wc -l)" -eq 2
touch .renewed
run --host two.example
check 'when all that can be reached are renewed it is in order' test "$status" -eq 0
touch .refused; run --host two.example; rm .refused
check 'one that refuses is no success, whatever the others present' test "$status:$(grep -c '^two.example (2001:db8::2) port 443 presented no certificate' <<<"$err")" = 1:1
run
check 'the host is required' test "$status" -eq 2
run --host good.example --port 99999
check 'a port out of range is refused' test "$status" -eq 2
run --host -help
check 'an option is no host' test "$status" -eq 2
run --host 'x; touch pwned'
check 'a hostile host is refused' test "$status" -eq 2
run --host good.example --days '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned

mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --host good.example >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
