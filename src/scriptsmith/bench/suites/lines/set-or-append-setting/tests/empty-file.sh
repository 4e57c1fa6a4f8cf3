# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the setting is the only line of a file that was empty" diff - postgresql.conf <<'EOF'
max_connections = 200
EOF

finish
