# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the read-only mount points are printed in order" diff - "$OUT" <<'EOF'
/snap/core/1
/mnt/iso\040image
/srv/ro-last
/boot/alone
EOF

finish
