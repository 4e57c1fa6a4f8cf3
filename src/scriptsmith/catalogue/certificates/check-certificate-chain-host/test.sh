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
printf '%s\n' '192.0.2.2       STREAM two.example' '192.0.2.2       DGRAM' '192.0.2.3       STREAM' '2001:db8::7     STREAM'
EOF
stub openssl <<'EOF'
[ ! -e old ] || { echo 'Usage: s_client [options]'; exit 1; }
[ "$*" != 's_client -help' ] || { echo ' -noservername   Do not send the server name extension'; exit; }
depth='depth=2 CN = Test Root'
case "$*" in
  'x509 -noout -text') cat names; exit ;;
  *leaf.example*) depth='depth=3 CN = Test Root'; code='0 (ok)' ;;
  *other.example*) depth='depth=2 CN = Test Root' second='CN = Test Root' code='0 (ok)' ;;
  *short.example*) depth='depth=1 CN = Test Root'; code='0 (ok)' ;;
  *untold.example*) depth='' code='0 (ok)' ;;
  *192.0.2.2:443*) code='21 (unable to verify the first certificate)' ;;
  *mute.example* | *192.0.2.3:443*) echo '40C7:error:8000006F:system library:BIO_connect:Connection refused:calling connect()'; echo 'connect:errno=111'; exit 1 ;;
  *db8::8*) echo 'connect:errno=101'; exit 1 ;;
  *slow.example*) exit 124 ;;
  *broken.example*) code='21 (unable to verify the first certificate)' ;;
  *name.example*) code='62 (hostname mismatch)' ;;
  *) code='0 (ok)' ;;
esac
echo "$depth"
[ -z "$depth" ] || cat <<'OUT'
verify return:1
depth=1 CN = Test Intermediate
verify return:1
depth=0 CN = good.example
verify return:1
OUT
cat <<'OUT'
CONNECTED(00000003)
---
Certificate chain
 0 s:CN = good.example
   i:CN = Test Intermediate
   a:PKEY: id-ecPublicKey, 256 (bit); sigalg: ecdsa-with-SHA256
-----BEGIN CERTIFICATE-----
AiEA3xTwI8VhaVZDGV2jY35Q
-----END CERTIFICATE-----
OUT
echo " 1 s:${second:-CN = Test Intermediate}"
cat <<'OUT'
   i:CN = Test Root
-----BEGIN CERTIFICATE-----
AiEA3xTwI8VhaVZDGV2jY35R
-----END CERTIFICATE-----
---
Server certificate
subject=CN = good.example
---
OUT
echo "Verify return code: $code"
echo '    Verify return code: 0 (ok)'
echo DONE
EOF

echo '            X509v3 Subject Alternative Name: ' >names
run --host good.example
check 'a good chain succeeds' test "$status" -eq 0
check 'the chain is shown' grep -q '^ 1 s:CN = Test Intermediate$' <<<"$out"
check 'the verdict is told' grep -q '^trusted: 2 certificates sent' <<<"$out"
check 'the name is verified' test -n "$(calls '^openssl s_client -connect good.example:443 -showcerts -servername good.example -verify_hostname good.example$')"
check 'nothing is said of its names' test "$(grep -c '^note' <<<"$out")" -eq 0
run --host leaf.example
check 'a link that only this machine has is missing' test "$status:$(tail -n 1 <<<"$out")" = '1:NOT complete: the server sends 2 of 3 certificates below the root; the others were found only here'
run --host other.example
check 'the root in place of the link is no link' test "$status:$(tail -n 1 <<<"$out")" = '1:NOT complete: the server sends 1 of 2 certificates below the root; the others were found only here'
run --host short.example
check 'a server may send its root too' test "$status" -eq 0
run --host untold.example
check 'a chain that is not told is a failure' test "$status" -eq 1
: >names
run --host good.example
check 'a certificate without alternative names is told' test "$status:$(grep -c '^note: the certificate has no alternative names' <<<"$out")" = 0:1
touch old; run --host good.example
check 'an openssl that is too old is refused' test "$status:$(grep -c 'too old' <<<"$err")" = 3:1
rm old
run --host two.example
check 'each address is asked, and the worst counts' test "$status:$(grep -oE '^(chain sent.*|NOT trusted: 21|trusted)' <<<"$out" | paste -sd ' ')" = '1:chain sent by two.example (192.0.2.2) port 443: NOT trusted: 21 chain sent by two.example (2001:db8::7) port 443: trusted'
check 'one that presents none is told' grep -qx 'two.example (192.0.2.3) port 443 presented no certificate' <<<"$err"
check 'with brackets where they are needed' test -n "$(calls 'connect \[2001:db8::7\]:443 .*-verify_hostname two.example$')"
run --host dual.example
check 'an address that this host has no route to is no fault of the server' test "$status:$(grep -c '^trusted' <<<"$out"):$(grep -v errno <<<"$err")" = '0:1:dual.example (2001:db8::8) port 443 was not looked at: no route leads there from this host'
run --host far.example
check 'a server that was not looked at is not in order' test "$status:$(grep -c 'not looked at' <<<"$err")" = 1:1
run --host broken.example --port 8443
check 'a broken chain is a failure' test "$status" -eq 1
check 'the first verdict counts' grep -q '^NOT trusted: 21 .*intermediate' <<<"$out"
check 'the port is used' test -n "$(calls 'connect broken.example:8443 ')"
run --host name.example
check 'a wrong name is told' grep -q 'for another name' <<<"$out"
run --host 2001:db8::1
check 'an address is verified as one' test -n "$(calls 'connect \[2001:db8::1\]:443 .*-verify_ip 2001:db8::1$')"
run --host mute.example
check 'no certificate is a failure' test "$status" -eq 1
check 'the reason is shown' grep -q 'Connection refused' <<<"$err"
run --host slow.example
check 'silence is told' grep -q 'no answer within 10 s' <<<"$err"
printf 'x\n' >'my ca.pem'
run --host good.example --ca 'my ca.pem'
check 'a CA file is handed on' test -n "$(calls 'CAfile my ca.pem$')"
run --host good.example --ca nowhere.pem
check 'a missing CA file is refused' test "$status" -eq 3
run
check 'the host is required' test "$status" -eq 2
run --host -help
check 'an option is no host' test "$status" -eq 2
run --host 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --host '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --host good.example >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
