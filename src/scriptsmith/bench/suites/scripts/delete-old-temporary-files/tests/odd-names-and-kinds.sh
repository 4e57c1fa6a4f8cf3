# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
none() { [[ -z $(find 'my scratch' -type f -print -quit) ]]; }
check "old files are deleted whatever their names are" none
check "files outside stay" test -f outside/precious -a -f b
check "links stay" test -L 'my scratch/link' -a -L 'my scratch/linkdir'
check "a pipe stays" test -p 'my scratch/pipe'
check "an old directory stays" test -d 'my scratch/dir'
check "the number is told" test "$(tail -n 1 "$OUT1")" = "deleted 6 files"
check "the second run finds nothing and succeeds" test "$STATUS2" -eq 0 -a "$(tail -n 1 "$OUT2")" = "deleted 0 files"
finish
