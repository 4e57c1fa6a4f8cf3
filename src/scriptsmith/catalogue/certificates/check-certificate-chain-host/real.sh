#!/usr/bin/env bash
. "$HARNESS"
use tls

serve 8443 -cert /tls/www.pem -key /tls/www.key -cert_chain /tls/mid.pem
serve 8444 -cert /tls/www.pem -key /tls/www.key
cat /tls/mid.pem /tls/root.pem >/tls/both.pem
run --ca /tls/both.pem --host www.example.org --port 8444
check 'a link that only the file has is missing, though openssl trusts the chain' test "$status:$(tail -n 1 <<<"$out")" = '1:NOT complete: the server sends 1 of 2 certificates below the root; the others were found only here'
run --ca /tls/both.pem --host www.example.org --port 8443
check 'with it the chain is whole' test "$status:$(grep -c '^note' <<<"$out")" = 0:0
serve 8446 -cert /tls/www.pem -key /tls/www.key -cert_chain /tls/root.pem
serve 8447 -cert /tls/www.pem -key /tls/www.key -cert_chain /tls/www.pem
for port in 8446 8447; do
  run --ca /tls/both.pem --host www.example.org --port $port
  check "what is sent in place of the link is none ($port)" test "$status:$(tail -n 1 <<<"$out")" = '1:NOT complete: the server sends 1 of 2 certificates below the root; the others were found only here'
done
serve 8448 -cert /tls/www.pem -key /tls/www.key -cert_chain /tls/both.pem
run --ca /tls/both.pem --host www.example.org --port 8448
check 'the root may be sent as well' test "$status" -eq 0
# Two servers of one name, of which one leaves the link out.
(exec openssl s_server -accept 127.0.0.1:8449 -quiet -cert /tls/www.pem -key /tls/www.key -cert_chain /tls/mid.pem >/dev/null 2>&1 &)
(exec openssl s_server -accept 127.0.0.2:8449 -quiet -cert /tls/www.pem -key /tls/www.key >/dev/null 2>&1 &)
await bash -c 'exec 3<>/dev/tcp/127.0.0.1/8449 4<>/dev/tcp/127.0.0.2/8449'
printf '127.0.0.%d two.shop.example.org\n' 1 2 >>/etc/hosts
run --ca /tls/root.pem --host two.shop.example.org --port 8449
check 'each address of a name is asked, and the worst counts' test "$status:$(grep -c '^chain sent by two.shop.example.org (127.0.0.[12]) port 8449:$' <<<"$out"):$(grep -c '^trusted' <<<"$out"):$(grep -c '^NOT trusted' <<<"$out")" = 1:2:1:1
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
