# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "all files below 1 MiB are named, and no other" diff - "$OUT" <<'EOF'
dumps/.state
dumps/Zone.sql
dumps/a b/part 2.sql
dumps/almost.sql
dumps/empty.sql
EOF

finish
