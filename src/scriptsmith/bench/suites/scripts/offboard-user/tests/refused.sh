# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'root is refused with 3' [ "$STATUS1" -eq 3 ]
check 'a system account is refused with 3' [ "$STATUS2" -eq 3 ]
check 'an unknown name ends with 2' [ "$STATUS3" -eq 2 ]
check 'a number ends with 2' [ "$STATUS4" -eq 2 ]
check 'the beginning of a name ends with 2' [ "$STATUS5" -eq 2 ]
check 'no argument ends with 2' [ "$STATUS6" -eq 2 ]
check 'nothing was changed' [ "$(cd /bench/state && cat passwd group shadow)" = "$(cat /bench/state/before)" ]
check 'nothing goes to standard output' [ "$(cat "$OUT1" "$OUT2" "$OUT3" "$OUT4" "$OUT5" "$OUT6" | wc -c)" -eq 0 ]
finish
