# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the three largest are printed, largest first" diff - "$OUT" <<'EOF'
412
77
2051
EOF

finish
