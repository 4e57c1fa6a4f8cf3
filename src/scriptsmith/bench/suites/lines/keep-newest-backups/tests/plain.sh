# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the three newest stay, and all that is no such file" diff - <(find backups -mindepth 1 | LC_ALL=C sort) <<'EOF'
backups/db 10.tar.gz
backups/db 9.tar.gz
backups/deep
backups/deep/db 1.tar.gz
backups/link.tar.gz
backups/nightly (copy).tar.gz
backups/notes.txt
backups/older.tar.gz.md5
EOF

finish
