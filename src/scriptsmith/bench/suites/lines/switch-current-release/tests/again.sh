# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "after two runs the link points to the new release" test "$(readlink app/current)" = releases/2.10.0
check "nothing is put into the new release" test "$(ls -A app/releases/2.10.0)" = VERSION

finish
