# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the file is as it was when the line is there" diff - hosts <<'EOF'
10.0.0.5 db.internal
127.0.0.1 localhost
EOF

finish
