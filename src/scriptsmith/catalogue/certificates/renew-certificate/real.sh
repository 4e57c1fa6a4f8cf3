#!/usr/bin/env bash
# packages: nginx-light
. "$HARNESS"
use systemd
use acme

cat >/etc/nginx/sites-enabled/default <<'X'
server { listen 127.0.0.1:8443 ssl; ssl_certificate /etc/letsencrypt/live/www.example.org/fullchain.pem; ssl_certificate_key /etc/letsencrypt/live/www.example.org/privkey.pem; }
X
systemctl start nginx
served() { openssl s_client -connect 127.0.0.1:8443 </dev/null 2>/dev/null | openssl x509 -noout -serial; }
serial() { openssl x509 -in /etc/letsencrypt/live/www.example.org/cert.pem -noout -serial; }
await served
first=$(serial)
run --name www.example.org --service nginx
check 'one that is valid for long is left alone' test "$status:$(grep -c '^nothing to renew' <<<"$out"):$(serial)" = "0:1:$first"
run --name www.example.org --service nginx --days 9999 --dry-run
check 'a dry run renews nothing' test "$status:$(serial)" = "0:$first"
run --name www.example.org --service nginx --days 9999 --connect 127.0.0.1:8443
check 'it succeeds' test "$status" -eq 0
check 'the certificate is another one' test "$(serial)" != "$first"
check 'and served' test "$(served)" = "$(serial)"
second=$(serial)
kill "$acme"
run --name www.example.org --service nginx --days 9999
check 'without the authority it fails' test "$status:$(served)" = "1:$second"
run --name absent.example.org --service nginx
check 'a name that certbot has not is refused' test "$status" -eq 3
systemctl stop nginx
run --name www.example.org --service nginx --days 9999
check 'so is a service that does not run' test "$status" -eq 3
finish
