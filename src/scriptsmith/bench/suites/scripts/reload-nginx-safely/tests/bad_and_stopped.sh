# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the service was not started' [ -z "$(grep '^Starts=' /bench/state/units/nginx.service)" ]
check 'what nginx said reaches standard error' grep -qF 'nginx.conf:80' "$ERR"
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
