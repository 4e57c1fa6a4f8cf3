#!/usr/bin/env bash
. "$HARNESS"

stub ps <<'STUB'
case "$*" in
  '-o user:64=,comm= -p 81'[23]) echo 'root java' ;;
  '-o user:64=,comm= -p 900') echo 'root mysqld' ;;
  '-o rss= -p 812') echo ' 204800' ;;
  '-o rss= -p 813') echo '99999999' ;;
  *) exit 1 ;;
esac
STUB
stub df <<'STUB'
[[ $1 == -Pk ]] || exit 1
printf 'Filesystem     1024-blocks    Used Available Capacity Mounted on\n/dev/sda1        10000000 5000000   5000000      50%% /\n'
STUB
stub jcmd <<'STUB'
[[ $1 != -l ]] || exit 0
[[ $2 == GC.heap_dump && $3 == /*.hprof && $# -eq 3 ]] || { echo "java.lang.IllegalArgumentException: Unknown diagnostic command" >&2; exit 1; }
printf '%s:\nDumping heap to %s ...\n' "$1" "$3"
case $(cat mode) in
  deny) echo 'Permission denied' ;;
  away) echo 'Heap dump file created [100 bytes in 0.1 secs]' ;;
  deaf) echo 'AttachNotSupportedException' >&2; exit 1 ;;
  *) head -c 2097152 /dev/zero >"$3"; chmod 644 "$3"; echo 'Heap dump file created [2097152 bytes in 0.1 secs]' ;;
esac
STUB
mkdir d
echo good >mode

run --pid 812 --destination d --dry-run
check 'a dry run names the file and the space' grep -qE '^would write: /.*/d/heap-812-.*\.hprof, up to 200 MB \(4882 MB are free\)$' <<<"$out"
check 'a dry run writes nothing' test -z "$(calls '^jcmd')$(ls d)"
run --pid 812 --destination d
check 'it succeeds' test "$status" -eq 0
check 'the file is there and told' grep -qE "^written: .*/d/$(ls d), 2 MB" <<<"$out"
check 'nobody else may read it' test "$(stat -c %a d/*.hprof)" = 600
echo deny >mode
run --pid 812 --destination d
check 'a JVM that may not write there is a failure, although jcmd is content' bash -c '[ "$1" -eq 1 ] && grep -q "Permission denied" <<<"$2"' _ "$status" "$err"
echo away >mode
mkdir e
run --pid 812 --destination e
check 'a file that is elsewhere is a failure' test "$status" -eq 1
echo deaf >mode
run --pid 812 --destination d
check 'a JVM that does not answer is a failure' test "$status" -eq 1
: >"$STUB_LOG"
run --pid 813 --destination d
check 'too little space is refused' bash -c '[ "$1" -eq 3 ] && [ -z "$2" ] && grep -q "MB are free" <<<"$3"' _ "$status" "$(calls '^jcmd')" "$err"
run --pid 900 --destination d
check 'a process that is no JVM gets no signal' bash -c '[ "$1" -eq 3 ] && [ -z "$2" ]' _ "$status" "$(calls '^jcmd 900')"
run --pid 99 --destination d
check 'a process that does not exist is refused' test "$status" -eq 3
run --pid 812 --destination nowhere
check 'a missing directory is refused' test "$status" -eq 3
mkdir 'a b'
run --pid 812 --destination 'a b'
check 'a directory that jcmd could not take is refused' test "$status" -eq 2
run --destination d
check 'the process is required' test "$status" -eq 2
run --pid '$(touch pwned)'
check 'a hostile process id is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
