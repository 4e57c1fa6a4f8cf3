#!/usr/bin/env bash
. "$HARNESS"
use tls

issue soon 10; issue past 0
cat /tls/www.key /tls/www.pem /tls/mid.pem >'the chain.pem'; cat /tls/www.pem /tls/soon.pem >mixed.pem
run --file 'the chain.pem'
check 'each certificate of a chain is told' test "$status:$(grep -c '^ok until' <<<"$out")" = 0:2
check 'with its days' grep -qE ', (399|400) days left: CN *= *www.example.org$' <<<"$out"
run --file mixed.pem
check 'one of two that expires soon is a failure' test "$status" -eq 1 -a -n "$(grep -E '^EXPIRES SOON .*CN *= *soon.example.org$' <<<"$out")"
run --file mixed.pem --days 9
check 'the number of days counts' test "$status" -eq 0
run --file /tls/past.pem
check 'an expired one is told' test "$status" -eq 1 -a -n "$(grep '^EXPIRED' <<<"$out")"
run --file /tls/www.key
check 'a file without a certificate is refused' test "$status" -eq 3
finish
