# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the new rules are installed' cmp 'the new one' 'sudo rules/ops'
check 'the older file was not written into, but replaced' [ "$(cat seen-by-a-reader)" = '%ops ALL=(root) /usr/bin/id' ]
check 'the mode is 0440' [ "$(stat -c %a 'sudo rules/ops')" = 440 ]
check 'no other file is left in the directory' [ "$(ls -A 'sudo rules')" = ops ]
check 'it says installed' [ "$(cat "$OUT") $STATUS" = 'installed 0' ]
finish
