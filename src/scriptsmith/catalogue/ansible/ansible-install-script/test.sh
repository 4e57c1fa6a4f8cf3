#!/usr/bin/env bash
. "$HARNESS"
# with: script_path=/usr/local/bin/say
# with: script_command=true && echo hello
# refused: script_path=disk-report
# refused: script_path=/usr/bin/ls
# refused: script_path=/usr/local/bin/

before() {
  if [[ $script_path == */say ]]; then echo 'the old one' >"$script_path"; fi
}

after() {
  check 'everybody can run it' test "$(stat -c %U:%a "$script_path")" = root:755
  check 'it begins as a shell script' test "$(head -n 1 "$script_path")" = '#!/bin/sh'
  if [[ $script_path == */say ]]; then
    check 'it runs all of the command' test "$("$script_path")" = hello
    check 'the old one is kept' grep -qx 'the old one' "$script_path".*~
  else
    check 'it runs the command' grep -qx "$script_command \"\$@\"" "$script_path"
    check 'with its arguments' test "$("$script_path" --version)" = "$(df -h --version)"
  fi
}
