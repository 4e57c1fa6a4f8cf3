# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a file that becomes a folder or a link is removed" diff - "$OUT" <<'EOF'
added now-file
removed x
added x/y
removed z
EOF

finish
