# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the last line is printed first, apart from the one before it" diff - <(awk 1 "$OUT") <<'EOF'
three
two
one
EOF

finish
