#!/usr/bin/env bash
. "$HARNESS"
# with: sudo_user=anna.b
# with: sudo_command=/usr/bin/apt-get update
# refused: sudo_command=reboot
# refused: sudo_command=/bin/ls *
# refused: sudo_command=/usr/bin/
# refused: sudo_command=/bin/ls, ALL
# refused: sudo_command=/bin/ls !x
# refused: sudo_user=a b
# refused: sudo_user=ALL
# refuses: no_such_user: no such user
# refuses: broken_rule: failed to validate
# fails: not_included: sudo does not know the rule

before() {
  mkdir -p /etc/sudoers.d
  printf '%s ALL=(root) NOPASSWD: /usr/bin/true\n' "$sudo_user" >"/etc/sudoers.d/${sudo_user//./_}"
  stub id <<<'echo 1000'
  stub visudo <<'EOF'
grep -q NOPASSWD "$2"
EOF
  stub sudo <<'EOF'
sed -n "s/^$4 .*NOPASSWD: /        /p" /etc/sudoers.d/*
EOF
}

no_such_user() { stub id <<<'echo "id: no such user" >&2; exit 1'; }
broken_rule() { stub visudo <<<'exit 1'; }
not_included() { stub sudo <<<'echo "    Commands:"'; }

after() {
  file=/etc/sudoers.d/${sudo_user//./_}
  check 'the rule is for this user and command' test "$(tail -n 1 "$file")" = "$sudo_user ALL=(root) NOPASSWD: $sudo_command"
  check 'a rule that was there stays' test "$(head -n 1 "$file")" = "$sudo_user ALL=(root) NOPASSWD: /usr/bin/true"
  check 'and no other' test "$(wc -l <"$file")" -eq 2
  check 'sudo takes it: nobody may write it' test "$(stat -c %U:%G:%a "$file")" = root:root:440
  check 'it was validated first' calls '^visudo -cf'
  check 'sudo was asked' calls "^sudo -l -l -U $sudo_user"
}
