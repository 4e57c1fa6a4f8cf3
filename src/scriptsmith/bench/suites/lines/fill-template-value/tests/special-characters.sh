# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "special characters of the value are written as they are" diff - <(awk 1 site.conf) <<'EOF'
name a&b\1\n|c"d'e$HOME`x`%s;
again a&b\1\n|c"d'e$HOME`x`%sa&b\1\n|c"d'e$HOME`x`%s
EOF
check "an older copy is replaced, and a second run gives the same" test "$(grep -c '' site.conf)" = 2

finish
