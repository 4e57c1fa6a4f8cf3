# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "empty files are not printed" test -s "$OUT" -a -z "$(grep '^e' "$OUT")"
check "hard links alone are no duplicates" test -s "$OUT" -a -z "$(grep -x '[amn]' "$OUT")"
check "symbolic links and what lies behind them are not printed" test -s "$OUT" -a -z "$(grep -E '^(s|out)' "$OUT")"
check "a hard-linked file is printed once, under its first path" cmp -s "$OUT" <(printf 't0\nt2\n')
finish
