# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "cores are told apart by socket, and siblings counted once" test "$(<"$OUT")" = 5

finish
