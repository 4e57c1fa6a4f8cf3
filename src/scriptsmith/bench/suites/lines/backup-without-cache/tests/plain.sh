# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

names() { tar -tzf backup/app.tar.gz | sed 's|/$||' | LC_ALL=C sort; }
check "the archive has the members asked for, and no other" diff - <(names) <<'EOF'
app
app/.env
app/cachefile
app/empty
app/my notes.txt
app/src
app/src/cache
app/src/cache/keep.c
app/src/main.c
app/tmp
EOF
check "the contents are right" test "$(tar -xOzf backup/app.tar.gz app/src/main.c)" = "int main;"
check "the folder itself is as it was" test -f app/cache/page1 -a -f app/src/x.tmp

finish
