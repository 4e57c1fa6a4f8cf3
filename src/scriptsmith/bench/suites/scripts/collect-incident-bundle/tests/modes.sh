# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the directory is for its owner only' [ "$(stat -c %a bundle)" = 700 ]
check 'so are the files' [ "$(stat -c %a bundle/* | sort -u)" = 600 ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
