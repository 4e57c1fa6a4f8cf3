# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "what a name says does not count" diff - "$OUT" <<'EOF'
2 198.51.100.8
1 203.0.113.1
EOF

finish
