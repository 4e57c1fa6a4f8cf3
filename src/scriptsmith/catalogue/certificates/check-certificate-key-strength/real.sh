#!/usr/bin/env bash
. "$HARNESS"
use tls

make() { openssl req -x509 -nodes -subj /CN=x -days 9 -keyout "$1.key" -out "$1" "${@:2}" 2>/dev/null; }
make short.pem -newkey rsa:1024; make rsa.pem -newkey rsa:2048; make 'ed file.pem' -newkey ed25519
make small.pem -newkey ec -pkeyopt ec_paramgen_curve:secp224r1; make sha1.pem -newkey rsa:2048 -sha1
make pss.pem -newkey rsa:2048 -sigopt rsa_padding_mode:pss -sha1; make pss256.pem -newkey rsa:2048 -sigopt rsa_padding_mode:pss -sha256
for file in rsa.pem pss256.pem /tls/www.pem 'ed file.pem'; do
  run --file "$file"
  check "strong: $file" test "$status" -eq 0
done
for file in short.pem small.pem sha1.pem pss.pem; do
  run --file "$file"
  check "weak: $file" test "$status" -eq 1 -a "$(grep -c '^WEAK' <<<"$out")" -eq 1
done
run --file rsa.pem --bits 3072
check 'the limit counts' test "$status" -eq 1 -a -n "$(grep -x 'WEAK: the key has 2048 bits, fewer than 3072' <<<"$out")"
openssl x509 -req -in /tls/mid.csr -CA /tls/root.pem -CAkey /tls/root.key -set_serial 9 -sha1 -days 9 -extfile <(echo 'basicConstraints=critical,CA:TRUE') -out old.pem 2>/dev/null
cat /tls/www.pem old.pem >full.pem
run --file full.pem
check 'a weak signature of an intermediate is weak' test "$status" -eq 1 -a -n "$(grep '(2: CN=Mid)' <<<"$out")"
run --file rsa.pem.key
check 'a key is no certificate' test "$status" -eq 3
finish
