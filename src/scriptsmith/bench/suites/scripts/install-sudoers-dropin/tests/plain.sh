# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
file=sudoers.d/20-ops_web
check 'the rules are installed' cmp ops.rules "$file"
check 'the mode is 0440' [ "$(stat -c %a "$file")" = 440 ]
check 'the file belongs to root' [ "$(stat -c %U:%G "$file")" = root:root ]
check 'the first call says installed, and nothing else' [ "$(cat "$OUT1") $STATUS1" = 'installed 0' ]
check 'the second call says unchanged' [ "$(cat "$OUT2") $STATUS2" = 'unchanged 0' ]
check 'no other file is left in the directory' [ "$(ls -A sudoers.d)" = $'10-base\n20-ops_web' ]
check 'the rules were checked' grep -q '^visudo ' "$BENCH_CALLS"
finish
