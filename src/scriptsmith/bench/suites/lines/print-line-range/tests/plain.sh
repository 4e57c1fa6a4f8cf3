# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "lines 15 to 25 are printed, unchanged" diff <(awk 'NR == 15, NR == 25' logs/boot.log) "$OUT"

finish
