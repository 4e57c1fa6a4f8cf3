# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "what is incomplete counts nothing, and a session of no length counts" diff - "$OUT" <<'EOF'
b 5
a 0
EOF

finish
