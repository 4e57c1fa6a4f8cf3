# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "all files with a twin are named, and no other" diff - "$OUT" <<'EOF'
data/.hidden copy
data/B/one.txt
data/B/three  same.txt
data/a b.txt
data/dash/-x
EOF

finish
