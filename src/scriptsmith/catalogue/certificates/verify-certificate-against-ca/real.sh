#!/usr/bin/env bash
. "$HARNESS"
use tls

"${new[@]}" -x509 -subj /CN=Other -days 9 -keyout other.key -out other.pem 2>/dev/null
run --certificate /tls/www.pem --ca /tls/root.pem --chain /tls/mid.pem
check 'over the intermediate it verifies' test "$status" -eq 0 -a -n "$(grep -x 'verified: signed by a CA of /tls/root.pem' <<<"$out")"
run --certificate /tls/www.pem --ca /tls/root.pem
check 'without it, it does not, with a hint' test "$status" -eq 1 -a -n "$(grep 'see --chain' <<<"$out")"
cat /tls/www.pem /tls/mid.pem >full.pem
run --certificate full.pem --ca /tls/root.pem
check 'as a server sends it, with the intermediate in one file, it verifies' test "$status" -eq 0
run --certificate /tls/www.pem --ca other.pem --chain /tls/mid.pem
check 'another CA does not vouch for it' test "$status" -eq 1
run --certificate /tls/www.pem --ca /tls/mid.pem
check 'an intermediate alone is no root, and that is said' test "$status" -eq 1 -a -n "$(grep 'must hold the root' <<<"$out")"
cp /tls/root.pem /usr/lib/ssl/certs/root.pem 2>/dev/null; export SSL_CERT_FILE=/tls/root.pem
run --certificate /tls/mid.pem --ca other.pem
check 'the CAs of the machine do not count' test "$status" -eq 1
issue past 0
run --certificate /tls/past.pem --ca /tls/root.pem --chain /tls/mid.pem
check 'an expired one does not verify' test "$status" -eq 1 -a -n "$(grep 'expired' <<<"$out")"
finish
