# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf 'deleted host/b\ndeleted d\nsize 6000\n'; }
check "the exit status is 0" test "$STATUS" -eq 0
check "the oldest files are deleted" test -d dumps/host -a ! -e dumps/host/b -a ! -e dumps/d
check "no more than needed is deleted" test -f dumps/a -a -f dumps/c
check "a directory that became empty stays" test -d dumps/host
check "deleted files and the size that is left are told" cmp -s "$OUT" <(expected)
finish
