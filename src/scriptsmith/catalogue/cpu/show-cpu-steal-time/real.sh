#!/usr/bin/env bash
. "$HARNESS"
ran_on Linux "$(uname --kernel-release | sed 's/^\([0-9]*\.[0-9]*\).*/\1/')"
# what the kernel tells, by another program: the eighth counter among the first eight
since_boot() { awk '/^cpu / { for (i = 2; i <= 9; i++) sum += $i; printf "%.4f", 100 * $9 / sum }' /proc/stat; }
told() { sed -n "s/^$1: \\([0-9.]*\\)%\$/\\1/p" <<<"$out"; }
near() { awk -v a="$1" -v b="$2" -v by="$3" 'BEGIN { exit !(a - b <= by && b - a <= by) }'; }
before=$(awk '/^cpu / { for (i = 2; i <= 9; i++) sum += $i; print $9, sum }' /proc/stat)
run --seconds 3
after=$(awk '/^cpu / { for (i = 2; i <= 9; i++) sum += $i; print $9, sum }' /proc/stat)
check 'it succeeds' test "$status" -eq 0
check 'the share since boot is the one that the kernel tells' near "$(told 'since boot')" "$(since_boot)" 0.02
now=$(awk -v b="$before" -v a="$after" 'BEGIN { split(b, x, " "); split(a, y, " "); print 100 * (y[1] - x[1]) / (y[2] - x[2]) }')
check 'and so is the one of the time that was measured' near "$(told 'now, over 3 s')" "$now" 1
check 'it is judged' test "$(grep -cE '^(OK|NOTICEABLE|HIGH|NOT TOLD): ' <<<"$out")" -eq 1
wanted=$(told 'of the time in which it wanted to compute')
check 'what it wanted is no more than all' awk -v w="$wanted" -v n="$(told 'now, over 3 s')" 'BEGIN { exit !(w + 0.01 >= n && w <= 100) }'
verdict=$(tail -n 1 <<<"$out")
never() { awk '/^cpu / { exit $9 != 0 }' /proc/stat; }
check 'where the kernel has never counted any, nothing is called in order' test "${verdict%%:*} $(never && echo never)" = 'NOT TOLD never' -o -z "$(never && echo never)"
check 'and by its figures' bash -c 'case $2 in NOT*) want=0 most=0.01 ;; OK:*) want=0 most=2 ;; NOTICEABLE:*) want=0.1 most=10 ;; *) want=10 most=101 ;; esac; awk -v n="$1" -v w=$want -v m=$most "BEGIN { exit !(n >= w && n < m) }"' _ "$(told 'now, over 3 s')" "$verdict"
run --seconds 0
check 'no time is refused' test "$status" -eq 2
finish
