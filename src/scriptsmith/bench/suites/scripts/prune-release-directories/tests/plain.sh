# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
listed() { sort "$OUT" | cmp -s - <(printf 'deleted b\ndeleted d\n'); }
check "the exit status is 0" test "$STATUS" -eq 0
check "the newest releases stay" test -f app/releases/c/file -a -f app/releases/e/file
check "the live release stays, though it is the oldest" test -f app/releases/a/file
check "the others are deleted" test -d app/releases -a ! -e app/releases/b -a ! -e app/releases/d
check "current stays" test "$(readlink app/current)" = releases/a
check "the deleted releases are told" listed
finish
