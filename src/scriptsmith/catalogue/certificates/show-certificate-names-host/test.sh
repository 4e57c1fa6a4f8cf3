#!/usr/bin/env bash
. "$HARNESS"

real=$(command -v openssl)
export REAL_OPENSSL=$real
"$real" req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=www.example.org -days 9 \
  -addext 'subjectAltName=DNS:www.example.org,DNS:*.shop.example.org,IP:192.0.2.7' -keyout k.pem -out c.pem 2>/dev/null
"$real" req -x509 -key k.pem -subj /CN=bare.example.org -days 9 -out bare.pem 2>/dev/null
stub getent <<'EOF'
case $2 in two.example.org) printf '%s\n' '192.0.2.1  STREAM two' '192.0.2.1  DGRAM' '2001:db8::1  STREAM' ;; www.example.org) printf '%s\n' '192.0.2.1  STREAM www' '192.0.2.1  DGRAM' ;; *) exit 2 ;; esac
EOF
stub openssl <<'EOF'
[ ! -e old ] || [ "$*" != 'x509 -help' ] || { echo ' -certopt arg    - various certificate text options'; exit 1; }
[ "$1" = s_client ] || exec "$REAL_OPENSSL" "$@"
echo 'CONNECTED(00000003)'
case "$*" in
  *mute.example*) echo 'no peer certificate available'; echo '40:error:0A000438:SSL routines::tlsv1 alert internal error'; exit 1 ;;
  *slow.example*) exit 124 ;;
  *bare.example*) cat bare.pem ;;
  *) cat c.pem ;;
esac
echo DONE
EOF
stub timeout <<'EOF'
shift
exec "$@"
EOF

run --host www.example.org
check 'it succeeds' test "$status" -eq 0
check 'one address needs no word' test -z "$err"
check 'each name stands on a line' grep -qx '  DNS:\*.shop.example.org' <<<"$out"
check 'an address is listed' grep -qx '  IP Address:192.0.2.7' <<<"$out"
check 'the subject is shown' grep -q '^www.example.org port 443, asked for www.example.org, subject=CN = www.example.org' <<<"$out"
check 'the host is covered' grep -qx 'covered: www.example.org' <<<"$out"
run --host www.example.org --name a.shop.example.org
check 'a wildcard covers a name' test "$status" -eq 0
run --host www.example.org --port 8443 --name mail.example.org
check 'a name that is missing is a failure' test "$status" -eq 1
check 'and is told' grep -qx 'NOT covered: mail.example.org' <<<"$out"
check 'the port is used, and the name is asked for' test -n "$(calls 'connect www.example.org:8443 -servername mail.example.org$')"
run --host two.example.org --name www.example.org
check 'that one of several addresses is asked is told' test "$status:$err" = '0:note: two.example.org has 2 addresses, maybe of several servers; one of them is asked'
run --host 192.0.2.7
check 'an address may be covered' grep -qx 'covered: 192.0.2.7' <<<"$out"
check 'an address is sent as no name' test -n "$(calls 'connect 192.0.2.7:443 -noservername$')"
run --host 192.0.2.7 --name www.example.org
check 'of a server by its address the name is asked for' test -n "$(calls 'connect 192.0.2.7:443 -servername www.example.org$')"
run --host 2001:db8::7
check 'an IPv6 address stands in brackets' test -n "$(calls 'connect \[2001:db8::7\]:443 -noservername$')"
run --host bare.example.org
check 'and covers nothing, whatever its subject says' grep -qx 'NOT covered: bare.example.org' <<<"$out"
check 'a certificate without names is told' grep -q 'no alternative names' <<<"$out"
run --host mute.example
check 'no certificate is a failure' test "$status" -eq 1
check 'and the usual reason is told' grep -q 'presented no certificate (with STARTTLS it would not be seen)$' <<<"$err"
run --host slow.example
check 'silence is told' grep -q 'no answer within' <<<"$err"
touch old
run --host www.example.org
check 'an openssl that cannot show the names is refused, not taken for a certificate without' test "$status:$out:$(grep -c 'too old' <<<"$err")" = 3::1
run
check 'the host is required' test "$status" -eq 2
run --host 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --host '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --host www.example.org >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
