# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the sums are right and ordered as asked for" diff - "$OUT" <<'EOF'
ops 1100
007 900
Qa 900
qa 85
EOF

finish
