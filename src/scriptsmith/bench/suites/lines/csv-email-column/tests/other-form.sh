# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the column is found elsewhere, with CRLF and line breaks in fields" diff - "$OUT" <<'EOF'
x@example.org
y@example.org
EOF

finish
