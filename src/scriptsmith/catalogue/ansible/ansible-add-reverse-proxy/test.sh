#!/usr/bin/env bash
. "$HARNESS"
# with: proxy_name=api.example.net
# with: proxy_port=9000
# refused: proxy_port=0
# refused: proxy_name=a b
# refused: proxy_name=default

before() {
  stub systemctl <"$UNITS"
  mkdir -p /etc/nginx/sites-available /etc/nginx/sites-enabled
  stub nginx <<'EOF'
case $* in
  -T) echo '    include /etc/nginx/sites-enabled/*;' ;;
  -t) echo 'nginx: [warn] conflicting server name "other.example.org" on 0.0.0.0:80, ignored' >&2 ;;
  *) exit 1 ;;
esac
EOF
  systemctl start nginx
}

after() {
  file=/etc/nginx/sites-enabled/$proxy_name.conf
  check 'the site is enabled' test "$(readlink "$file")" = "/etc/nginx/sites-available/$proxy_name.conf"
  check 'it has its name' grep -qxF "  server_name $proxy_name;" "$file"
  check 'it leads to the application' grep -qxF "    proxy_pass http://127.0.0.1:$proxy_port;" "$file"
  check 'the application hears who asks' grep -qF 'X-Forwarded-For $proxy_add_x_forwarded_for;' "$file"
  check 'the configuration was tested before nginx took it' test "$(calls | grep -n 'nginx -t' | head -n 1 | cut -d: -f1)" -lt "$(calls | grep -n 'reload nginx' | head -n 1 | cut -d: -f1)"
}
