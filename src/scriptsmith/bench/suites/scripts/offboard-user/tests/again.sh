# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
cd '/work/home/ann lee/.ssh' || exit
check 'both the key put aside before and the new one are kept, each in a line of its own' [ "$(cat authorized_keys.disabled)" = $'ssh-ed25519 AAAAold ann\nssh-ed25519 AAAAnew ann' ]
check 'no authorized_keys is left' [ ! -e authorized_keys ]
check 'the account is locked' grep -qE '^ann:!HASHED:.*:1$' /bench/state/shadow
check 'both calls succeed' [ "$STATUS1$STATUS2" = 00 ]
check 'both say so' [ "$(cat "$OUT1" "$OUT2")" = $'offboarded ann\noffboarded ann' ]
finish
