# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "only the timeout of that section is changed" diff - app.ini <<'EOF'
timeout = 5
[client]
timeout = 10

[server]
; timeout = 1
host = 0.0.0.0

timeout = 30
timeout_connect = 3
[server.tls]
timeout = 20
[worker]
note = see [server]
timeout = 90
EOF

finish
