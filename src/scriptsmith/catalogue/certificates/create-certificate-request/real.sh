#!/usr/bin/env bash
. "$HARNESS"
use tls

mkdir 'my req'
run --name shop.example.org --also 'www.example.org,*.cdn.example.org' --directory 'my req' --dry-run
check 'a dry run writes nothing' test "$status" -eq 0 -a -z "$(ls 'my req')"
run --name shop.example.org --also 'www.example.org,*.cdn.example.org' --directory 'my req'
check 'the request is signed with the key' test "$status" -eq 0 -a "$(openssl req -in 'my req/shop.example.org.csr' -noout -pubkey)" = "$(openssl pkey -in 'my req/shop.example.org.key' -pubout)"
check 'a CA can make a certificate of it that covers all names' bash -c 'openssl x509 -req -in "my req/shop.example.org.csr" -CA /tls/root.pem -CAkey /tls/root.key -set_serial 9 -copy_extensions copy -out got.pem 2>/dev/null && for n in shop.example.org www.example.org a.cdn.example.org; do openssl x509 -in got.pem -noout -checkhost $n | grep -q "does match" || exit 1; done'
check 'only the owner may read the key, of 2048 bits' test "$(stat -c %a 'my req/shop.example.org.key')" = 600 -a -n "$(openssl pkey -in 'my req/shop.example.org.key' -noout -text | grep '2048 bit')"
sum=$(cat 'my req'/* | sha256sum)
run --name shop.example.org --also 'www.example.org,*.cdn.example.org' --directory 'my req'
check 'a second run changes nothing' test "$status:$(cat 'my req'/* | sha256sum)" = "0:$sum"
run --name shop.example.org --directory 'my req'
check 'a request of other names is not overwritten' test "$status:$(cat 'my req'/* | sha256sum)" = "3:$sum"
rm 'my req/shop.example.org.csr'; key=$(sha256sum <'my req/shop.example.org.key')
run --name shop.example.org --directory 'my req' --key-type ec
check 'a key of another type is not used for it' test "$status:$(ls 'my req')" = 3:shop.example.org.key
run --name shop.example.org --directory 'my req'
check 'an existing key is used again' test "$status:$(sha256sum <'my req/shop.example.org.key')" = "0:$key"
finish
