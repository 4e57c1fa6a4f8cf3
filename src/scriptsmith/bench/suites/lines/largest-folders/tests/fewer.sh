# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "fewer are printed when there are only two with files" diff - "$OUT" <<'EOF'
11	b *
3	-a
EOF

finish
