# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the lines come in reverse order" diff - "$OUT" <<'EOF'
10:07 done
10:05   migrate db
10:05   migrate db

10:01 build
10:00 start
EOF

finish
