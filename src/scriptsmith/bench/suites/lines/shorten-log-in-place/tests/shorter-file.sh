# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a shorter file stays as it is" cmp logs/app.log <(printf 'a\nb\n\n')
check "it is the same file after two runs" test logs/app.log -ef held

finish
