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
check 'it is judged' test "$(grep -cE '^(OK|NOTICEABLE|HIGH): ' <<<"$out")" -eq 1
check 'and by its figure' bash -c 'case $2 in OK:*) want=0 ;; NOTICEABLE:*) want=2 ;; *) want=10 ;; esac; awk -v n="$1" -v w=$want "BEGIN { exit !(n >= w && (w == 10 || n < (w ? 10 : 2))) }"' _ "$(told 'now, over 3 s')" "$(tail -n 1 <<<"$out")"
run --seconds 0
check 'no time is refused' test "$status" -eq 2
finish
