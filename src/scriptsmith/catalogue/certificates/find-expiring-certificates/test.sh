#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'tls/a b'
openssl ecparam -name prime256v1 -genkey -noout -out tls/key.pem 2>/dev/null
make() { openssl req -x509 -key tls/key.pem -subj "/CN=x" -days "$2" -out "$1" 2>/dev/null; }
make 'tls/a b/soon.crt' 10
make tls/long.pem 400
make $'tls/new\nline.CER' 5
make tls/other.txt 1
cp 'tls/a b/soon.crt' tls/-dash.pem

run --directory tls
check 'some that expire are a failure' test "$status" -eq 1
check 'one that expires soon is listed' grep -Eq '^[0-9-]{10}  (9|10) days left  tls/a b/soon.crt$' <<<"$out"
check 'the most urgent comes first' grep -q 'new\\nline.CER' <<<"${out%%$'\n'*}"
check 'a long-lived one is not listed' test -z "$(grep 'long.pem' <<<"$out")"
check 'a leading dash is survived' grep -q -- '-dash.pem$' <<<"$out"
check 'it counts, and tells what holds none' grep -q '^3 of 4 files below tls hold a certificate that expires within 30 days; 1 files hold no certificate; ' <<<"$out"
check 'of key stores nothing is said where there are none' test -z "$err"
touch 'tls/a b/kafka.jks' tls/site.P12
run --directory tls --days 3
check 'key stores are told' grep -qE '^not looked into: 2 key stores, such as tls/(a b/kafka.jks|site.P12)$' <<<"$err"
rm 'tls/a b/kafka.jks' tls/site.P12
run --directory tls --days 3
check 'none within a shorter time' test "$status" -eq 0
check 'it says so' grep -q '^0 of 4' <<<"$out"
stub find <<<'exec /usr/bin/find "$@"'
run --directory tls --days 999
check 'a file that goes while it looks is no failure' test -n "$(calls '^find .* -ignore_readdir_race .*pem')"
rm .stubs/find
check 'a longer time finds more' grep -q '^4 of 4' <<<"$out"
ln -s nowhere tls/broken.pem
run --directory tls --days 3
check 'a broken link is passed over' test "$status" -eq 0
openssl x509 -in tls/long.pem -outform DER -out tls/windows.cer; run --directory tls --days 999
check 'one in DER form is looked at' grep -q '^5 of 5' <<<"$out"
rm tls/windows.cer; cat tls/key.pem tls/long.pem tls/new*.CER 'tls/a b/soon.crt' | sed 's/$/\r/' >tls/chain.pem
run --directory tls --days 8
check 'of several in one file the one that expires first is told' grep -Eq '^[0-9-]{10}  [45] days left, certificate 2 of 3 in it  tls/chain.pem$' <<<"$out"
check 'and the file counts once' grep -q '^2 of 5' <<<"$out"
rm tls/chain.pem; mkdir linked; ln -s ../tls linked/certs
run --directory linked
check 'a link to a directory is told' grep -qx 'not entered: linked/certs is a link to a directory' <<<"$err"
check 'where no certificate was found all is not well' test "$status" -eq 1 -a -n "$(grep 'there is no certificate below linked' <<<"$err")"
run --directory linked/certs --days 3
check 'a directory that is named by a link is searched' test "$status:${out%% files*}" = '0:0 of 4'
stub find <<'EOF'
case "$*" in *-printf*) printf '0 tls/mo unt\0%s tls/a b\0' "$(stat -c %d tls)" ;; *) printf 'tls/long.pem\0' ;; esac; exit 1
EOF
run --directory tls --days 3
check 'an incomplete search is a failure' test "$status" -eq 1
check 'another file system is told' test "$(grep 'file system' <<<"$err")" = 'not entered: tls/mo unt is another file system'
run --directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --directory tls --days '1; touch pwned'
check 'a hostile number is refused' test "$status" -eq 2
run --directory '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
check 'no text passes through a file of the shell, which a full disk has no room for' test -z "$(grep -n '<<<' "$SCRIPT")"
run --directory tls
check 'which files are looked at is told' grep -q 'names other than .pem, .crt, .cer and .cert are passed over$' <<<"$out"
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --directory tls >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
