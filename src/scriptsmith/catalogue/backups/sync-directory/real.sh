#!/usr/bin/env bash
# packages: rsync locales python3
. "$HARNESS"
ran_on rsync "$(rsync --version | sed -n '1s/^rsync *version \([0-9.]*\).*/\1/p')"

mkdir -p '/data/src dir/sub' /data/back
s='/data/src dir' t=/data/back/copy
printf 'one\n' >"$s/a"; printf 'two\n' >"$s/sub/b"; ln -s a "$s/link"; ln "$s/a" "$s/hard"
chown 1234:4321 "$s/a"; chmod 640 "$s/a"; touch -d 2001-02-03 "$s/a"; truncate -s 5M "$s/sparse"
run --source "$s" --target "$t" --dry-run
check 'a dry run copies nothing' test "$status" -eq 0 -a ! -e "$t"
run --source "$s" --target "$t"
check 'all is copied' test "$status" -eq 0 -a -z "$(diff -r --no-dereference "$s" "$t")"
check 'with owner, mode and time' test "$(stat -c '%u:%g %a %Y' "$t/a")" = "1234:4321 640 $(date -d 2001-02-03 +%s)"
check 'hard links stay one file, sparse files small' test "$t/a" -ef "$t/hard" -a "$(stat -c %b "$t/sparse")" -lt 100
printf 'extra\n' >"$t/extra"; printf 'newer\n' >"$s/sub/b"; rm "$s/link"
run --source "$s" --target "$t"
check 'what changed is copied, what is only at the target stays' test "$status:$(cat "$t/sub/b")" = 0:newer -a -e "$t/extra" -a -L "$t/link"
mkdir "$s/disk" && mount -t tmpfs disk "$s/disk" && printf 'far\n' >"$s/disk/far"
run --source "$s" --target "$t"
check 'a file system mounted below is left out, and that is said' bash -c '[ "$1" = 0 ] && [ ! -e "$2" ] && grep -qx "warning: left out, another file system: $3" <<<"$4" && ! grep -q "is complete" <<<"$5"' \
  _ "$status" "$t/disk/far" "$s/disk" "$err" "$out"
umount "$s/disk" && rmdir "$s/disk" "$t/disk"
mkdir "$s/bound" && mount --bind "$s/sub" "$s/bound"
run --source "$s" --target "$t"
check 'a directory of the same file system that is mounted there is copied, and not said to be left out' test "$status:$(grep -v ' is on the file system of ' <<<"$err"):$(cat "$t/bound/b")" = 0::newer
umount "$s/bound" && rmdir "$s/bound" && rm -r "$t/bound"
mkdir -p /usr/lib/locale && localedef --inputfile de_DE --charmap UTF-8 de_DE.UTF-8 2>/dev/null
head -c 20000 /dev/urandom >"$s/more"
check 'rsync writes numbers otherwise in German' bash -c 'LC_ALL=de_DE.UTF-8 rsync --archive --dry-run --stats "$1/" "$2/" | grep -q "^Total transferred file size: 20[.]000 "' _ "$s" "$t"
LC_ALL=de_DE.UTF-8 run --source "$s" --target "$t"
check 'which is no hindrance' bash -c '[ "$1" = 0 ] && cmp "$2/more" "$3/more"' _ "$status" "$s" "$t"
python3 -c 'import os, sys; os.setxattr(sys.argv[1], "user.note", b"x")' "$s/more"
run --source "$s" --target "$t"
check 'extended attributes are copied' test "$status:$(python3 -c 'import os, sys; print(os.getxattr(sys.argv[1], "user.note"))' "$t/more")" = "0:b'x'"
printf 'twisted' >"$t/sub/b"; printf 'correct' >"$s/sub/b"; touch -d 2001-02-03 "$s/sub/b" "$t/sub/b"
run --source "$s" --target "$t"
check 'other content of the same size and time is found' test "$status" -eq 1
cp -p "$s/sub/b" "$t/sub/b"
mkdir /data/small && mount -t tmpfs -o size=1m small /data/small && head -c 3000000 /dev/urandom >"$s/big"
run --source "$s" --target /data/small
check 'a target that is a file system of its own has too little room' test "$status" -eq 3 -a -z "$(ls /data/small)"
mkdir /data/mine && chown 1234:1234 /data/mine && mkdir /data/theirs && printf 'x\n' >/data/theirs/file
out=$(setpriv --reuid 1234 --regid 1234 --clear-groups bash -c "$(<"$SCRIPT")" sync --source /data/theirs --target /data/mine/copy 2>&1)
check 'who is not root is told that owners were not kept' test "$(stat -c %u /data/mine/copy/file):$(grep -c '^note: owners were not kept' <<<"$out"):$(grep -c 'is complete' <<<"$out")" = 1234:1:1
run --source /data/theirs --target /data/back/theirs
check 'root is not' test "$status:$(grep -c '^note: owners' <<<"$out")" = 0:0
run --source "$s" --target "$s/sub/copy"
check 'a target inside the source is refused' test "$status" -eq 2
mkdir /data/volume && mount -t tmpfs volume /data/volume && printf 'y\n' >/data/volume/file && mkdir -p /data/unmounted /data/disk && mount -t tmpfs disk /data/disk
run --source /data/volume --target /data/unmounted/copy --dry-run
check 'of a target that lies on the root file system, as where the disk is not mounted, that is said' grep -qx 'warning: /data/unmounted/copy is on the file system of /: if a disk of its own is meant, it is not mounted' <<<"$err"
run --source /data/volume --target /data/disk/copy
check 'of a target on a disk of its own nothing is said' test "$status:$err" = 0:
finish
