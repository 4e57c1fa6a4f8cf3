# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "fractions of a second at both ends are told apart" diff - "$OUT" <<'EOF'
logs/first
logs/last
EOF

finish
