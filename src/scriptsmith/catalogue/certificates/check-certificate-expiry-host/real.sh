#!/usr/bin/env bash
. "$HARNESS"
use tls

issue soon 10 'subjectAltName=DNS:soon.example.org'
serve 8443 -cert /tls/www.pem -key /tls/www.key -servername soon.example.org -cert2 /tls/soon.pem -key2 /tls/soon.key
run --host www.example.org --port 8443
check 'a long-lived certificate is fine' test "$status" -eq 0 -a -n "$(grep -E '^www.example.org \(127.0.0.1\) port 8443: ok until .*, (399|400) days left: CN *= *www.example.org$' <<<"$out")"
run --host soon.example.org --port 8443
check 'another name of the same server has another one, which expires soon' test "$status" -eq 1 -a -n "$(grep -E 'EXPIRES SOON .*, (9|10) days left' <<<"$out")"
run --host soon.example.org --port 8443 --days 9
check 'the number of days counts' test "$status" -eq 0
run --host 127.0.0.1 --port 8443
check 'an address is asked' test "$status" -eq 0
printf '127.0.0.1 two.example.org\n127.0.0.2 two.example.org\n' >>/etc/hosts
run --host two.example.org --port 8443
check 'a name with two addresses is asked at both' test "$status:$(grep -Ec '^two.example.org \(127.0.0.[12]\) port 8443: ok' <<<"$out")" = 0:2
issue past 0; serve 8444 -cert /tls/past.pem -key /tls/past.key
run --host www.example.org --port 8444
check 'an expired one is told' test "$status" -eq 1 -a -n "$(grep 'EXPIRED' <<<"$out")"
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=old.example.org -days 10 -keyout /tls/old.key -out /tls/old.pem 2>/dev/null
serve 8445 -cert /tls/www.pem -key /tls/www.key -dcert /tls/old.pem -dkey /tls/old.key
run --host www.example.org --port 8445
check 'of two certificates for two kinds of keys both are seen' test "$status:$(grep -c ': ok until .*www.example.org$' <<<"$out"):$(grep -c ': EXPIRES SOON .*old.example.org$' <<<"$out")" = 1:1:1
serve 8446 -cert /tls/old.pem -key /tls/old.key
run --host www.example.org --port 8446 --days 3
check 'a server with one of them has one' test "$status:$(grep -c ' port 8446: ' <<<"$out")" = 0:1
run --host www.example.org --port 1
check 'a closed port is a failure' test "$status" -eq 1
check 'and is told' grep -q '^www.example.org (127.0.0.1) port 1 presented no certificate' <<<"$err"
finish
