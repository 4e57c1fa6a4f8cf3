#!/usr/bin/env bash
. "$HARNESS"
# with: sudo_user=anna.b
# with: sudo_command=/usr/bin/apt-get update
# refused: sudo_command=reboot
# refused: sudo_command=/bin/ls *
# refused: sudo_user=a b

before() {
  mkdir -p /etc/sudoers.d
  stub visudo <<'EOF'
grep -q NOPASSWD "$2"
EOF
}

after() {
  file=/etc/sudoers.d/${sudo_user//./_}
  check 'the rule is for this user and command' test "$(cat "$file")" = "$sudo_user ALL=(root) NOPASSWD: $sudo_command"
  check 'sudo takes it: nobody may write it' test "$(stat -c %U:%G:%a "$file")" = root:root:440
  check 'it was validated first' calls '^visudo -cf' 
}
