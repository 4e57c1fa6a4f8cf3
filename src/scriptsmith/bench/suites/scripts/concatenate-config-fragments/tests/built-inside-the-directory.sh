# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf '# from a.conf\na\n# from b.conf\nb\n'; }
check "both runs succeed" test "$STATUS1" -eq 0 -a "$STATUS2" -eq 0
check "the built file never holds itself" cmp -s conf.d/all.conf <(expected)
check "nothing else is left in the directory" test "$(find conf.d -mindepth 1 | wc -l)" -eq 3
finish
