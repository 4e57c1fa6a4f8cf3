# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

tree() { find "$1" -printf '%P|%y|%m|%l|%T@\n' | sort; }
check "the same names, kinds, modes, links and times are in the copy" diff <(tree site) <(tree backup/site)
check "the contents are the same" diff -r --no-dereference site backup/site
check "what was in the backup stays" test "$(cat backup/older.txt)" = old

finish
