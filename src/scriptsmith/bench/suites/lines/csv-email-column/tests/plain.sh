# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the addresses are printed in order" diff - "$OUT" <<'EOF'
ops@example.org
db@example.org
"ci,d"@example.org
web@example.org
EOF

finish
