#!/usr/bin/env bash
. "$HARNESS"

stub timeout <<'EOF'
shift
exec "$@"
EOF
stub openssl <<'EOF'
case "$*" in
  *mute.example*) echo '40C7:error:8000006F:system library:BIO_connect:Connection refused:calling connect()'; echo 'connect:errno=111'; exit 1 ;;
  *slow.example*) exit 124 ;;
  *broken.example*) code='21 (unable to verify the first certificate)' ;;
  *name.example*) code='62 (hostname mismatch)' ;;
  *) code='0 (ok)' ;;
esac
cat <<'OUT'
depth=1 CN = Test Root
verify return:1
CONNECTED(00000003)
---
Certificate chain
 0 s:CN = good.example
   i:CN = Test Intermediate
   a:PKEY: id-ecPublicKey, 256 (bit); sigalg: ecdsa-with-SHA256
-----BEGIN CERTIFICATE-----
AiEA3xTwI8VhaVZDGV2jY35Q
-----END CERTIFICATE-----
 1 s:CN = Test Intermediate
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

run --host good.example
check 'a good chain succeeds' test "$status" -eq 0
check 'the chain is shown' grep -q '^ 1 s:CN = Test Intermediate$' <<<"$out"
check 'the verdict is told' grep -q '^trusted: 2 certificates sent' <<<"$out"
check 'the name is verified' test -n "$(calls '^openssl s_client -connect good.example:443 -showcerts -servername good.example -verify_hostname good.example$')"
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
