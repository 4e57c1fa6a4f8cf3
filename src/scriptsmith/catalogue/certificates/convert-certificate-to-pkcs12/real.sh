#!/usr/bin/env bash
. "$HARNESS"
use tls

printf 'three blind $mice\n' >pw; chmod 600 pw
store() { openssl pkcs12 -in "$1" -passin file:pw "${@:2}" 2>/dev/null; }
files=(--certificate /tls/www.pem --key /tls/www.key --password-file pw)
run "${files[@]}" --output 'a b.p12' --dry-run
check 'a dry run writes nothing' test "$status" -eq 0 -a ! -e 'a b.p12'
run "${files[@]}" --output 'a b.p12' --chain /tls/mid.pem --alias tomcat
check 'the keystore holds the certificate and the chain' test "$status:$(store 'a b.p12' -nokeys | grep -c BEGIN)" = 0:2
check 'and the key' test "$(store 'a b.p12' -nocerts -nodes | openssl pkey -pubout)" = "$(openssl pkey -in /tls/www.key -pubout)"
check 'under its alias, for its owner only' test "$(stat -c %a 'a b.p12')" = 600 -a -n "$(store 'a b.p12' -nokeys | grep 'friendlyName: tomcat')"
sum=$(sha256sum <'a b.p12')
run "${files[@]}" --output 'a b.p12' --chain /tls/root.pem --alias tomcat
check 'one without this chain is not what was asked for' test "$status:$(sha256sum <'a b.p12')" = "3:$sum"
run "${files[@]}" --output 'a b.p12' --chain /tls/mid.pem --alias tomcat
check 'a second run changes nothing' test "$status:$(sha256sum <'a b.p12')" = "0:$sum"
printf %s "$(</tls/mid.pem)" >cut.pem
run "${files[@]}" --output cut.p12 --chain cut.pem
check 'a chain whose last line has no end is held' test "$status:$(store cut.p12 -nokeys | grep -c BEGIN)" = 0:2
printf 'precious\n' >other.p12
run "${files[@]}" --output other.p12
check 'another file is not overwritten' test "$status:$(cat other.p12)" = 3:precious
run --certificate /tls/www.pem --key /tls/mid.key --password-file pw --output b.p12
check 'a key of another certificate is refused' test "$status" -eq 3 -a ! -e b.p12
chmod 644 pw
run "${files[@]}" --output b.p12
check 'an open password file is refused' test "$status" -eq 3 -a ! -e b.p12
finish
