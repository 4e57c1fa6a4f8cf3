#!/usr/bin/env bash
. "$HARNESS"
use tls

issue bare 400
serve 8443 -cert /tls/www.pem -key /tls/www.key
serve 8444 -cert /tls/bare.pem -key /tls/bare.key
run --host www.example.org --port 8443
check 'all names are listed' bash -c 'grep -qx "  DNS:www.example.org" <<<"$1" && grep -qx "  DNS:\*.shop.example.org" <<<"$1" && grep -qx "  IP Address:127.0.0.1" <<<"$1"' _ "$out"
check 'the host is covered' test "$status" -eq 0 -a -n "$(grep -x 'covered: www.example.org' <<<"$out")"
run --host a.shop.example.org --port 8443
check 'a wildcard covers a name' test "$status" -eq 0
run --host www.example.org --port 8443 --name a.b.shop.example.org
check 'but none of two levels' test "$status" -eq 1 -a -n "$(grep -x 'NOT covered: a.b.shop.example.org' <<<"$out")"
run --host 127.0.0.1 --port 8443
check 'an address is covered' test "$status" -eq 0
run --host www.example.org --port 8444 --name bare.example.org
check 'a name that only the subject has is not' test "$status" -eq 1 -a -n "$(grep 'no alternative names' <<<"$out")"
printf '127.0.0.1 two.example.org\n127.0.0.2 two.example.org\n' >>/etc/hosts
run --host two.example.org --name www.example.org --port 8443
check 'that a name has two addresses is told' grep -q '^note: two.example.org has 2 addresses' <<<"$err"
issue other 400 'subjectAltName=DNS:other.example.org'
serve 8445 -cert /tls/other.pem -key /tls/other.key -servername www.example.org -cert2 /tls/www.pem -key2 /tls/www.key
run --host 127.0.0.1 --port 8445 --name www.example.org
check 'of several certificates that of the name is asked for' bash -c '[ "$1" = 0 ] && grep -qx "covered: www.example.org" <<<"$2"' _ "$status" "$out"
run --host 127.0.0.1 --port 8445 --name other.example.org
check 'the default one is judged where it is that of the name' test "$status" -eq 0
finish
