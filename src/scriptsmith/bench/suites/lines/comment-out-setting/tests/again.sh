# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a second run does not add another sign" diff - sshd_config <<'EOF'
#PermitRootLogin yes
Port 22
EOF

finish
