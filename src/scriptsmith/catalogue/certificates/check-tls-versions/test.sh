#!/usr/bin/env bash
. "$HARNESS"

stub timeout <<'EOF'
shift
exec "$@"
EOF
stub getent <<'EOF'
[ "$*" != 'ahosts dual.example' ] || { printf '%s\n' '192.0.2.4 STREAM' '2001:db8::8 STREAM'; exit; }
[ "$*" != 'ahosts far.example' ] || { echo '2001:db8::8 STREAM'; exit; }
[ "$*" = 'ahosts two.example' ] || exit 2
printf '%s\n' '192.0.2.2       STREAM two.example' '192.0.2.2       DGRAM' '2001:db8::7     STREAM' '2001:db8::7     DGRAM'
EOF
stub openssl <<'EOF'
refused() {
  echo '4067:error:0A000438:SSL routines:ssl3_read_bytes:tlsv1 alert protocol version:SSL alert number 70'
  echo 'CONNECTED(00000003)'
  echo 'New, (NONE), Cipher is (NONE)'
  exit 1
}
case "$*" in
  *-tls1\ *8::7*two.example*) echo 'New, TLSv1.0, Cipher is ECDHE-RSA-AES256-SHA' ;;
  *closed.example*) echo 'connect:errno=111'; exit 1 ;;
  *db8::8*) echo 'connect:errno=101'; exit 1 ;;
  *slow.example*) exit 124 ;;
  *-tls1\ *weak.example*) echo 'error:0A0C0103:SSL routines:tls_process_key_exchange:internal error'; echo 'CONNECTED(00000003)'; echo '-----BEGIN CERTIFICATE-----'; echo 'New, (NONE), Cipher is (NONE)'; exit 1 ;;
  *-tls1\ *fips.example* | *-tls1_1*fips.example*)
    echo '80:error:0A000129:SSL routines:tls_setup_handshake:no suitable digest algorithm:ssl/statem/statem_lib.c:134:The max supported SSL/TLS version needs the MD5-SHA1 digest'
    echo 'CONNECTED(00000003)'; echo 'New, (NONE), Cipher is (NONE)'; exit 1 ;;
  *-tls1\ *local.example*) echo '80:error:0A000000:SSL routines:f:some reason of its own:l.c:1:'; echo 'CONNECTED(00000003)'; echo 'SSL handshake has read 0 bytes and written 7 bytes'; exit 1 ;;
  *-tls1\ *reset.example*) echo 'write:errno=104'; echo 'CONNECTED(00000003)'; echo 'SSL handshake has read 0 bytes and written 104 bytes'; exit 1 ;;
  *-tls1\ *shut.example*) echo 'CONNECTED(00000003)'; echo 'SSL handshake has read 0 bytes and written 104 bytes'; exit 1 ;;
  *smtp.example*) echo '40:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:ssl3_record.c:354:'; echo 'CONNECTED(00000003)'; exit 1 ;;
  *-tls1\ *limited.example*) echo '40:error:0A0000BF:SSL routines:tls_setup_handshake:no protocols available'; exit 1 ;;
  *'-tls1 '*old.example* | *-tls1_1*old.example*) echo 'New, TLSv1.0, Cipher is ECDHE-RSA-AES256-SHA' ;;
  *'-tls1 '* | *-tls1_1*) refused ;;
  *-tls1_2*) echo 'New, TLSv1.2, Cipher is ECDHE-RSA-AES256-GCM-SHA384' ;;
  *-tls1_3*) echo 'New, TLSv1.3, Cipher is TLS_AES_256_GCM_SHA384' ;;
  *) echo "s_client: Unknown option: $2"; exit 1 ;;
esac
EOF

