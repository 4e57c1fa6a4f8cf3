# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "odd names are handled" test -f $'logs/a\nb.log.gz' -a -f 'logs/*.log.gz' -a -f logs/-9.log.gz
check "no old log is left" test -z "$(find logs -type f -name '*.log' ! -newermt '2026-05-01 00:00 UTC')"
check "nothing is compressed twice" test -z "$(find logs -name '*.gz.gz')"
check "the second run ends well" test "$STATUS" = 0

finish
