# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the link is made where there was none" test "$(readlink app/current)" = releases/2.10.0

finish
