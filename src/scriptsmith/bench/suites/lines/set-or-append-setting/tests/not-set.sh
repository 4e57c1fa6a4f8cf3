# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the setting is appended once, on a line of its own" diff - postgresql.conf <<'EOF'
#max_connections = 100
port = 5432
max_connections = 200
EOF

finish
