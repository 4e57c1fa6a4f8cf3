#!/usr/bin/env bash
. "$HARNESS"
use tls

issue soon 10; issue past 0
mkdir -p 'certs/a b'; cp /tls/soon.pem 'certs/a b/soon.crt'; cp /tls/past.pem certs/past.cer; cp /tls/www.pem /tls/www.key certs/; mv certs/www.key certs/key.pem
run --directory certs
check 'those that expire are listed, the most urgent first' test "$status:$(grep -c 'certs/' <<<"$out")" = 1:2 -a -n "$(sed -n 1p <<<"$out" | grep -E 'EXPIRED [01] days ago  certs/past.cer$')"
check 'all is counted' grep -q '^2 of 3 files below certs hold a certificate that expires within 30 days; 1 files hold no certificate; ' <<<"$out"
cat /tls/www.pem certs/past.cer >certs/chain.pem; rm certs/past.cer
run --directory certs --days 5
check 'one behind the first in its file is found' grep -Eq 'EXPIRED [01] days ago, certificate 2 of 2 in it  certs/chain.pem$' <<<"$out"
rm certs/chain.pem
run --directory certs --days 9
check 'none within a shorter time' test "$status" -eq 0
run --directory certs --days 500
check 'all within a longer one' test "$status" -eq 1 -a -n "$(grep '^2 of 2' <<<"$out")"
check 'there is nothing that is left out' test -z "$err"
mkdir certs/mounted && mount -t tmpfs more certs/mounted && cp /tls/soon.pem certs/mounted/
openssl pkcs12 -export -in /tls/www.pem -inkey /tls/www.key -passout pass:x -out certs/www.p12
run --directory certs --days 9
check 'another file system and a key store are told' test "$status:$(grep -c '^not entered: certs/mounted is another file system$' <<<"$err"):$(grep -c '^not looked into: 1 key stores, such as certs/www.p12$' <<<"$err")" = 0:1:1
umount certs/mounted; rm certs/www.p12
ln -s "$PWD/certs" named; mkdir only-a-link; ln -s ../certs only-a-link/certs
run --directory named --days 500
check 'a directory that is named by a link is searched' grep -q '^2 of 2' <<<"$out"
run --directory only-a-link
check 'what lies behind a link is not, and that is told' test "$status:$(grep -c '^not entered: only-a-link/certs' <<<"$err"):$(grep -c 'there is no certificate' <<<"$err")" = 1:1:1
run --directory /etc/ssl
check 'what Debian installs can be searched' grep -qE '^[0-9]+ of [0-9]+ files below /etc/ssl hold a certificate that expires within 30 days' <<<"$out"
chmod 755 /tls /scratch certs 'certs/a b'; chmod 600 certs/www.pem; chmod 644 certs/key.pem 'certs/a b/soon.crt'
sudo_out=$(setpriv --reuid 65534 --regid 65534 --clear-groups bash "$SCRIPT" --directory certs --days 9 2>&1); rc=$?
check 'a file that may not be read makes the search incomplete' test "$rc" -eq 1 -a -n "$(grep '^cannot read: certs/www.pem' <<<"$sudo_out")"
finish
