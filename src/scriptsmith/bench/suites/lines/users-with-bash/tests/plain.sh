# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the accounts with that shell are printed in order" diff - "$OUT" <<'EOF'
backup
deploy
root
EOF

finish
