# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a section at the end of the file is changed, without spaces too" diff - app.ini <<'EOF'
[a]
timeout=1
[server]
timeout = 30
EOF

finish
