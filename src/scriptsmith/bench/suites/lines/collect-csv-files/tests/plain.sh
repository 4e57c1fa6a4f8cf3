# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the files lie directly in the folder" diff <(printf '%s\n' .h.csv B.CSV 'a b.csv' c.Csv) <(find csv -mindepth 1 -printf '%f\n' | LC_ALL=C sort)
check "their contents are theirs" test "$(cat "csv/a b.csv" csv/B.CSV)" = "ab
B"
check "everything else stays" diff <(printf '%s\n' inbox/deep/d.csv.gz inbox/notes.txt inbox/xcsv) <(find inbox -type f | LC_ALL=C sort)
check "folders and links stay" test -d inbox/dir.csv -a -L inbox/link.csv

finish
