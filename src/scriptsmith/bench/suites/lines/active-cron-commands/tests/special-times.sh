# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "commands behind a special time are printed" diff - "$OUT" <<'EOF'
clean-up  /var/tmp
X=1 agent
date +\%s
EOF

finish
