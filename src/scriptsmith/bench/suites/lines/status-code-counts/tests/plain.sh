# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the codes are counted and ordered as asked for" diff - "$OUT" <<'EOF'
200 10
404 9
301 2
503 2
500 1
EOF

finish
