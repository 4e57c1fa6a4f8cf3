#!/usr/bin/env bash
. "$HARNESS"
# with: sudo_user=anna.b
# with: sudo_command=/srv/tools/release update
# refused: sudo_command=reboot
# refused: sudo_command=/bin/ls *
# refused: sudo_command=/usr/bin/
# refused: sudo_command=/bin/ls, ALL
# refused: sudo_command=/bin/ls !x
# refused: sudo_user=a b
# refused: sudo_user=ALL
# refuses: no_such_user: no such user
# refuses: no_program: is no program of this host
# refuses: program_of_the_user: others than root may replace it
# refuses: program_of_a_group: others than root may replace it
# refuses: folder_of_everybody: others than root may replace it
# refuses: folder_of_a_group: others than root may replace it
# refuses: folder_above_of_the_user: others than root may replace it
# refuses: link_into_a_folder_of_the_user: others than root may replace it
# refuses: broken_rule: failed to validate
# fails: not_included: sudo does not know the rule
# fails: password_by_a_later_rule: asks for a password all the same

before() {
  mkdir -p /etc/sudoers.d
  program=${sudo_command%% *}
  mkdir -p "${program%/*}"
  [[ -e $program ]] || install -m 0755 /dev/null "$program"
  printf '%s ALL=(root) NOPASSWD: /usr/bin/true\n' "$sudo_user" >"/etc/sudoers.d/${sudo_user//./_}"
  stub id <<<'echo 1000'
  stub visudo <<'EOF'
grep -q NOPASSWD "$2"
EOF
  stub sudo <<'EOF'
printf 'Matching Defaults entries for %s on box:\n    env_reset\n\nUser %s may run the following commands on box:\n' "$4" "$4"
printf '\nSudoers entry: /etc/sudoers\n    RunAsUsers: ALL\n    RunAsGroups: ALL\n    Commands:\n\tALL\n'
sed -n "s/^$4 .*NOPASSWD. \(.*\)/\nSudoers entry:\n    RunAsUsers: root\n    Options: !authenticate\n    Commands:\n\t\1/p" /etc/sudoers.d/*
printf '\nSudoers entry: /etc/sudoers.d/web\n    RunAsUsers: www-data\n    Commands:\n\tALL\n'
EOF
}

no_such_user() { stub id <<<'echo "id: no such user" >&2; exit 1'; }
broken_rule() { stub visudo <<<'exit 1'; }
no_program() { rm "$program"; }
program_of_the_user() { chown www-data "$program"; }

program_of_a_group() {
  chgrp www-data "$program"
  chmod g+w "$program"
}

folder_of_everybody() { chmod o+w "${program%/*}"; }

folder_of_a_group() {
  chgrp www-data "${program%/*}"
  chmod g+w "${program%/*}"
}

# Who owns /srv may give tools another name, and put a folder of his own in its place.
folder_above_of_the_user() {
  above=${program%/*}
  chown www-data "${above%/*}"
}

link_into_a_folder_of_the_user() {
  mkdir -p /srv/app
  mv "$program" /srv/app/
  chown www-data /srv/app
  ln -s "/srv/app/${program##*/}" "$program"
}

password_by_a_later_rule() {
  cat >>"$(type -P sudo)" <<'EOF'
printf '\nSudoers entry: /etc/sudoers.d/zz\n    RunAsUsers: ALL\n    Commands:\n\tALL\n'
EOF
}

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
