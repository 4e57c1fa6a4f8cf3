# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the link points to the new release" test "$(readlink app/current)" = releases/2.10.0
check "the link leads to a folder that is there" test -f app/current/VERSION
check "nothing is put into the old release" test "$(ls -A app/releases/2.9.1)" = VERSION

finish
