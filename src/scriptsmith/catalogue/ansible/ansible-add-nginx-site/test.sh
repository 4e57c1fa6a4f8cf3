#!/usr/bin/env bash
. "$HARNESS"
# with: site_name=docs.openssl.example.net
# with: site_root=/srv/docs
# refused: site_name=a b
# refused: site_name=docs.
# refused: site_root=docs
# refused: site_root=/etc
# refused: site_root=/srv/my docs
# refuses: no_folder: is no folder of this host
# refuses: site_with_tls: does more than serve a folder
# refuses: site_with_a_password: does more than serve a folder
# refuses: other_file_enabled: is another file
# refuses: broken_before: unknown directive
# fails: reload_fails: Unable to reload service nginx
# fails: not_included: does not include sites-enabled
# fails: name_of_another_site: another site of this host has the name

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
  # A plain site that is there already, as a person writes it, and with the hint of somebody.
  if [[ $site_name == docs.* ]]; then
    printf 'server {\n  listen 80;\n  # listen 443 ssl;\n  server_name %s;\n  root /srv/old;\n}\n' "$site_name" >"/etc/nginx/sites-available/$site_name.conf"
  fi
}

no_folder() { rmdir "$site_root"; }

site_with_tls() {
  printf 'server {\n  listen 80;\n  listen 443 ssl;\n  root /srv;\n}\n' >"/etc/nginx/sites-available/$site_name.conf"
}

site_with_a_password() {
  printf 'server {\n  listen 80;\n  root /srv;\n  location / { auth_basic "us"; }\n}\n' >"/etc/nginx/sites-available/$site_name.conf"
}

other_file_enabled() { ln -s /srv/shop/nginx "/etc/nginx/sites-enabled/$site_name.conf"; }
broken_before() { sed -i 's/^-t) ;;/-t) echo "nginx: [emerg] unknown directive" >\&2; exit 1 ;;/' "$(type -P nginx)"; }

# As where port 80 is another program's: the second run must not find all in order.
reload_fails() { { echo '[[ $1 != reload ]] || exit 1'; cat "$UNITS"; } | stub systemctl; }

not_included() { sed -i 's/^-T) .*/-T) echo "# configuration file nginx.conf:" ;;/' "$(type -P nginx)"; }

name_of_another_site() { # what was made is taken back, so that the second run does not find it
  sed -i "s|^-t) |&[ ! -e /etc/nginx/sites-enabled/$site_name.conf ] \|\| { echo left enabled >\&2; exit 1; } |" "$(type -P nginx)"
  sed -i "s/^-T) /&echo 'nginx: [warn] conflicting server name \"$site_name\" on 0.0.0.0:80, ignored' >\&2; /" "$(type -P nginx)"
}

after() {
  file=/etc/nginx/sites-enabled/$site_name.conf
  check 'the site is enabled' test "$(readlink "$file")" = "/etc/nginx/sites-available/$site_name.conf"
  check 'it has its name' grep -qxF "  server_name $site_name;" "$file"
  check 'it serves the folder' grep -qxF "  root $site_root;" "$file"
  check 'the configuration was tested before nginx took it' test "$(calls '' | grep -n 'nginx -T' | head -n 1 | cut -d: -f1)" -lt "$(calls '' | grep -n 'reload nginx' | head -n 1 | cut -d: -f1)"
  check 'a dry run finds it in order' ansible-playbook --check -i /work/inventory.ini /work/playbook/playbook.yml
}
