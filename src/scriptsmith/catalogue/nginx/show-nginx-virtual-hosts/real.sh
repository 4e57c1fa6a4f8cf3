#!/usr/bin/env bash
. "$HARNESS"
use nginx

run
check 'the site that Debian enables is shown' \
  grep -qxF 'http  listen: 80 default_server, [::]:80 default_server  names: _  file: /etc/nginx/sites-enabled/default' <<<"$out"
check 'one server block is all that there is' grep -qx '1 server blocks on disk (nginx may have loaded older ones)' <<<"$out"

cat >/etc/nginx/conf.d/shop.conf <<'EOF'
upstream app { server 127.0.0.1:9000; }
server {
    listen 8443;
    server_name shop.example.org
        www.shop.example.org;
    include snippets/shared.conf;
    location ~ "^/x{2}/" { return 200 "server { listen 9; }"; }
    location / { proxy_pass http://app; }
}
server { server_name bare.example.org; }
EOF
echo 'location /health { return 204; }' >/etc/nginx/snippets/shared.conf
nginx -t 2>/dev/null || { echo 'the configuration of this test is not valid' >&2; exit 1; }
run
check 'a file of conf.d is shown, with names on two lines' \
  grep -qxF 'http  listen: 8443  names: shop.example.org www.shop.example.org  file: /etc/nginx/conf.d/shop.conf' <<<"$out"
check 'a block without listen too' grep -qF 'listen: (default)  names: bare.example.org' <<<"$out"
check 'snippets and upstreams are no server blocks' grep -qx '3 server blocks on disk (nginx may have loaded older ones)' <<<"$out"
check 'it succeeds' test "$status" -eq 0

echo 'listen 8444; server_name by-include.example.org;' >/etc/nginx/snippets/listen.conf
echo 'server { include snippets/listen.conf; }' >/etc/nginx/conf.d/included.conf
run
check 'a listener that is included is not told as the default' grep -qxF 'http  listen: (default, or in what it includes)  names: (none, or in what it includes)  file: /etc/nginx/conf.d/included.conf' <<<"$out"
rm /etc/nginx/conf.d/included.conf
echo 'server {' >/etc/nginx/conf.d/broken.conf
run
check 'a configuration that is not valid is refused' test "$status" -eq 3
finish
