# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the line does not run into the last one, and is there once after two runs" diff - hosts <<'EOF'
127.0.0.1 localhost
10.0.0.9 web
10.0.0.5 db.internal
EOF

finish
