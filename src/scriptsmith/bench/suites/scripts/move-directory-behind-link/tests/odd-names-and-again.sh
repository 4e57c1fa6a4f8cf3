# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "all runs succeed" test "$STATUS1$STATUS2$STATUS3" = 000
check "everything is in the new place" diff -r --no-dereference copy 'big disk/-the data'
check "the old place is a link to it" test "$(readlink 'my var/-the data')" = '/work/big disk/-the data'
check "no link was put into the directory by a later run" test "$(find 'big disk/-the data' -type l | wc -l)" -eq 1
check "nothing is left beside either" test "$(find 'my var' 'big disk' -mindepth 1 -maxdepth 1 | wc -l)" -eq 2
check "the places are told without slashes at their ends" test "$(tail -n 1 "$OUT1")" = 'my var/-the data -> big disk/-the data'
finish
