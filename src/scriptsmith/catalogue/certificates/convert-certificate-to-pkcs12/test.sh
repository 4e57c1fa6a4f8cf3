#!/usr/bin/env bash
. "$HARNESS"

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=app -days 9 -keyout 'a key.pem' -out app.crt 2>/dev/null
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=CA -days 9 -keyout ca.key -out ca.crt 2>/dev/null
printf 'three blind $mice; touch pwned\n' >pw
chmod 600 pw
files=(--certificate app.crt --key 'a key.pem' --password-file pw)
read_store() { openssl pkcs12 -in "$1" -passin file:pw "${@:2}" 2>/dev/null; }

run "${files[@]}" --output app.p12 --dry-run
check 'a dry run says what it would do' grep -q '^would create: app.p12 with app.crt as server' <<<"$out"
check 'a dry run creates nothing' test ! -e app.p12
run "${files[@]}" --output app.p12 --chain ca.crt --alias tomcat
check 'it succeeds' test "$status" -eq 0
check 'the keystore holds certificate and chain' test "$(read_store app.p12 -nokeys | grep -c BEGIN)" -eq 2
check 'it holds the key' grep -q 'PRIVATE KEY' <<<"$(read_store app.p12 -nocerts -nodes)"
check 'the alias is set' grep -q 'friendlyName: tomcat' <<<"$(read_store app.p12 -nokeys -clcerts)"
check 'only the owner may read it' test "$(stat -c %a app.p12)" = 600
sum=$(sha256sum <app.p12)
run "${files[@]}" --output app.p12 --chain ca.crt --alias tomcat
check 'a second run succeeds' test "$status" -eq 0
check 'a second run changes nothing' test "$(sha256sum <app.p12)" = "$sum"
check 'the password is not shown' test -z "$(grep mice <<<"$out$err")"

run "${files[@]}" --output app.p12 --chain ca.crt
check 'another entry is no second run' test "$status:$(grep -c 'exists with other content' <<<"$err")" = 3:1
run "${files[@]}" --output plain.p12
run "${files[@]}" --output plain.p12 --chain ca.crt
check 'nor is a keystore without the chain' test "$status:$(grep -c 'exists with other content' <<<"$err")" = 3:1
run "${files[@]}" --output plain.p12
check 'what is there may hold no chain where none is wanted' test "$status" -eq 0
run "${files[@]}" --output c.p12 --chain pw
check 'a chain without certificates is refused' test "$status:$(grep -c 'no PEM certificates in pw' <<<"$err")" = 3:1
cat ca.crt app.crt >both.pem
run "${files[@]}" --output two.p12 --chain both.pem
check 'a chain of several is held' test "$status:$(read_store two.p12 -nokeys | grep -c BEGIN)" = 0:3
printf 'precious\n' >other.p12
run "${files[@]}" --output other.p12
check 'another file is not overwritten' bash -c '[ "$1" -eq 3 ] && grep -qx precious other.p12' _ "$status"
run --certificate app.crt --key ca.key --password-file pw --output b.p12
check 'a key of another certificate is refused' test "$status" -eq 3
chmod 644 pw
run "${files[@]}" --output b.p12
check 'an open password file is refused' test "$status" -eq 3
: >empty
chmod 600 empty
run --certificate app.crt --key 'a key.pem' --password-file empty --output b.p12
check 'an empty password is refused' test "$status:$(grep -c 'empty is empty' <<<"$err")" = 3:1
printf 'hunte\n' >empty
run --certificate app.crt --key 'a key.pem' --password-file empty --output b.p12
check 'so is one that Java would not take' test "$status:$(grep -c 'fewer than 6' <<<"$err")" = 3:1
for mode in 640 606 610; do
  chmod $mode pw
  run "${files[@]}" --output b.p12
  check "so is a password file with mode $mode" test "$status" -eq 3
