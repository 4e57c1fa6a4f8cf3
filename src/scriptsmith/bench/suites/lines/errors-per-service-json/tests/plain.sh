# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the errors of each service are counted and ordered as asked for" diff - "$OUT" <<'EOF'
api 10
auth 2
web 2
billing-db 1
EOF

finish
