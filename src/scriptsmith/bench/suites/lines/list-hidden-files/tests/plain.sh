# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the hidden files are named, and only they" diff - "$OUT" <<'EOF'
...odd
..bak
.Xresources
.bash history
.bashrc
.profile
EOF

finish
