# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the value is printed without a CR" diff - <(awk 1 "$OUT") <<'EOF'
mysql://u@h/d?a=b
EOF

finish
