# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a second run changes nothing more" diff - allowlist.txt <<'EOF'
b
a
B
EOF

finish
