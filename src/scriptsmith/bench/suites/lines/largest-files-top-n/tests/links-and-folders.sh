. "$HARNESS"
expected='5 data/folder/five
0 data/none'
check "links and folders are left out, and fewer than five files are all printed" diff - "$OUT" <<<"$expected"
finish
