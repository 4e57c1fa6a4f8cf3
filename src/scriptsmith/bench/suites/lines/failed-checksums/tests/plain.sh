# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the changed and the missing files are named, in order" diff - "$OUT" <<'EOF'
zeta.bin
notes: OK.txt
lib/core 2.so
gone.txt
EOF

finish
