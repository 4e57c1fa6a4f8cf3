# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
listed() { sort "$OUT" | cmp -s - <(printf '%s\n' 'My Photo (1).JPG -> my_photo_1_.jpg' 'REPORT.PDF -> report.pdf' 'a  &  b -> a_b' | sort); }
check "the exit status is 0" test "$STATUS" -eq 0
check "letters, spaces and brackets are made safe" cmp -s up/my_photo_1_.jpg <(echo 1)
check "a safe name stays" cmp -s up/ok-name_2.txt <(echo 2)
check "capital letters are made small" cmp -s up/report.pdf <(echo 3)
check "a run of characters becomes one" cmp -s up/a_b <(echo 4)
check "no file is lost or added" test "$(find up -type f | wc -l)" -eq 4
check "the renamed files are told" listed
finish
