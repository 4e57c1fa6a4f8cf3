#!/usr/bin/env bash
. "$HARNESS"

# equivalent mutant 08f2f7f6: a number is above 0 whatever it is read in
# equivalent mutant 65a03bc0: of a pair of which one is missing the other is compared with nothing, and does not fit either

mkdir 'my tls'
run --name test.example.org --directory 'my tls' --key-type ec --dry-run
check 'a dry run says what it would do' grep -q '^would create: my tls/test.example.org.crt' <<<"$out"
check 'a dry run creates nothing' test -z "$(ls 'my tls')"

run --name test.example.org --directory 'my tls' --key-type ec --days 90
check 'it succeeds' test "$status" -eq 0
check 'the certificate is for the name' grep -q 'does match' <<<"$(openssl x509 -in 'my tls/test.example.org.crt' -noout -checkhost test.example.org)"
check 'it is valid for that long' openssl x509 -in 'my tls/test.example.org.crt' -noout -checkend $((89 * 86400))
check 'and no longer' bash -c '! openssl x509 -in "my tls/test.example.org.crt" -noout -checkend $((91 * 86400))'
check 'the key is of the type that was asked for' grep -q 'prime256v1' <<<"$(openssl x509 -in 'my tls/test.example.org.crt' -noout -text)"
check 'only the owner may read the key' test "$(stat -c %a 'my tls/test.example.org.key')" = 600
check 'the key needs no pass phrase' openssl pkey -in 'my tls/test.example.org.key' -noout
sum=$(cat 'my tls'/* | sha256sum)
run --name test.example.org --directory 'my tls' --key-type ec
check 'a second run succeeds' test "$status" -eq 0
check 'and says until when it is valid' grep -q "valid until $(openssl x509 -in 'my tls/test.example.org.crt' -noout -enddate | cut -d= -f2)\$" <<<"$out"
check 'a second run changes nothing' test "$(cat 'my tls'/* | sha256sum)" = "$sum"
for each in key crt; do cp "my tls/test.example.org.$each" "my tls/moved.example.$each"; done
run --name moved.example --directory 'my tls' --key-type ec
check 'a pair of another name is not that of this one' test "$status:$(grep -c 'exists and is not overwritten' <<<"$err")" = 3:1
rm 'my tls'/moved.*
for days in 1 3650; do
  run --name long.example --directory 'my tls' --days $days --dry-run
  check "it may be valid for $days days" grep -q " for long.example, valid $days days\$" <<<"$out"
done
for days in 0 3651; do
  run --name long.example --directory 'my tls' --days $days --dry-run
  check "and not for $days" test "$status" -eq 2
done

run --name 192.0.2.7 --directory 'my tls' --key-type ec
check 'an address becomes an address' grep -q 'does match' <<<"$(openssl x509 -in 'my tls/192.0.2.7.crt' -noout -checkip 192.0.2.7)"
printf 'precious\n' >'my tls/other.example.key'
run --name other.example --directory 'my tls' --key-type ec
check 'an existing file is not overwritten' test "$status" -eq 3
check 'and stays as it was' grep -qx precious 'my tls/other.example.key'
run --name test.example.org --directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --name test.example.org --directory 'my tls/other.example.key'
check 'and so is a file' test "$status" -eq 3
run --name test.example.org --key-type dsa
check 'another kind of key is refused' test "$status" -eq 2
run --name ../etc/x
check 'a path is no name' test "$status" -eq 2
for bad in 300.1.2.3 10.0.0 1.2.3.4.5 10; do
  run --name "$bad"
  check "digits and dots that are no address are refused: $bad" test "$status" -eq 2
done
for good in 10.0.0.255 192.168.249.9 1.example 10.0.0.1.nip.io; do
  run --name "$good" --dry-run
  check "an address, and a name with digits, are taken: $good" test "$status" -eq 0
done
run --name 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --name '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --name test.example.org >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
