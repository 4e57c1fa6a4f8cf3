#!/usr/bin/env bash
. "$HARNESS"

make() { # FILE ARG…
  openssl req -x509 -nodes -subj /CN=app.example.org -days 9 -keyout "$1.key" -out "$1" "${@:2}" 2>/dev/null
}
make ec.pem -newkey ec -pkeyopt ec_paramgen_curve:prime256v1
make rsa.pem -newkey rsa:1024
make small.pem -newkey ec -pkeyopt ec_paramgen_curve:secp224r1
make 'ed file.pem' -newkey ed25519
openssl req -x509 -key rsa.pem.key -sha1 -subj /CN=old -days 9 -out sha1.pem 2>/dev/null

run --file ec.pem
check 'a curve of 256 bits is strong' test "$status" -eq 0
check 'the key is shown' grep -qx 'ec.pem: key id-ecPublicKey 256 bit, signature ecdsa-with-SHA256' <<<"$out"
run --file 'ed file.pem'
check 'ed25519 is strong' test "$status" -eq 0
run --file rsa.pem
check 'a short RSA key is weak' test "$status" -eq 1
check 'and is told' grep -qx 'WEAK: the key has 1024 bits, fewer than 2048' <<<"$out"
run --file rsa.pem --bits 1024
check 'the limit counts' test "$status" -eq 0
run --file sha1.pem --bits 1024
check 'SHA-1 is weak' grep -qx 'WEAK: the signature uses SHA-1' <<<"$out"
check 'a weak signature alone is a failure' test "$status" -eq 1
pss=(-key rsa.pem.key -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:20 -subj /CN=pss -days 9)
openssl req -x509 "${pss[@]}" -sha1 -out pss1.pem 2>/dev/null; openssl req -x509 "${pss[@]}" -sha256 -out pss256.pem 2>/dev/null
run --file pss1.pem --bits 1024
check 'SHA-1 within PSS is weak' test "$status" -eq 1 -a -n "$(grep -x 'WEAK: the signature uses SHA-1' <<<"$out")"
run --file pss256.pem --bits 1024
check 'SHA-256 within PSS is not' test "$status" -eq 0 -a -n "$(grep 'signature rsassaPss with sha256$' <<<"$out")"
openssl req -x509 -key rsa.pem.key -sha1 -subj /CN=Root -days 9 -out root.pem 2>/dev/null
printf 'basicConstraints=critical,CA:TRUE\n' >ca.ext
openssl req -new -key ec.pem.key -subj /CN=Mid 2>/dev/null | openssl x509 -req -CA root.pem -CAkey rsa.pem.key -set_serial 2 -days 9 -sha1 -extfile ca.ext -out mid.pem 2>/dev/null
cat ec.pem.key ec.pem mid.pem >chain.pem
run --file chain.pem
check 'a weak signature further down the chain is weak' test "$status" -eq 1 -a -n "$(grep -x 'WEAK: the signature uses SHA-1' <<<"$out")"
check 'and whose it is is told' grep -qx 'chain.pem (2: CN=Mid): key id-ecPublicKey 256 bit, signature sha1WithRSAEncryption' <<<"$out"
cat ec.pem root.pem >rooted.pem
run --file rooted.pem --bits 1024
check 'how a root signed itself does not count' test "$status" -eq 0
run --file rooted.pem
check 'its key does' test "$status" -eq 1
sed 's/$/\r/' ec.pem | head -c -1 >crlf.pem
run --file crlf.pem
check 'lines with CR and a last line without an end are read' test "$status" -eq 0
{ cat ec.pem; head -n 4 mid.pem; } >cut.pem
run --file cut.pem
check 'one that is cut off is not passed over' test "$status:$(grep -c 'certificate 2 of cut.pem is cut off' <<<"$err")" = 3:1
run --file small.pem
check 'a short curve is weak' grep -q 'fewer than 256' <<<"$out"
cp ec.pem ./-dash.pem
run --file -dash.pem
check 'a name with a leading dash is a file' test "$status" -eq 0
printf 'text\n' >text.pem
run --file text.pem
check 'a file without a certificate is refused' test "$status" -eq 3
run --file nowhere.pem
check 'a missing file is refused' test "$status" -eq 3
run
check 'the file is required' test "$status" -eq 2
run --file ec.pem --bits '2048; touch pwned'
check 'a hostile number is refused' test "$status" -eq 2
run --file '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --file ec.pem >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
