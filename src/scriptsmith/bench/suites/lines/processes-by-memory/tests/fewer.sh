# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "both are printed where there are only two" diff - "$OUT" <<'EOF'
9
10
EOF

finish
