# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
file=home/.ssh/authorized_keys
check 'both keys are there, with their comments' [ "$(cat "$file")" = "$(grep '^ssh-' keys.txt)" ]
check 'the modes are those that sshd wants' [ "$(stat -c %a home/.ssh "$file" | tr '\n' ' ')" = '700 600 ' ]
check 'directory and file belong to the owner of the home directory' [ "$(stat -c %u:%g home/.ssh "$file" | tr '\n' ' ')" = '1000:1000 1000:1000 ' ]
check 'the first call tells two' [ "$(cat "$OUT1") $STATUS1" = 'added 2 0' ]
check 'the second call adds none' [ "$(cat "$OUT2") $STATUS2" = 'added 0 0' ]
check 'no other file is left' [ "$(ls -A home/.ssh)" = authorized_keys ]
finish
