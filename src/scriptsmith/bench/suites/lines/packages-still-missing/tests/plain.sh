# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the lines that are missing are printed in order" diff - "$OUT" <<'EOF'
zlib-dev
lib.c
-e
Bash
g++
python3
zlib-dev
python3-11
EOF

finish
