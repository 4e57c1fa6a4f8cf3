# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a file that cannot be read is passed over" diff - <(LC_ALL=C sort "$OUT") <<'EOF'
data/.hidden copy
data/a b.txt
data/dash/-x
EOF

finish
