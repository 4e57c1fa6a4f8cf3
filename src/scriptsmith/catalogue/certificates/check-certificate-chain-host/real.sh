#!/usr/bin/env bash
. "$HARNESS"
use tls

serve 8443 -cert /tls/www.pem -key /tls/www.key -cert_chain /tls/mid.pem
serve 8444 -cert /tls/www.pem -key /tls/www.key
issue soon 0 'subjectAltName=DNS:soon.example.org'
serve 8445 -cert /tls/soon.pem -key /tls/soon.key -cert_chain /tls/mid.pem
on() { run --ca /tls/root.pem --host "$@"; }
on www.example.org --port 8443
check 'a whole chain is trusted' test "$status" -eq 0 -a -n "$(grep '^trusted: 2 certificates sent' <<<"$out")"
check 'the chain is shown' grep -qE '^ 1 s:CN *= *Mid$' <<<"$out"
on 127.0.0.1 --port 8443
check 'by its address too' test "$status" -eq 0
on other.example.org --port 8443
check 'another name is not' test "$status" -eq 1 -a -n "$(grep 'for another name' <<<"$out")"
on www.example.org --port 8444
check 'a missing intermediate is told' test "$status" -eq 1 -a -n "$(grep '^NOT trusted: .*intermediate certificate is missing' <<<"$out")"
on soon.example.org --port 8445
check 'an expired one is told' test "$status" -eq 1 -a -n "$(grep 'has expired' <<<"$out")"
run --host www.example.org --port 8443
check 'a CA that this machine does not know is not trusted' test "$status" -eq 1 -a -n "$(grep '^NOT trusted' <<<"$out")"
on www.example.org --port 1
check 'a closed port is a failure' test "$status" -eq 1
finish
