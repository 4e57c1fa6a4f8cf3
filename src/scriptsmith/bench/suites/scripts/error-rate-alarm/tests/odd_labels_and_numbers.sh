# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'exponents, fractions, time stamps and braces in a label are understood' grep -qx '10.0 big' "$OUT"
check 'a name with a blank is told whole, and labels inside of values do not count' grep -qx '25.0 check out' "$OUT"
check 'labels and metrics whose names only resemble do not count' [ -z "$(grep -E 'sum|api|x$|shop' "$OUT")" ]
check 'nothing else is told' [ "$(wc -l <"$OUT") $STATUS" = '2 1' ]
finish
