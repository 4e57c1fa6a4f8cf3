# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "blanks and the lack of them do not matter" diff - postgresql.conf <<'EOF'
a = 1
max_connections = 200
b = 2
EOF

finish
