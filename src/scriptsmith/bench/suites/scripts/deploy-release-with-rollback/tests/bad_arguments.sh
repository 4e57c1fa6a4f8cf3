# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a release that is not there, or no directory, ends with 2' [ "$STATUS1$STATUS2$STATUS3" = 222 ]
check 'what is not directly among the releases ends with 2' [ "$STATUS4$STATUS5" = 22 ]
check 'a missing argument, or root, ends with 2' [ "$STATUS6$STATUS7" = 22 ]
check 'the link is as it was' [ "$(readlink app/current)" = releases/a ]
check 'the application was not restarted' [ "$(wc -l </bench/state/started)" -eq 1 ]
check 'nothing goes to standard output' [ "$(cat "$OUT1" "$OUT2" "$OUT3" "$OUT4" "$OUT5" "$OUT6" "$OUT7" | wc -c)" -eq 0 ]
finish
