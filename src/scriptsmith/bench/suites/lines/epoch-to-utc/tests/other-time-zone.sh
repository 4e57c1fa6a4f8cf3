# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the times are in UTC where the machine's time zone is another one" diff - "$OUT" <<'EOF'
2026-05-04T09:30:00Z deploy started
EOF

finish
