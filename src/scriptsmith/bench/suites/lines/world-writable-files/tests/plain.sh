# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "all files that others may write to are named, and no other" diff - "$OUT" <<'EOF'
srv/.env
srv/app/run all.sh
srv/app/setuid
srv/drop box/odd
srv/open.txt
EOF

finish
