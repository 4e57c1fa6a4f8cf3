# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "empty folders and those with only empty folders are gone" test ! -e cache/a -a ! -e "cache/two words"
check "folders with files stay, hidden files counted" test -f cache/b/c/file -a -f cache/h/.keep
check "an empty folder beside files is gone" test ! -e cache/b/none
check "the folder itself stays" test -d cache

finish
