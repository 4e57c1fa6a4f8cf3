# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "sums beyond four thousand million are printed in full" diff - "$OUT" <<'EOF'
10.0.0.1 9123456789
10.0.0.2 1234567
EOF

finish
