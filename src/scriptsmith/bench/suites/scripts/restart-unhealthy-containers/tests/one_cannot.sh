# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
restarts() { jq -e --argjson n "$2" '(.restarts // 0) == $n' "/bench/state/containers/$1"; }
check 'the container after the one that cannot was restarted' restarts second 1
check 'the last one was restarted too' restarts third 1
check 'each is told as it ended' [ "$(sort "$OUT")" = $'failed first\nrestarted second\nrestarted third' ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
