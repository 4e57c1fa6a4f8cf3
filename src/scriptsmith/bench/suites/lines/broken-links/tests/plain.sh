# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the broken links are named, and no other" diff - "$OUT" <<'EOF'
opt/.cfg
opt/app/chain 1
opt/app/chain 2
opt/old release
EOF

finish
