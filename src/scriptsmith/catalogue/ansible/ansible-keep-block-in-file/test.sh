#!/usr/bin/env bash
. "$HARNESS"
# with: block_path=/etc/app/acl.conf
# with: block_text=allow 10.0.0.0/8
# with: block_name=acl
# refused: block_path=acl
# refused: block_path=/etc/sudoers.d/app
# refused: block_path=/etc/x/../sudoers
# refused: block_path=/etc/nginx/sites-enabled/app
# refused: block_path=/etc/docker/daemon.json
# refused: block_name=a b
# refuses: link_to_sudoers: needs a check of its own

before() {
  mkdir -p "${block_path%/*}"
  printf 'first\n# BEGIN %s, managed by Ansible\nstale\n# END %s, managed by Ansible\nlast\n' "$block_name" "$block_name" >"$block_path"
  chown www-data: "$block_path"
  chmod 0600 "$block_path"
}

link_to_sudoers() { ln -sf /etc/sudoers "$block_path"; }

after() {
  wanted=$(printf 'first\n# BEGIN %s, managed by Ansible\n%s\n# END %s, managed by Ansible\nlast' "$block_name" "$block_text" "$block_name")
  check 'the block is new and the rest as it was' test "$(cat "$block_path")" = "$wanted"
  check 'owner and mode are as they were' test "$(stat -c %U:%a "$block_path")" = www-data:600
  check 'the file as it was is kept' grep -qx stale "$block_path".*
}
