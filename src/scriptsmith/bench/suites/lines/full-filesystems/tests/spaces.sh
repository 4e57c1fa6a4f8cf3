# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "mount points with spaces are printed whole" diff - "$OUT" <<'EOF'
/mnt/my disk 5%
/mnt/two  spaces
EOF

finish
