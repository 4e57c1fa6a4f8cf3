# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "odd names are handled" test -f $'photos/two\nlines.jpg' -a -f 'photos/*.jpg' -a -f photos/-f.jpg
check "no old name is left" test -z "$(find photos -maxdepth 1 -type f -name '*.jpeg')"

finish
