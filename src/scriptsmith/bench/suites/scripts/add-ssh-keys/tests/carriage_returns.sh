# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the new key is added without the carriage return' [ "$(cat home/.ssh/authorized_keys)" = $'ssh-ed25519 AAAAone ann\nssh-ed25519 AAAAtwo bob' ]
check 'it tells one' [ "$(cat "$OUT") $STATUS" = 'added 1 0' ]
finish
