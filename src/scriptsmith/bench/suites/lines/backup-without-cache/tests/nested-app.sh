# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a deeper folder app/cache goes in" tar -tzf backup/app.tar.gz app/vendor/app/cache/keep.txt
check "the cache itself does not" test -z "$(tar -tzf backup/app.tar.gz | grep '^app/cache/')"
check "what only the older archive had is gone" test -z "$(tar -tzf backup/app.tar.gz | grep stale)"

finish
