# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the month is that of UTC where the machine's time zone is another one" diff - "$OUT" <<'EOF'
logs/.mid.log
logs/Z first second.log
logs/deep/2026-04 last.log
logs/deep/near.log
EOF

finish
