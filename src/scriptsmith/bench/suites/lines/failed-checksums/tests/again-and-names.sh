# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a file whose name ends like a verdict is named whole" diff - "$OUT" <<'EOF'
odd: FAILED
EOF
check "the list itself stays" test "$(grep -c . release/SHA256SUMS)" = 2

finish
