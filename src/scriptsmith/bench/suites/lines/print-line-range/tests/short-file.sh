# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "only the lines from 15 on are printed" diff - "$OUT" <<'EOF'
line 15
line 16
line 17
EOF

finish
