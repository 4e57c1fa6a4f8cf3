# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the active setting is changed, and nothing else" diff - postgresql.conf <<'EOF'
# max_connections = 10
#max_connections = 50
port = 5432
superuser_max_connections = 3
max_connections = 200
max_connections_extra = 7
listen = 'max_connections=1'
EOF

finish
