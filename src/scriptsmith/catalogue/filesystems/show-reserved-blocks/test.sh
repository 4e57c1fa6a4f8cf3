#!/usr/bin/env bash
. "$HARNESS"

stub tune2fs <<'EOF'
[ "$1" = -l ] || exit 1
[ ! -e .other ] || { echo "tune2fs: Bad magic number in super-block while trying to open $2" >&2; exit 1; }
cat said
EOF
stub findmnt <<<'[ "$*" = "--noheadings --raw --first-only --output TARGET --source /dev/null" ] && cat place 2>/dev/null'
stub stat <<<'[ "$*" = "--file-system --format %f %a %S -- /mnt/two words" ] && cat numbers 2>/dev/null'
said() { # BLOCKS RESERVED FREE
  cat >said <<EOF
tune2fs 1.47.0 (5-Feb-2023)
Filesystem volume name:   <none>
Last mounted on:          /data: one
Filesystem state:         clean
Block count:              $1
Reserved block count:     $2
Free blocks:              $3
Block size:               4096
Mount count:              4
Last checked:             Sat Nov 21 10:00:00 2026
Reserved blocks uid:      0 (user root)
Reserved blocks gid:      0 (group root)
EOF
}
said 26214400 1310720 5242880
run --device /dev/null
check 'it succeeds' test "$status" -eq 0
check 'the size is shown' grep -qx '/dev/null: 102400 MiB in all' <<<"$out"
check 'the reserve is shown' grep -qx 'reserved: 5120 MiB (5.0%), for user 0 (user root) and group 0 (group root)' <<<"$out"
check 'what is free for everybody is shown' grep -qx 'free: 20480 MiB, of that for everybody: 15360 MiB' <<<"$out"
check 'the last check is shown' grep -qx 'state: clean, mounted 4 times since the check of Sat Nov 21 10:00:00 2026' <<<"$out"
check 'it is not called full' test "$(grep -c FULL <<<"$out")" -eq 0
said 26214400 1310720 1310720
run --device /dev/null
check 'one with the reserve only is called full' grep -q '^FULL for everybody but root' <<<"$out"
check 'nothing is changed' test -z "$(calls 'tune2fs -[^l]')"
said 26214400 1310720 5242880
echo '/mnt/two\x20words' >place; echo '1310720 0 4096' >numbers
run --device /dev/null
check 'of a mounted one the file system itself tells what is free' grep -qx 'free: 5120 MiB, of that for everybody: 0 MiB' <<<"$out"
check 'and it is called full' grep -q '^FULL for everybody but root' <<<"$out"
echo '2621440 1305600 4096' >numbers
run --device /dev/null
check 'what is left for everybody is what it says' grep -qx 'free: 10240 MiB, of that for everybody: 5100 MiB' <<<"$out"
rm numbers
run --device /dev/null
check 'a mounted one that does not tell is a failure' test "$status" -eq 1
rm place
: >said
run --device /dev/null
check 'silence is a failure' test "$status" -eq 1
: >.other
run --device /dev/null
check 'another file system is refused' test "$status" -eq 3
run --device /dev/no-such-thing
check 'a missing device is refused' test "$status" -eq 3
run
check 'a device is needed' test "$status" -eq 2
run --device /dev/../etc/passwd
check 'a way out of /dev is refused' test "$status" -eq 2
run --device -m
check 'an option is no device' test "$status" -eq 2
run --device '/dev/x;touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
