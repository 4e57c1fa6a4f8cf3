# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "two and a half days are more than two" test -f logs/over.log.gz
check "an hour more than two days is more" test -f logs/just-over.log.gz
check "an hour less is not" test -f logs/under.log -a ! -e logs/under.log.gz
finish
