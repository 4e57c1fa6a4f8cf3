#!/usr/bin/env bash
. "$HARNESS"
# with: script_path=/usr/local/bin/say
# with: script_command=echo hello
# refused: script_path=disk-report

after() {
  check 'everybody can run it' test "$(stat -c %U:%a "$script_path")" = root:755
  check 'it begins as a shell script' test "$(head -n 1 "$script_path")" = '#!/bin/sh'
  check 'it runs the command' test "$(tail -n 1 "$script_path")" = "exec $script_command"
}
