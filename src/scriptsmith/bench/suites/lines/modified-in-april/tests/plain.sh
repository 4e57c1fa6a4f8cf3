# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the files of April are named, both ends right" diff - "$OUT" <<'EOF'
logs/.mid.log
logs/Z first second.log
logs/deep/2026-04 last.log
logs/deep/near.log
EOF

finish
