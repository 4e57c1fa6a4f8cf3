# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the commands are printed as written" diff - "$OUT" <<'EOF'
/usr/bin/backup  --all "two words"
A=1 run-me # not a comment
echo "a=b; x * * *" >/dev/null
/opt/job
EOF

finish
