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
finish
