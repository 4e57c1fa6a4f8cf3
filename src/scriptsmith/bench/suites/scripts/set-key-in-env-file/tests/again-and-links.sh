# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "both runs succeed" test "$STATUS1" -eq 0 -a "$STATUS2" -eq 0
check "a file that is right already is not written" test "$(stat -c %Y shared/app.env)" -eq "$(date -d 2020-01-01 +%s)"
check "links stay links" test -L app.env -a -L other-link.env
check "the file behind the link is changed" cmp -s other.env <(echo A=2)
check "mode and owner stay" test "$(stat -c '%u:%g %a' other.env)" = '1000:1000 604'
finish
