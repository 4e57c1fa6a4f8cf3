# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 0" test "$STATUS" -eq 0
check "the old place is a link to the absolute new one" test "$(readlink var/data)" = /work/mnt/big/data
check "files, hidden ones and empty directories are there" test -f var/data/a -a -f mnt/big/data/sub/b -a -f mnt/big/data/.hidden -a -d mnt/big/data/sub/empty
check "modes are the same" test "$(stat -c %a mnt/big/data mnt/big/data/a mnt/big/data/sub | xargs)" = '711 600 2750'
check "modification times are the same" test "$(stat -c %y mnt/big/data/a | cut -c 1-19)" = '2026-01-02 03:04:05'
check "links are the same" test "$(readlink mnt/big/data/soft)" = a -a mnt/big/data/a -ef mnt/big/data/hard
check "nothing is left beside either" test "$(find var mnt/big -mindepth 1 -maxdepth 1 | wc -l)" -eq 2
check "old and new place are told" test "$(tail -n 1 "$OUT")" = 'var/data -> mnt/big/data'
finish
