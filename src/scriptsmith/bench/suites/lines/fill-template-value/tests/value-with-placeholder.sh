# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a placeholder within the value is not filled again" test "$(cat site.conf)" = 'x {{HOST}}1 y {{HOST}}1'

finish
