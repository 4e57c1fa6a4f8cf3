# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "an empty file stays empty" test -f config.yaml -a ! -s config.yaml

finish
