# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the active lines are comments now, and nothing else changed" diff - sshd_config <<'EOF'
Port 22
#PermitRootLogin no
# PermitRootLogin decides whether root may log in
#PermitRootLogin yes
PasswordAuthentication yes # unlike PermitRootLogin
PermitRootLoginAttempts 3
Match User backup
#PermitRootLogin prohibit-password
EOF

finish
