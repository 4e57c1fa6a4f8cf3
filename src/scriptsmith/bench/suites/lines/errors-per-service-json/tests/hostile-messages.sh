# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "what a message or a deeper object says does not count" diff - "$OUT" <<'EOF'
real 1
EOF

finish
