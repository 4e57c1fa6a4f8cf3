# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a last entry is printed, with lines that only look like a beginning" diff - <(awk 1 "$OUT") <<'EOF'
2026-05-05 00:00:01 ERROR
 2026-05-05 indented
2026-05-05T00:00:01 other form
%s \n OutOfMemoryError
	tail
EOF

finish