run --host good.example
check 'a modern server is in order' test "$status" -eq 0
check 'the cipher is shown' grep -qx 'TLS 1.3  accepted (TLS_AES_256_GCM_SHA384)' <<<"$out"
check 'an old version is refused, with what the server says' grep -qx 'TLS 1.0  refused (tlsv1 alert protocol version)' <<<"$out"
check 'with which ciphers that was asked is told' grep -qx 'in order: good.example port 443 speaks neither TLS 1.0 nor 1.1 with a cipher that the openssl here has' <<<"$out"
check 'each address was asked' test "$(grep -c '^not asked' <<<"$out")" = 0
check 'four handshakes' test "$(calls '^openssl s_client' | wc -l)" -eq 4
run --host old.example --port 8443
check 'an old version is a failure' test "$status" -eq 1
check 'and is told' grep -q '^OLD VERSIONS ACCEPTED: old.example port 8443' <<<"$out"
check 'the port is used' test -n "$(calls 'connect old.example:8443 -servername old.example$')"
: >"$STUB_LOG"; run --host two.example
check 'each address is asked, and the worst counts' test "$status:$(calls '^openssl s_client' | wc -l):$(grep -A1 '^two.example (2001:db8::7):$' <<<"$out" | tail -n 1)" = '1:8:TLS 1.0  accepted (ECDHE-RSA-AES256-SHA)'
check 'once each, the other too' test "$(grep -A1 '^two.example (192.0.2.2):$' <<<"$out" | tail -n 1):$(calls '^openssl .*connect \[2001:db8::7\]:443 -servername two.example$' | wc -l)" = 'TLS 1.0  refused (tlsv1 alert protocol version):4'
run --host dual.example
check 'an address that this host has no route to does not count' test "$status:$(grep -c '^TLS 1.. *not tested: no route leads there' <<<"$out"):$(grep -c '^in order: dual.example' <<<"$out")" = 0:4:1
check 'and that it was not asked stands at the end' grep -qx 'not asked: addresses of dual.example that no route leads to from this host' <<<"$(tail -n 2 <<<"$out")"
run --host far.example
check 'with no other one nothing is in order' test "$status:$(grep -c 'accepted no version (STARTTLS was not tried): no route leads there' <<<"$err")" = 1:1
run --host weak.example
check 'a version whose certificate came was accepted' grep -qx 'TLS 1.0  accepted (broken off here, after its certificate)' <<<"$out"
check 'and is a failure' test "$status" -eq 1 -a -n "$(grep '^OLD VERSIONS ACCEPTED' <<<"$out")"
run --host limited.example
check 'what cannot be tested is told' grep -q '^TLS 1.0  not tested' <<<"$out"
check 'and then it is not known whether they are accepted' bash -c '[ "$1" -eq 1 ] && grep -q "^NOT KNOWN: whether limited.example" <<<"$2"' _ "$status" "$out"
for own in fips local; do
  run --host "$own.example"
  check "what the openssl here breaks off by itself is no refusal: $own" test "$status:$(grep -c '^TLS 1.0  not tested' <<<"$out"):$(grep -c '^NOT KNOWN: ' <<<"$out")" = 1:1:1
done
run --host reset.example
check 'a connection that is reset is, and by what is told' grep -qx 'TLS 1.0  refused (write:errno=104)' <<<"$out"
run --host shut.example
check 'so is one that is closed' grep -qx 'TLS 1.0  refused (the connection was closed)' <<<"$out"
run --host smtp.example --port 25
check 'that STARTTLS was not tried is told' test "$status:$(grep -c 'smtp.example port 25 accepted no version (STARTTLS was not tried): .*wrong version number' <<<"$err")" = 1:1
run --host closed.example
check 'a closed port is a failure' test "$status" -eq 1
check 'with its reason' grep -q 'errno=111' <<<"$err"
run --host slow.example --timeout 3
check 'silence is told' grep -q 'no answer within 3 s' <<<"$out"
run --host 2001:db8::1
check 'an IPv6 address is written in brackets' test -n "$(calls 'connect \[2001:db8::1\]:443 -noservername$')"
run
check 'the host is required' test "$status" -eq 2
run --host good.example --port 70000
check 'a port out of range is refused' test "$status" -eq 2
run --host 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --host '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --host good.example >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
