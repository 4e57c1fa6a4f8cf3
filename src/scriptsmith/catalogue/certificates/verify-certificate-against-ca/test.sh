#!/usr/bin/env bash
. "$HARNESS"

new=(openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes)
"${new[@]}" -x509 -subj '/CN=Root' -days 9 -keyout root.key -out root.pem 2>/dev/null
"${new[@]}" -x509 -subj '/CN=Other' -days 9 -keyout other.key -out other.pem 2>/dev/null
"${new[@]}" -subj '/CN=Mid' -keyout mid.key -out mid.csr 2>/dev/null
printf 'basicConstraints=critical,CA:TRUE\n' >ca.ext
openssl x509 -req -in mid.csr -CA root.pem -CAkey root.key -set_serial 2 -days 9 -extfile ca.ext -out mid.pem 2>/dev/null
"${new[@]}" -subj '/CN=app.example.org' -keyout leaf.key -out leaf.csr 2>/dev/null
openssl x509 -req -in leaf.csr -CA mid.pem -CAkey mid.key -set_serial 3 -days 9 -out 'a leaf.pem' 2>/dev/null
openssl x509 -req -in leaf.csr -CA root.pem -CAkey root.key -set_serial 4 -days 9 -out direct.pem 2>/dev/null
cp direct.pem ./-dash.pem

run --certificate direct.pem --ca root.pem
check 'a certificate of the CA verifies' test "$status" -eq 0
check 'it says so' grep -qx 'verified: signed by a CA of root.pem' <<<"$out"
check 'subject and issuer are shown' grep -q '^issuer=CN=Root$' <<<"$out"
run --certificate direct.pem --ca other.pem
check 'another CA is a failure' test "$status" -eq 1
check 'and is told' grep -q '^NOT verified: .*(error 20, depth 0)' <<<"$out"
run --certificate 'a leaf.pem' --ca root.pem
check 'a missing intermediate is a failure' test "$status" -eq 1
check 'and the hint is given' grep -q 'see --chain' <<<"$out"
run --certificate 'a leaf.pem' --ca root.pem --chain mid.pem
check 'with the intermediate it verifies' test "$status" -eq 0
cat 'a leaf.pem' mid.pem >full.pem
run --certificate full.pem --ca root.pem
check 'an intermediate in the same file counts' test "$status" -eq 0
cat 'a leaf.pem' mid.pem root.pem >all.pem
run --certificate all.pem --ca other.pem
check 'a root in the same file is not trusted' test "$status" -eq 1
run --certificate full.pem --ca mid.pem
check 'nor is the intermediate a root there' test "$status" -eq 1
mkdir 'my cas'
cp root.pem 'my cas/the root.pem'; cp mid.pem 'my cas/the mid.pem'
run --certificate 'a leaf.pem' --ca 'my cas/the root.pem' --chain 'my cas/the mid.pem'
check 'blanks in names are names' test "$status:$(tail -n 1 <<<"$out")" = '0:verified: signed by a CA of my cas/the root.pem'
run --certificate 'a leaf.pem' --ca 'my cas' --chain mid.pem
check 'a directory is no CA file' test "$status:$(grep -c 'cannot read my cas$' <<<"$err")" = 3:1
run --certificate 'a leaf.pem' --ca root.pem --chain nowhere.pem
check 'a missing chain file is refused' test "$status:$(grep -c 'cannot read nowhere.pem$' <<<"$err")" = 3:1
run --certificate -dash.pem --ca root.pem
check 'a name with a leading dash is a file' test "$status" -eq 0
SSL_CERT_FILE=$PWD/root.pem run --certificate direct.pem --ca other.pem
check 'the CAs of the machine do not count' test "$status" -eq 1
printf 'text\n' >text.pem
run --certificate text.pem --ca root.pem
check 'a file without a certificate is refused' test "$status" -eq 3
run --certificate direct.pem --ca nowhere.pem
check 'a missing CA file is refused' test "$status" -eq 3
run --certificate direct.pem
check 'the CA is required' test "$status" -eq 2
run --certificate '$(touch pwned)' --ca 'x; touch pwned'
check 'a hostile value runs nothing' bash -c '[ "$1" -eq 3 ] && [ ! -e pwned ]' _ "$status"
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --certificate direct.pem --ca root.pem >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
