# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the failed logins are counted and ordered as asked for" diff - "$OUT" <<'EOF'
10 203.0.113.9
2 198.51.100.7
2 2001:db8::17
1 192.0.2.5
EOF

finish
