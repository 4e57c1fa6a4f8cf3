#!/usr/bin/env bash
. "$HARNESS"
use tls

mkdir 'my tls'
run --name test.example.org --directory 'my tls' --dry-run
check 'a dry run writes nothing' test "$status" -eq 0 -a -z "$(ls 'my tls')"
run --name test.example.org --directory 'my tls' --days 90
file='my tls/test.example.org.crt'
check 'the certificate is for the name' test "$status" -eq 0 -a -n "$(openssl x509 -in "$file" -noout -checkhost test.example.org | grep 'does match')"
check 'and valid for that long, no longer' bash -c 'openssl x509 -in "$1" -noout -checkend $((89 * 86400)) && ! openssl x509 -in "$1" -noout -checkend $((91 * 86400))' _ "$file"
check 'only the owner may read the key' test "$(stat -c %a 'my tls/test.example.org.key')" = 600
serve 8443 -cert "$file" -key 'my tls/test.example.org.key'
check 'a client that trusts it connects' bash -c 'openssl s_client -connect 127.0.0.1:8443 -CAfile "$1" -verify_hostname test.example.org </dev/null 2>&1 | grep -q "Verify return code: 0 (ok)"' _ "$file"
sum=$(cat 'my tls'/* | sha256sum)
run --name test.example.org --directory 'my tls'
check 'a second run changes nothing' test "$status:$(cat 'my tls'/* | sha256sum)" = "0:$sum"
for name in 192.0.2.7 2001:db8::1; do
  run --name $name --directory 'my tls' --key-type ec
  check "an address becomes one: $name" bash -c '[ "$1" -eq 0 ] && openssl x509 -in "my tls/${2//:/_}.crt" -noout -checkip "$2" | grep -q "does match"' _ "$status" "$name"
done
printf 'precious\n' >'my tls/other.example.key'
run --name other.example --directory 'my tls'
check 'an existing file is not overwritten' test "$status:$(cat 'my tls/other.example.key')" = 3:precious
finish
