#!/usr/bin/env bash
. "$HARNESS"

stub etcdctl <<'EOF'
[ "$ETCDCTL_API" = 3 ] || { echo 'No help topic for snapshot' >&2; exit 3; }
[ "$1 $2 $4" = 'snapshot status --write-out=json' ] || { echo "Error: unknown flag $*" >&2; exit 128; }
case "$3" in
  *torn*) echo 'Error: snapshot file integrity check failed' >&2; exit 1 ;;
  *hollow*) echo '{"hash":1,"revision":0,"totalKey":0,"totalSize":20480}' ;;
  *newer*) echo 'NAME: snapshot - Manages etcd node snapshots' ;;
  *) echo '{"hash":4031086527,"revision":90510,"totalKey":1203,"totalSize":20480}' ;;
esac
EOF
{ head -c 16 /dev/zero; printf '\xed\xda\x0c\xed'; head -c 4076 /dev/zero; } >raw.db
sum=$(sha256sum raw.db)
{ cat raw.db; printf "$(sed 's/../\\x&/g' <<<"${sum%% *}")"; } >'my snap.db'
for it in bad torn hollow newer old; do cp 'my snap.db' $it.db; done
printf x | dd of=bad.db bs=1 seek=100 conv=notrunc status=none
touch -d '3 days ago' old.db
run --file 'my snap.db'
check 'a good snapshot succeeds' test "$status" -eq 0
check 'its checksum is checked' grep -qx 'checksum: matches' <<<"$out"
check 'what is in it is told' grep -qx 'content: 1203 keys, revision 90510' <<<"$out"
check 'and that it is good' grep -q '^good: ./my' <<<"$out"
run --file bad.db
check 'a changed byte is a failure' test "$status" -eq 1 -a -n "$(grep 'does not match its own checksum' <<<"$out")"
run --file raw.db
check 'a file without a checksum is a failure' test "$status" -eq 1 -a -n "$(grep 'no checksum' <<<"$out")"
head -c 4128 /dev/zero >zeros.db; run --file zeros.db
check 'another file is no snapshot' grep -qx 'not usable: it is no database of etcd' <<<"$out"
: >empty.db; run --file empty.db
check 'an empty file is a failure' test "$status" -eq 1
run --file torn.db
check 'a database that cannot be read is a failure' test "$status" -eq 1
run --file hollow.db
check 'a snapshot without keys is a failure' test "$status" -eq 1
run --file newer.db
check 'an etcdctl that cannot look inside is no failure' test "$status" -eq 0
mv .stubs/etcdctl .stubs/etcdutl
stub etcdctl <<<'echo "NAME: snapshot"'
run --file hollow.db
check 'etcdutl is asked where it is there' test "$status:$(grep -c 'it holds no keys' <<<"$out")" = 1:1
run --file old.db --hours 48
check 'one that is too old is a failure' grep -q 'it is 72 hours old, and 48 is the most' <<<"$out"
run --file old.db --hours 0100
check 'one that is young enough is good' test "$status" -eq 0
run --file absent.db
check 'a missing file is refused' test "$status" -eq 3
run
check 'the file is required' test "$status" -eq 2
run --file raw.db --hours 2d
check 'a time with a unit is refused' test "$status" -eq 2
run --file '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 3 -a ! -e pwned
finish
