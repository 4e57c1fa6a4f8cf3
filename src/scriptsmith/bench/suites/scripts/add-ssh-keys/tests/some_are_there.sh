# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
file=home/.ssh/authorized_keys
check 'the lines that were there stay as they were' [ "$(head -c "$(stat -c %s before)" "$file")" = "$(cat before)" ]
check 'a key after a last line without an end has a line of its own' grep -qxF 'ssh-rsa AAAAtwo bob' "$file"
check 'a key that has options is not added again' [ "$(grep -c 'AAAAone ' "$file")" -eq 1 ]
check 'a key without a comment is not added again' [ "$(grep -c AAAAlast "$file")" -eq 1 ]
check 'a key that is only in a comment is added' grep -qxF 'ssh-ed25519 AAAAoff again' "$file"
check 'a key that comes twice is added once' [ "$(grep -cE 'AAAAtwo( |$)' "$file")" -eq 1 ]
check 'too open modes are put right' [ "$(stat -c %a home/.ssh "$file" | tr '\n' ' ')" = '700 600 ' ]
check 'it tells two' [ "$(cat "$OUT") $STATUS" = 'added 2 0' ]
finish
