# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "all runs succeed" test "$STATUS1$STATUS2$STATUS3" = 000
check "odd names are restored" diff -r 'my tree' 'my srv/the site'
check "a link stays a link" test "$(readlink 'my srv/the site/link')" = '-x y/*'
check "two dots inside a name are no reason to refuse" test -f 'my srv/the site/a..b' -a -d 'my srv/the site/...'
check "the directory that was there is kept, and not inside the older one" diff -r 'my tree' 'my srv/the site.previous'
check "nothing is left behind" test "$(find 'my srv' -mindepth 1 -maxdepth 1 | wc -l)" -eq 2
finish
