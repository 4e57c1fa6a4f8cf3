# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a last line without a newline is an address like the others" diff - <(awk 1 "$OUT") <<'EOF'
1.2.3.4
1.2.3.40
EOF

finish
