#!/usr/bin/env bash
. "$HARNESS"
# with: site_name=docs.example.net
# with: site_root=/srv/docs
# refused: site_name=a b
# refused: site_name=docs.
# refused: site_root=docs
# refused: site_root=/etc
# refused: site_root=/srv/my docs

before() {
  stub systemctl <"$UNITS"
  mkdir -p /etc/nginx/sites-available /etc/nginx/sites-enabled "$site_root"
  rm -f /etc/nginx/sites-enabled/*
  stub nginx <<'EOF'
case $* in
-t) ;;
-T) for file in /etc/nginx/sites-enabled/*; do echo "# configuration file $file:"; cat "$file"; done ;;
*) exit 1 ;;
esac
EOF
  systemctl start nginx
}

after() {
  file=/etc/nginx/sites-enabled/$site_name.conf
  check 'the site is enabled' test "$(readlink "$file")" = "/etc/nginx/sites-available/$site_name.conf"
  check 'it has its name' grep -qxF "  server_name $site_name;" "$file"
  check 'it serves the folder' grep -qxF "  root $site_root;" "$file"
  check 'the configuration was tested before nginx took it' test "$(calls '' | grep -n 'nginx -T' | head -n 1 | cut -d: -f1)" -lt "$(calls '' | grep -n 'reload nginx' | head -n 1 | cut -d: -f1)"
}
