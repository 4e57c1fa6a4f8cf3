# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the names are as asked for" diff - <(find photos -mindepth 1 | LC_ALL=C sort) <<'EOF'
photos/My Cat 1.jpg
photos/a.jpeg.jpg
photos/b.jpg
photos/c.png
photos/jpeg
photos/more
photos/more/d.jpeg
photos/set.jpeg
EOF
check "the contents go with the names" test "$(cat "photos/My Cat 1.jpg" photos/a.jpeg.jpg photos/b.jpg)" = "cat
a
b"

finish
