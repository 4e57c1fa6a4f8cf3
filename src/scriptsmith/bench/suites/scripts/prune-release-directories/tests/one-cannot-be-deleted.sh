# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
listed() { sort "$OUT" | cmp -s - <(printf 'deleted 1\ndeleted 3\n'); }
check "the others are deleted" test -d app/releases -a ! -e app/releases/1 -a ! -e app/releases/3
check "the live release stays" test -d app/releases/4
check "the exit status tells it" test "$STATUS" -eq 1
check "only what was deleted is told" listed
check "it is named on stderr" grep -q 'releases/2' "$ERR"
finish
