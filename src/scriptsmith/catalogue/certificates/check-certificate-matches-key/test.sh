#!/usr/bin/env bash
. "$HARNESS"

openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=a -days 9 -keyout 'a key.pem' -out a.pem 2>/dev/null
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=b -days 9 -keyout b.key -out b.pem 2>/dev/null
openssl genrsa -out other.key 2048 2>/dev/null
openssl pkey -in b.key -aes256 -passout pass:secret -out locked.key
cp b.key -- -b.key
chmod 600 -- *key*
echo nonsense >plain.txt

run --certificate a.pem --key 'a key.pem'
check 'a pair matches' test "$status" -eq 0
check 'it says so' grep -q '^match' <<<"$out"
check 'a closed key gives no warning' test -z "$err"
run --certificate b.pem --key -b.key
check 'an EC pair matches, with a dash in the name' test "$status" -eq 0
run --certificate a.pem --key other.key
check 'another key of the same kind does not match' test "$status" -eq 1
check 'and it says so' grep -q '^MISMATCH' <<<"$out"
run --certificate a.pem --key b.key
check 'a key of another kind does not match' test "$status" -eq 1
check 'no private key is printed' test -z "$(grep -i 'private key-----' <<<"$out$err")"
chmod 644 b.key
run --certificate b.pem --key b.key
check 'an open key file is pointed out' grep -q 'everybody on this host' <<<"$err"

cat a.pem b.pem >wrong.pem; cat b.pem a.pem >right.pem; sed 's/$/\r/' wrong.pem >windows.pem; chmod 600 b.key
run --certificate right.pem --key b.key
check 'of a bundle the first is compared' test "$status:$(grep -c '^match' <<<"$out")" = 0:1
for bundle in wrong.pem windows.pem; do
  run --certificate $bundle --key b.key
  check "a bundle in the wrong order is a failure, and which one belongs to the key is told: $bundle" test "$status:$(grep -c "certificate 2 of $bundle was made for this key, but a server takes the first" <<<"$out"):$(grep -c ^match <<<"$out"):$err" = 1:1:0:
done
run --certificate wrong.pem --key other.key
check 'where none belongs to it nothing of the order is said' test "$status:$(grep -c '^MISMATCH: the certificate was not made' <<<"$out"):$err" = 1:1:
run --certificate b.pem --key locked.key
check 'an encrypted key is refused' test "$status" -eq 3
check 'and it says why' grep -q 'encrypted' <<<"$err"
run --certificate plain.txt --key b.key
check 'a file that is no certificate is refused' test "$status" -eq 3
run --certificate b.pem --key plain.txt
check 'a file that is no key is refused' test "$status" -eq 3
run --certificate nowhere --key b.key
check 'a missing file is refused' test "$status" -eq 3
run --certificate a.pem
check 'the key is required' test "$status" -eq 2
run --certificate a.pem --key 'x; touch pwned'
check 'a hostile value runs nothing' test ! -e pwned

# One EC key in three forms, and two encodings of its point.
openssl ec -in b.key -param_enc explicit -out explicit.key 2>/dev/null; openssl ec -in b.key -conv_form compressed -out compressed.key 2>/dev/null
for form in explicit compressed; do
  chmod 600 $form.key; openssl req -x509 -key $form.key -subj /CN=b -days 9 -out $form.pem
  run --certificate b.pem --key $form.key
  check "the same key in another form belongs to it: $form" test "$status:$(grep -c ^match <<<"$out")" = 0:1
  run --certificate $form.pem --key b.key
  check "a certificate with its key in another form too: $form" test "$status:$(grep -c ^match <<<"$out")" = 0:1
done
cat a.pem explicit.pem >odd.pem; run --certificate odd.pem --key b.key
check 'and it is found further down' test "$status:$(grep -c 'certificate 2 of odd.pem was made for this key' <<<"$out")" = 1:1

# Where no file can be made a here-string has no text.
run --certificate a.pem --key other.key
marks=$(sed -n 's/.*: public key //p' <<<"$out" | sort -u)
check 'two keys have two fingerprints' test "$(wc -l <<<"$marks")" -eq 2
check 'no text passes through a file of the shell' test -z "$(grep -n '<<<' "$SCRIPT")"
stub openssl <<<'[ "$1" != dgst ] || exit 1; PATH=${PATH#*:} exec openssl "$@"'
run --certificate b.pem --key b.key
check 'a fingerprint that cannot be made is a failure' test "$status:$(grep -c ^match <<<"$out"):$(grep -c 'cannot read the public key' <<<"$err")" = 1:0:1
rm .stubs/openssl

mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --certificate a.pem --key b.key >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
