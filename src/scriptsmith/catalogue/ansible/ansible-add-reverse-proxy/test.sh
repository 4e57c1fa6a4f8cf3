#!/usr/bin/env bash
. "$HARNESS"
# with: proxy_name=api.example.net
# with: proxy_port=9000
# refused: proxy_port=0
# refused: proxy_name=a b
# refused: proxy_name=default
# refuses: site_of_another_kind: more than a reverse proxy
# refuses: site_with_more: more than a reverse proxy
# refuses: site_with_a_certificate: more than a reverse proxy
# refuses: sites_not_included: does not include
# refuses: include_is_a_comment: does not include
# refuses: file_of_its_own: is a file of its own
# refuses: link_to_another_site: is a file of its own, or a link to another site
# fails: not_taken: nginx does not take the site: nginx: [emerg]
# refuses: not_taken_with_another_port: nginx does not take the site: nginx: [emerg]
# refuses: not_taken_with_a_relative_link: nginx does not take the site: nginx: [emerg]
# fails: reload_fails: nginx does not take the site: Unable to reload service nginx
# fails: name_of_another_site: has the name
# refuses: name_of_another_site_added_later: has the name

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

written_before() {
  site=/etc/nginx/sites-available/$proxy_name.conf
  cat >"$site" <<EOF
server {
  listen 80;
  listen [::]:80;
  server_name $proxy_name;
  location / {
    proxy_pass http://127.0.0.1:$proxy_port;
    proxy_set_header Host \$host;
    proxy_set_header X-Forwarded-For \$proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto \$scheme;
  }
}
EOF
  ln -s "$site" /etc/nginx/sites-enabled
}

site_of_another_kind() {
  written_before
  sed -i 's/proxy_set_header X-Forwarded-Proto.*/proxy_read_timeout 600;/' "$site"
}

site_with_more() {
  written_before
  sed -i '/server_name/a\  client_max_body_size 1g;' "$site"
}

site_with_a_certificate() {
  written_before
  sed -i 's/listen 80;/listen 443 ssl;/' "$site"
}

sites_not_included() { sed -i 's/sites-enabled/conf.d/' "$(type -P nginx)"; }

include_is_a_comment() { sed -i 's/include/# include/' "$(type -P nginx)"; }

not_taken() { sed -i 's/-t) .*/-t) echo "nginx: [emerg] host not found" >\&2; exit 1 ;;/' "$(type -P nginx)"; }

file_of_its_own() { echo 'server { listen 80; }' >"/etc/nginx/sites-enabled/$proxy_name.conf"; }

link_to_another_site() { ln -s ../sites-available/other.conf "/etc/nginx/sites-enabled/$proxy_name.conf"; }

# The site that works stays as it was, so that the next run reloads nginx for it.
not_taken_with_another_port() {
  written_before
  sed -i 's#127.0.0.1:.*;#127.0.0.1:1;#' "$site"
  not_taken
}

not_taken_with_a_relative_link() {
  written_before
  ln -sf "../sites-available/$proxy_name.conf" /etc/nginx/sites-enabled
  not_taken
}

# As where port 80 is another program's: the second run must not find all in order.
reload_fails() { { echo '[[ $1 != reload ]] || exit 1'; cat "$UNITS"; } | stub systemctl; }

name_of_another_site() { sed -i "s/other.example.org/$proxy_name/" "$(type -P nginx)"; }

# The site that works stays enabled.
name_of_another_site_added_later() {
  written_before
  name_of_another_site
}

after() {
  file=/etc/nginx/sites-enabled/$proxy_name.conf
  check 'the site is enabled' test "$(readlink "$file")" = "/etc/nginx/sites-available/$proxy_name.conf"
  check 'it has its name' grep -qxF "  server_name $proxy_name;" "$file"
  check 'it leads to the application' grep -qxF "    proxy_pass http://127.0.0.1:$proxy_port;" "$file"
  check 'the application hears who asks' grep -qF 'X-Forwarded-For $proxy_add_x_forwarded_for;' "$file"
  check 'the configuration was tested before nginx took it' test "$(calls | grep -n 'nginx -t' | head -n 1 | cut -d: -f1)" -lt "$(calls | grep -n 'reload nginx' | head -n 1 | cut -d: -f1)"
}
