# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the last hundred lines are left" diff <(seq 201 300) logs/app.log
check "it is the same file as before" test logs/app.log -ef held
check "no other file is left in the folder" test "$(ls -A logs)" = app.log

finish
