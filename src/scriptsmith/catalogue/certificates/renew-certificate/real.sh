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
check 'where it was looked, nothing is noted' test -z "$(grep '^note:' <<<"$out")"
run --name www.example.org --service nginx --connect 127.0.0.1:8443
check 'one that is not due and is served is left alone' test "$status:$(tail -n 1 <<<"$out")" = '0:served: by 127.0.0.1:8443'
certbot renew --quiet --cert-name www.example.org --force-renewal --no-random-sleep-on-renew
check 'the timer renews without a reload' test "$(served)" != "$(serial)"
third=$(serial)
run --name www.example.org --service nginx --connect 127.0.0.1:8443
check 'then the service is reloaded, and nothing is renewed' test "$status:$(served):$(serial)" = "0:$third:$third"
second=$third
certbot certonly --quiet --standalone --http-01-port 8402 --server https://localhost:14000/dir --non-interactive --cert-name www.example.org-0001 --domain www.example.org
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=other -days 9 -keyout other.key -out other.pem 2>/dev/null
cat >/etc/nginx/sites-enabled/named <<X
server { listen 127.0.0.1:8444 ssl default_server; ssl_certificate $PWD/other.pem; ssl_certificate_key $PWD/other.key; }
server { listen 127.0.0.1:8444 ssl; server_name www.example.org; ssl_certificate /etc/letsencrypt/live/www.example.org-0001/fullchain.pem; ssl_certificate_key /etc/letsencrypt/live/www.example.org-0001/privkey.pem; }
X
systemctl reload nginx
run --name www.example.org-0001 --service nginx --days 9999 --connect 127.0.0.1:8444
check 'a certificate of another name than its host is found where it is served' test "$status:$(grep -c '^served: by 127.0.0.1:8444' <<<"$out")" = 0:1
cat >mail.py <<'X'
import socket, ssl, sys
context = lambda: (c := ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), c.load_cert_chain("/etc/letsencrypt/live/www.example.org-0001/fullchain.pem", "/etc/letsencrypt/live/www.example.org-0001/privkey.pem"))[0]
server = socket.create_server(("127.0.0.1", 587))
while True:
    talk, _ = server.accept()
    try:
        talk.sendall(b"220 mail ESMTP\r\n")
        while (said := talk.recv(999)) and not said.upper().startswith(b"STARTTLS"): talk.sendall(b"250-mail\r\n250 STARTTLS\r\n")
        talk.sendall(b"220 go on\r\n")
        context().wrap_socket(talk, server_side=True).close()
    except OSError: pass
X
python3 mail.py & mail=$!
await bash -c 'echo quit | openssl s_client -connect 127.0.0.1:587 -starttls smtp >/dev/null 2>&1'
run --name www.example.org-0001 --service nginx --connect 127.0.0.1:587
check 'a mail server is asked by STARTTLS' test "$status:$(tail -n 1 <<<"$out")" = '0:served: by 127.0.0.1:587'
kill "$mail"
unit rigid.service <<<$'[Service]\nExecStart=/bin/sleep 1000'
systemctl start rigid
third=$(openssl x509 -in /etc/letsencrypt/live/www.example.org-0001/cert.pem -noout -serial)
run --name www.example.org-0001 --service rigid --days 9999
check 'for a service that cannot be reloaded nothing is renewed' test "$status:$(openssl x509 -in /etc/letsencrypt/live/www.example.org-0001/cert.pem -noout -serial)" = "3:$third"
kill "$acme"
run --name www.example.org --service nginx --days 9999
check 'without the authority it fails' test "$status:$(served)" = "1:$second"
run --name absent.example.org --service nginx
check 'a name that certbot has not is refused' test "$status" -eq 3
systemctl stop nginx
run --name www.example.org --service nginx --days 9999
check 'so is a service that does not run' test "$status" -eq 3
finish
