# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the bytes are summed and ordered as asked for" diff - "$OUT" <<'EOF'
10.0.0.7 10500
10.0.0.10 9100
10.0.0.2 900
2001:db8::5 900
10.0.0.9 0
EOF

finish
