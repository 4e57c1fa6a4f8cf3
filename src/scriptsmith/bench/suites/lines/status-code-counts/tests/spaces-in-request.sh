# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a request with spaces, or none at all, is counted by its code" diff - "$OUT" <<'EOF'
400 2
404 1
EOF

finish