done
check 'nothing was written by a refused run' test ! -e b.p12
run --certificate app.crt --key 'a key.pem'
check 'the output is required' test "$status" -eq 2
chmod 600 pw
printf 'hunter' >'the  pw' # without an end of its line
cp app.crt 'the  app.crt'; cp ca.crt 'the  ca.crt'; cp ca.crt broken.pem; chmod 600 'the  pw'
printf -- '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' >>broken.pem
blanks=(--certificate 'the  app.crt' --key 'a key.pem' --password-file "$PWD/the  pw" --chain 'the  ca.crt' --output 'the  store.p12')
run "${blanks[@]}" --dry-run
check 'names may have blanks' grep -qx 'would create: the  store.p12 with the  app.crt and the  ca.crt as server' <<<"$out"
run "${blanks[@]}"
check 'and be of files that are read and written' test "$out" = "created: the  store.p12 (entry server), $(stat -c %s 'the  store.p12') bytes"
run "${blanks[@]}"
check 'and of one that is there' test "$out" = 'nothing to do: the  store.p12 holds all this already'
run "${blanks[@]}" --output 'no  place/b.p12'
check 'a missing directory is refused' test "$status:${err#*: }" = '3:no such directory: no  place'
for option in certificate key password-file chain; do
  run "${blanks[@]}" --output b.p12 --$option none
  check "a missing file is refused: $option" test "$status:${err#*: }" = '3:cannot read none'
  mkdir none; run "${blanks[@]}" --output b.p12 --$option none; rmdir none
  check "and a directory is none: $option" test "$status:${err#*: }" = '3:cannot read none'
done
run "${files[@]}" --output b.p12 --chain broken.pem
check 'a chain with a broken certificate is refused' test "$status" -eq 3
printf %s "$(<ca.crt)" >cut.pem; sed 's/$/\r/' both.pem >windows.pem
run "${files[@]}" --output cut.p12 --chain cut.pem
check 'a chain whose last line has no end is one' test "$status:$(read_store cut.p12 -nokeys | grep -c BEGIN)" = 0:2
run "${files[@]}" --output windows.p12 --chain windows.pem
check 'so is one of Windows' test "$status:$(read_store windows.p12 -nokeys | grep -c BEGIN)" = 0:3
printf 'three blind mice\r\n' >windows.pw; chmod 600 windows.pw
run --certificate app.crt --key 'a key.pem' --password-file windows.pw --output b.p12
check 'a password that would end in a carriage return is refused' test "$status:$(grep -c 'carriage return' <<<"$err")" = 3:1
stub openssl <<'EOF'
case "$*" in
  'version') echo "OpenSSL $(cat version)"; exit ;;
  'pkcs12 -export '*) case "$*" in *' -out c.p12') echo part >c.p12 ;; esac; echo 'pkcs12: Error writing output: No space left on device' >&2; exit 1 ;;
  'pkcs12 -in '*-nocerts*) exec cat ca.key ;;
esac
PATH=/usr/bin:/bin exec openssl "$@"
EOF
run "${blanks[@]}"
check 'a keystore with another key is none of it' test "$status:$(grep -c 'exists with other content' <<<"$err")" = 3:1
run "${blanks[@]}" --output b.p12
check 'one that cannot be written is a failure, and why is told' test "$status:${err#*: }" = '1:openssl could not make it: pkcs12: Error writing output: No space left on device'
run "${blanks[@]}" --output c.p12
check 'what it left is told' test "$status:$(grep -cx 'note: it left a part of c.p12, which is of no use: remove it' <<<"$err")" = 1:1
stub openssl <<'EOF'
[ "$*" != version ] || { echo "OpenSSL $(cat version)"; exit; }
PATH=/usr/bin:/bin exec openssl "$@"
EOF
for version in '1.1.1w  11 Sep 2023:0' '3.0.11 19 Sep 2023:1' '4.0.0 1 Jan 2027:1'; do
  echo "${version%:*}" >version; rm -f d.p12
  run "${files[@]}" --output d.p12
  check "what old readers cannot read is told: ${version%:*}" test "$status:$(grep -c '^note: .*Windows Server before 2019, .*phones\. For these: openssl pkcs12 ' <<<"$err")" = "0:${version##*:}"
done
rm .stubs/openssl
run "${blanks[@]}" --output e.p12
sed -n 's/^note: .* For these: \(.*\) OTHER.p12 .*/umask 077; \1 old.p12/p' <<<"$err" >for-old; bash for-old
check 'the command that is told makes one with all of it' test "$(openssl pkcs12 -in old.p12 -passin "file:the  pw" -nodes 2>/dev/null | grep -cE 'BEGIN|friendlyName: server')" -ge 4
check 'in the old encryption' bash -c 'grep -q "SHA1And3-KeyTripleDES" <<<"$1" && ! grep -q AES <<<"$1"' _ "$(openssl pkcs12 -in old.p12 -passin "file:the  pw" -info -noout 2>&1)"
run "${files[@]}" --output b.p12 --alias '$(touch pwned)'
check 'a hostile alias is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --certificate app.crt --key ca.key --password-file pw --output b.p12 >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
