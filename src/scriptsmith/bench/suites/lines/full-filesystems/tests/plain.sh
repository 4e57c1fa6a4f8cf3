# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the full file systems are printed in order" diff - "$OUT" <<'EOF'
/
/var/log
/boot
EOF

finish
