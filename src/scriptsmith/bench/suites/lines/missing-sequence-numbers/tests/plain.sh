# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the missing numbers are printed in order" diff - "$OUT" <<'EOF'
99
101
102
105
EOF

finish
