#!/usr/bin/env bash
. "$HARNESS"
# with: site_name=docs.example.net
# with: site_root=/srv/docs
# refused: site_name=a b
# refused: site_root=docs

before() {
  stub systemctl <"$UNITS"
  mkdir -p /etc/nginx/sites-available /etc/nginx/sites-enabled
  stub nginx <<'EOF'
[[ $* == -t ]]
EOF
  systemctl start nginx
}

after() {
  file=/etc/nginx/sites-enabled/$site_name.conf
  check 'the site is enabled' test "$(readlink "$file")" = "/etc/nginx/sites-available/$site_name.conf"
  check 'it has its name' grep -qxF "  server_name $site_name;" "$file"
  check 'it serves the folder' grep -qxF "  root $site_root;" "$file"
  check 'the configuration was tested before nginx took it' test "$(calls | grep -n 'nginx -t' | cut -d: -f1)" -lt "$(calls | grep -n 'reload nginx' | cut -d: -f1)"
}
