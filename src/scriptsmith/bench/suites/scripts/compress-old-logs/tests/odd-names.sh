# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
all() { for f in 'a b/c d' '-v' '*' $'new\nline' '.hidden' ''; do [[ ! -e "my logs/$f.log" ]] && zcat <"my logs/$f.log.gz" | cmp -s - <(seq 9) || return 1; done; }
check "odd names are compressed" all
check "a link stays, and what it points to" test -L 'my logs/link.log' -a -f outside/real.log
check "nothing is compressed behind a link" test "$(find outside -type f | wc -l)" -eq 1
check "a directory stays" test -d 'my logs/dir.log'
check "both runs succeed" test "$STATUS1" -eq 0 -a "$STATUS2" -eq 0
check "nothing is compressed twice" test -z "$(find 'my logs' -name '*.gz.gz' -print -quit)" -a ! -s "$OUT2"
finish
