#!/usr/bin/env bash
. "$HARNESS"
# with: script_path=/usr/local/bin/say
# with: script_command=[[ -n yes ]] && echo {hel,}lo
# refused: script_path=disk-report
# refused: script_path=/usr/bin/ls
# refused: script_path=/usr/local/bin/
# refuses: link_to_a_program: is there and no file of its own

before() {
  if [[ $script_path == */say ]]; then echo 'the old one' >"$script_path"; fi
}

link_to_a_program() { ln -sf /usr/bin/true "$script_path"; }

after() {
  check 'everybody can run it' test "$(stat -c %U:%a "$script_path")" = root:755
  check 'it begins as a script for Bash' test "$(head -n 1 "$script_path")" = '#!/bin/bash'
  if [[ $script_path == */say ]]; then
    check 'it runs all of the command' test "$("$script_path")" = "hello lo"
    check 'the old one is kept' grep -qx 'the old one' "$script_path".*~
  else
    check 'it runs the command' grep -qx "$script_command \"\$@\"" "$script_path"
    check 'with its arguments' test "$("$script_path" --version)" = "$(df -h --version)"
  fi
}
