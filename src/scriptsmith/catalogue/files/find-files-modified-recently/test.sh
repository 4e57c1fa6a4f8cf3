#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'conf/sub dir' empty ./-x
for name in 'conf/sub dir/newest one.conf' conf/half.conf $'conf/new\nline.conf' conf/old.conf conf/half.txt ./-x/f; do
  printf 'x\n' >"$name"
done
touch -d '1 minute ago' 'conf/sub dir/newest one.conf'
touch -d '30 minutes ago' conf/half.conf conf/half.txt
touch -d '40 minutes ago' $'conf/new\nline.conf'
touch -d '3 hours ago' conf/old.conf
touch -d '2 minutes ago' ./-x/f

run --directory conf --minutes 60
check 'it succeeds' test "$status" -eq 0
check 'the newest comes first' test "$(sed -n 2p <<<"$out" | grep -c 'conf/sub dir/newest one.conf$')" -eq 1
check 'an older one is listed too' grep -q 'conf/half.conf$' <<<"$out"
check 'one before that time is not among them' bash -c '! grep "^20" <<<"$1" | grep -q old.conf' _ "$out"
check 'one that was put there just now with an older time is told apart' grep -q '^otherwise: .*conf/old.conf$' <<<"$out"
check 'and counted apart' grep -q '^1 files changed otherwise' <<<"$out"
check 'a newline in a name makes no second line' grep -qF "new\\nline.conf'" <<<"$out"
check 'it counts' grep -q '^4 files modified in the last 60 minutes$' <<<"$out"
check 'the time is told' grep -qE "^$(date -d '1 minute ago' +%F) .* 2 +[^ ]+ +.*newest one" <<<"$out"

mkdir -p gone/calm gone/hit && touch gone/hit/vhost.conf && touch -d '3 days ago' gone gone/calm && rm gone/hit/vhost.conf
run --directory gone --pattern '*.conf'
check 'a deleted file is seen by its directory' bash -c 'grep -qE "^directory: [0-9: +-]+ gone/hit$" <<<"$1" && grep -q "^1 directories in which something was made, renamed or deleted" <<<"$1"' _ "${out//.\//}"
ln -s half.conf conf/now
run --directory conf
check 'a link that was made is told apart' bash -c 'grep -qE "^link: [0-9: +-]+ conf/now -> half.conf$" <<<"$1" && grep -qx "1 symbolic links made or switched" <<<"$1"' _ "${out//.\//}"
run --directory conf
check 'the default is 60 minutes' grep -q '^4 files' <<<"$out"
run --directory conf --minutes 5
check 'fewer minutes, fewer files' grep -q '^1 files' <<<"$out"
run --directory conf --pattern '*.txt'
check 'the pattern chooses' grep -q '^1 files' <<<"$out"
run --directory empty
check 'none is a fine answer' bash -c '[ "$1" -eq 0 ] && grep -q "^0 files" <<<"$2"' _ "$status" "$out"
run --directory -x
check 'a leading dash in the directory is no option' grep -q '\./-x/f$' <<<"$out"

stub find <<'EOF'
case "$*" in
  *%D*) printf '%s\0' "$(stat -c %d conf) tmpfs conf/same" '7 xfs conf/pool' $'8 unknown conf/new\nvolume' '9 proc conf/proc' ;;
  *) printf 'm 1700000000.5 2 root conf/x\0' ;;
esac
EOF
run --directory conf
check 'what find does not enter is told, subvolumes too' test "$status:$err" = $'0:note: not looked into: conf/pool (xfs)\nnote: not looked into: conf/new?volume (subvolume of btrfs)'
stub sort <<<'cat >/dev/null; exit 2'
run --directory conf
check 'a list that cannot be sorted is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not be sorted" <<<"$2"' _ "$status" "$err"
rm .stubs/sort .stubs/find
run --directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --directory conf --minutes 0
check 'a time of 0 is refused' test "$status" -eq 2
run --directory conf --minutes 'x[$(touch pwned)]; touch pwned'
check 'a bad number is refused' test "$status" -eq 2
run --directory conf --pattern '$(touch pwned); touch pwned'
check 'a hostile value runs nothing' bash -c '[ "$1" -eq 0 ] && [ ! -e pwned ]' _ "$status"
finish
