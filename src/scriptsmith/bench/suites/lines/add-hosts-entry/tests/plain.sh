# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the line is appended" diff - hosts <<'EOF'
127.0.0.1 localhost
110.0.0.5 db.internal
10.0.0.5 db.internal.example
#10.0.0.5 db.internal
10.0.0.50db.internal
10a0b0c5 db.internal
10.0.0.5 db.internal
EOF

finish
