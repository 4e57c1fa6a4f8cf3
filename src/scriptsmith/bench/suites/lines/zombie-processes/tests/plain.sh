# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the zombies are printed in numerical order" diff - "$OUT" <<'EOF'
98
702
1044
30100
EOF

finish
