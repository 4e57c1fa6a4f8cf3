#!/usr/bin/env bash
. "$HARNESS"
# with: certificate_name=shop
# with: certificate_source=/srv/in/shop.crt
# with: private_source=/srv/in/shop.key
# refused: certificate_name=../x
# refused: certificate_name=site.crt
# refused: certificate_source=x
# refuses: no_certificate: No such file
# refuses: certificate_in_der: Could not
# refuses: key_in_der: Could not
# refuses: expired: non-zero return code
# refuses: key_with_a_passphrase: Could not
# refuses: key_of_another_certificate: is not the private key of
# refuses: nginx_refuses: cannot load
# fails: nginx_refuses_them: what was there before is there again

before() {
  stub systemctl <"$UNITS"
  systemctl start nginx
  stub nginx <<'EOF'
[[ $* == -[tT] ]] && cat /srv/nginx.conf
[[ $* == -[tT] ]] && cat /srv/nginx.conf
EOF
  comment=''
  [[ $certificate_name != shop ]] || comment='# '
  printf 'server {\n  %sssl_certificate /etc/ssl/certs/%s.crt;\n}\n' "$comment" "$certificate_name" >/srv/nginx.conf
  mkdir -p "${certificate_source%/*}" "${private_source%/*}" /etc/ssl/private /etc/ssl/certs
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 9 -subj /CN=example.org \
    -keyout "$private_source" -out "$certificate_source"
  chmod 644 "$private_source"
  echo 'the old certificate' >"/etc/ssl/certs/$certificate_name.crt"
  echo 'the old key' >"/etc/ssl/private/$certificate_name.pem"
  # One is read by a service of this group.
  [[ $certificate_name != shop ]] || chgrp www-data /etc/ssl/private/shop.pem
  chmod 640 "/etc/ssl/private/$certificate_name.pem"
}

no_certificate() { rm "$certificate_source"; }

# As Windows writes it: OpenSSL reads it, and hardly any service.
certificate_in_der() {
  openssl x509 -in "$certificate_source" -outform DER -out "$certificate_source.der"
  mv "$certificate_source.der" "$certificate_source"
}

key_in_der() {
  openssl pkey -in "$private_source" -outform DER -out "$private_source.der"
  mv "$private_source.der" "$private_source"
}

expired() {
  openssl req -new -key "$private_source" -subj /CN=example.org |
    openssl x509 -req -signkey "$private_source" -days -1 -out "$certificate_source"
}

key_with_a_passphrase() {
  openssl pkey -in "$private_source" -aes256 -passout pass:secret -out "$private_source.new"
  mv "$private_source.new" "$private_source"
}

key_of_another_certificate() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1 -out "$private_source"; }
nginx_refuses() { stub nginx <<<'echo "nginx: [emerg] cannot load certificate" >&2; exit 1'; }

# And what was there is there again when it is asked the next time.
nginx_refuses_them() {
  stub nginx <<<"grep -qx 'the old key' /etc/ssl/private/$certificate_name.pem && grep -qx 'the old certificate' /etc/ssl/certs/$certificate_name.crt"
}

after() {
  private=/etc/ssl/private/$certificate_name.pem certificate=/etc/ssl/certs/$certificate_name.crt
  check 'the certificate is the new one' cmp "$certificate_source" "$certificate"
  check 'the key is its own' test "$(openssl pkey -in "$private" -pubout)" = "$(openssl x509 -in "$certificate" -noout -pubkey)"
  if [[ $certificate_name == shop ]]; then check 'its service may still read the key, and nobody else' test "$(stat -c %U:%G:%a "$private")" = root:www-data:640
  else check 'only root may read the key' test "$(stat -c %U:%a "$private")" = root:600; fi
  check 'everybody may read the certificate' test "$(stat -c %a "$certificate")" = 644
  check 'the old ones are kept' grep -qx 'the old key' "$private".*~
  check 'both of them' grep -qx 'the old certificate' "$certificate".*~
  check 'nginx tested its configuration before and after' test "$(calls '^nginx' | head -n 2)" = $'nginx -t\nnginx -T'
  words='and names this certificate'
  [[ $certificate_name != shop ]] || words='does not name this certificate'
  check 'it is told whether nginx uses it, for which a comment does not count' grep -q "$words" <<<"$(ansible-playbook -i /work/inventory.ini /work/playbook/playbook.yml)"
  # The second run, too, for the first may have ended before it.
  check 'nginx is told by every run' test "$(calls '^systemctl reload nginx' | wc -l)" -eq "$(calls '^nginx -T' | wc -l)"
}
