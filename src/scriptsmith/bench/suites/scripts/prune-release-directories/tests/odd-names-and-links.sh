# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
left() { [[ $(find 'my app/releases' -mindepth 1 -maxdepth 1 -printf '%f\n' | sort | xargs) == 'README linked live one newest' ]]; }
check "odd names are deleted, the newest and the live one stay" left
check "what links in a deleted release point to stays" test -f outside/precious/file
check "a link among the releases stays" test -L 'my app/releases/linked'
check "a file among the releases stays" test -f 'my app/releases/README'
check "directories outside stay" test -d b
check "the second run deletes nothing and succeeds" test "$STATUS2" -eq 0 -a ! -s "$OUT2"
check "the first run succeeds" test "$STATUS1" -eq 0
finish
