# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the old logs are replaced by compressed ones, and only they" diff - <(find logs ! -type d | LC_ALL=C sort) <<'EOF'
logs/.hidden.log.gz
logs/app.log
logs/april.log.gz
logs/deep/two words.log.gz
logs/earlier.log.gz
logs/link.log
logs/notes.txt
EOF
check "the content is kept" test "$(zcat logs/april.log.gz "logs/deep/two words.log.gz")" = "april
deep"
check "the modification time is kept" test "$(stat -c %Y logs/april.log.gz)" = "$(date -ud '2026-04-30 23:00' +%s)"
check "what was compressed before is as it was" test "$(cat logs/earlier.log.gz)" = "as it was"

finish
