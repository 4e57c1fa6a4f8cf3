#!/usr/bin/env bash
. "$HARNESS"
# with: config_path=/etc/shop/shop.ini
# with: config_text=debug = {{ no }}
# with: config_mode=0640
# refused: config_mode=99
# refused: config_path=app.conf
# refused: config_path=/etc/app/
# refused: config_path=/etc/sudoers
# refused: config_path=/etc/x/../sudoers
# refused: config_path=/etc/ssh/sshd_config
# refused: config_path=/etc/nginx/sites-enabled/app
# refuses: more_settings: holds more than one line
# refuses: a_folder: is there and no file
# refuses: a_link_to_a_device: is there and no file

before() {
  mkdir -p "${config_path%/*}"
  printf '# about\n\n; more\nport = 1\n' >"$config_path"
  chown nobody:nogroup "$config_path"
  chmod 600 "$config_path"
}

more_settings() { echo 'host = "::1"' >>"$config_path"; }

a_folder() {
  rm "$config_path"
  mkdir "$config_path"
}

a_link_to_a_device() { ln -sf /dev/null "$config_path"; }

after() {
  check 'the file has the text' test "$(cat "$config_path")" = "$config_text"
  check 'its mode is what was asked for, or what it was' test "0$(stat -c %a "$config_path")" = "${config_mode:-0600}"
  check 'its owner stays' test "$(stat -c %U:%G "$config_path")" = nobody:nogroup
  check 'the one before is kept' grep -qx 'port = 1' "$config_path".*~
}
