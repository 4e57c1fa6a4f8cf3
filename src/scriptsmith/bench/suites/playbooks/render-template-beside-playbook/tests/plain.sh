#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/nginx/sites-available /etc/nginx/sites-enabled /work/playbook/templates
  cat >/work/playbook/templates/site.conf.j2 <<'EOF'
server {
    listen 80;
    server_name {{ server_name }};
    root {{ root }};
}
EOF
}

after() {
  local file=/etc/nginx/sites-available/shop.conf
  local expected='server { listen 80; server_name shop.example.org; root /srv/shop/public; }'
  check 'the site is rendered' test "$(xargs <"$file")" = "$expected"
  check 'everybody can read it' test "$(stat -c %a "$file")" = 644
  check 'it is switched on' test "$(readlink -f /etc/nginx/sites-enabled/shop.conf)" = "$file"
  check 'by a link' test -L /etc/nginx/sites-enabled/shop.conf
}
