# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
holds() { cmp -s "up/$1" <(echo "$2"); }
check "a file with the new name is not overwritten" holds a_b taken
check "the file keeps its name then" holds 'a b' 1
check "nothing is moved into a directory" test -f 'up/c d' -a -z "$(find up/c_d -mindepth 1 -print -quit)"
check "a broken link with the new name stays" test -L up/e_f -a -f 'up/e f' -a ! -e up/nowhere
check "of files that would get the same name the first gets it" holds g_h 4
check "the others keep theirs" test -f 'up/g H' -a -f 'up/g h'
check "the rest is renamed" holds z_z 7
check "the exit status tells it" test "$STATUS" -eq 1
finish
