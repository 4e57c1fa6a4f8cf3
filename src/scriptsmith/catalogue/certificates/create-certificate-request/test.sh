#!/usr/bin/env bash
. "$HARNESS"

# equivalent mutant 67526991: a request that cannot be read tells no names, and these are compared with those that are asked for next

mkdir req
run --name shop.example.org --directory req --key-type ec --dry-run
check 'a dry run says what it would do' grep -q '^would create: req/shop.example.org.csr for DNS:shop.example.org, with a new key' <<<"$out"
check 'a dry run creates nothing' test -z "$(ls req)"
run --name shop.example.org --also 'www.example.org, *.cdn.example.org' --directory req --key-type ec
check 'it succeeds' test "$status" -eq 0
text=$(openssl req -in req/shop.example.org.csr -noout -text -verify 2>/dev/null)
check 'the request holds all names' grep -q 'DNS:shop.example.org, DNS:www.example.org, DNS:\*.cdn.example.org' <<<"$text"
check 'the subject is the first name' grep -Eq 'Subject: CN ?= ?shop.example.org' <<<"$text"
check 'only the owner may read the key' test "$(stat -c %a req/shop.example.org.key)" = 600
sum=$(cat req/* | sha256sum)
run --name shop.example.org --also www.example.org,*.cdn.example.org --directory req --key-type ec
check 'a second run succeeds' test "$status" -eq 0
check 'a second run changes nothing' test "$(cat req/* | sha256sum)" = "$sum"
run --name shop.example.org --directory req --key-type ec
check 'a request of other names is not overwritten' test "$status:$(grep -c 'for other names' <<<"$err")" = 3:1
run --name shop.example.org --also www.example.org,*.cdn.example.org --directory req
check 'a request with a key of another type is not what was asked for' test "$status:$(grep -c 'no key of the type rsa' <<<"$err")" = 3:1
mv req/shop.example.org.csr old.csr
before=$(sha256sum <req/shop.example.org.key)
run --name shop.example.org --directory req
check 'nor is a key of another type used again' test "$status:$(ls req/*.csr 2>/dev/null)" = 3:
run --name shop.example.org --directory req --key-type ec
check 'an existing key is used again' grep -qx 'used again: req/shop.example.org.key (for a fresh key move it away)' <<<"$out"
check 'that only the owner may read it needs no word' test -z "$err"
check 'and is not touched' test "$(sha256sum <req/shop.example.org.key)" = "$before"
run --name 10.0.0.5 --also 'db.example.org, 10.0.0.6' --directory req --key-type ec
check 'an address is one, and no name' test "$status:$(openssl req -in req/10.0.0.5.csr -noout -text | grep -A 1 Alternative | sed -n '2s/^ *//p')" = '0:IP Address:10.0.0.5, DNS:db.example.org, IP Address:10.0.0.6'
for size in 1024:3 3072:0; do
  openssl genrsa -out req/old.example.key "${size%:*}" 2>/dev/null && chmod 644 req/old.example.key
  run --name old.example --directory req
  check "a key of RSA with ${size%:*} bits" test "$status" = "${size#*:}"
done
check 'that others may read a key that is used again is told' grep -q '^warning: others than its owner may be able to read req/old.example.key' <<<"$err"
run --name 10.0.0.5 --also 'db.example.org, 10.0.0.6' --directory req --key-type ec
check 'a request of addresses is known again, and how to get a fresh key told' grep -q '^nothing to do.*(for a fresh key move both away)$' <<<"$out"
long=$(printf 'a%.0s' {1..40}).$(printf 'b%.0s' {1..40}).example.org
run --name "$long" --directory req --key-type ec
check 'a name that is too long for a subject is an alternative name' test "$status:$(openssl req -in "req/$long.csr" -noout -text | grep -c "DNS:$long")" = 0:1
for size in 64:1 65:0; do # the longest name that may be a subject, and the next one
  long=$(printf 'a%.0s' {1..40}).$(printf 'b%.0s' $(seq $((${size%:*} - 49)))).example
  run --name "$long" --directory req --key-type ec
  check "a name of ${size%:*} characters" test "$status:$(openssl req -in "req/$long.csr" -noout -subject | grep -c "CN *= *$long")" = "0:${size#*:}"
done
run --name two.example --also 'two.example,, www.two.example two.example' --directory req --dry-run
check 'a name that is given twice is meant once' grep -q ' for DNS:two.example,DNS:www.two.example, with' <<<"$out"
printf 'precious\n' >req/other.example.key
run --name other.example --directory req
check 'a file that is no key is refused' test "$status:$(grep -c 'is no private key' <<<"$err")" = 3:1
ln -s nowhere req/gone.example.key
run --name gone.example --directory req
check 'so is one that cannot be read' test "$status:$(grep -c 'cannot read req/gone.example.key' <<<"$err")" = 3:1
run --name shop.example.org --directory req/other.example.key
check 'a file is no directory' test "$status" -eq 3
check 'and stays' grep -qx precious req/other.example.key
run --name shop.example.org --directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --name a.example --also 'b.example/CN=evil' --directory req
check 'more than names is refused' test "$status" -eq 2
for also in -b.example '*.*.b.example' $'b.example\nc.example'; do
  run --name a.example --also "$also" --directory req
  check "so is what is none: ${also@Q}" test "$status" -eq 2
done
run --name 2001:db8::1 --directory req
check 'an address of IPv6 is no host name' test "$status" -eq 2
run --name 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --name '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --name a.example >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
