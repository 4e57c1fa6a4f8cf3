# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the text is replaced wherever it occurs" diff - etc/app.conf <<'EOF'
host=db.new.example alt=db.new.example
url=pg://xdb.new.example.org:5432/
other=dbxold.example db-old-example
EOF
check "files in deeper folders and with spaces are changed" test "$(cat "etc/my app/db 1.conf" etc/.h.conf)" = "db.new.example
db.new.example"
check "the mode stays" test "$(stat -c %a etc/app.conf)" = 640
check "other files are not touched" test "$(cat etc/app.conf.bak etc/readme.txt)" = "db.old.example
db.old.example"

finish
