# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the three largest are printed, largest first" diff - "$OUT" <<'EOF'
250000	my  photos
100005	.cache
99999	web
EOF

finish
