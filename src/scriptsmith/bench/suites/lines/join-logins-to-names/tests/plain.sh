# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "names and counts are joined, ordered by id" diff - "$OUT" <<'EOF'
Build Farm,7
db,12
Web,0
ci d. e,1000
100,99
EOF

finish
