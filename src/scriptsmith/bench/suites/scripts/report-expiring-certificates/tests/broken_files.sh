# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'files without a certificate are told as unreadable' [ "$(grep '^unreadable' "$OUT")" = $'unreadable a-empty.pem\nunreadable b-text.crt\nunreadable e-key.pem' ]
check 'files after an unreadable one are looked at' grep -qxF '6 days c-soon.pem' "$OUT"
check 'nothing else is told, folders and other files not' [ "$(wc -l <"$OUT")" -eq 4 ]
check 'the exit status is 3' [ "$STATUS" -eq 3 ]
finish
