#!/usr/bin/env bash
. "$HARNESS"

stub ps <<'STUB'
case "$*" in
  '-o user:64=,comm= -p 81'[2-7]) echo 'root java' ;;
  '-o user:64=,comm= -p 900') echo 'root mysqld' ;;
  '-o user:64=,comm= -p 820') echo 'tomcat java' ;;
  *) exit 1 ;;
esac
STUB
mkdir status
for each in '812 204700' '814 2380852' '815 2380853' '813 99999999' '820 204700' '900 204700'; do printf 'VmPeak:\t 7 kB\nVmRSS:\t  %s kB\nVmData:\t 7 kB\nVmSwap:\t     100 kB\n' "${each#* }" >"status/${each% *}"; done
: >status/816
stub awk <<'STUB'
exec /usr/bin/awk "$1" "status/$(/usr/bin/awk -F/ '{print $3}' <<<"$2")"
STUB
stub df <<'STUB'
[[ $1 == -Pk && ! -e stale ]] || exit 1
printf 'Filesystem     1024-blocks    Used Available Capacity Mounted on\n/dev/sda1        10000000 5000000   5000000      50%% /\n'
STUB
stub stat <<'STUB'
if [[ "$1 $2 $3" == '-f -c %T' ]]; then cat kind 2>/dev/null || echo xfs; else exec /usr/bin/stat "$@"; fi
STUB
stub jcmd <<'STUB'
[[ $1 != -l ]] || exit 0
[[ $2 == GC.heap_dump && $3 == /*.hprof && $# -eq 3 ]] || { echo "java.lang.IllegalArgumentException: Unknown diagnostic command" >&2; exit 1; }
printf '%s:\nDumping heap to %s ...\n' "$1" "$3"
case $(cat mode) in
  full) head -c 1000 /dev/zero >"$3"; echo 'Dump file is incomplete: No space left on device' ;;
  deny) echo 'Permission denied' ;;
  empty) : >"$3"; echo 'Heap dump file created [0 bytes in 0.1 secs]' ;;
  tiny) echo >"$3"; echo 'Heap dump file created [1 bytes in 0.1 secs]' ;;
  away) echo 'Heap dump file created [100 bytes in 0.1 secs]' ;;
  eight) echo 'com.sun.tools.attach.AttachNotSupportedException: Unable to open socket file: target process not responding or HotSpot VM not loaded' >&2; exit 1 ;;
  deaf) echo 'AttachNotSupportedException' >&2; exit 1 ;;
  *) head -c 2097152 /dev/zero >"$3"; chmod 644 "$3"; echo 'Heap dump file created [2097152 bytes in 0.1 secs]' ;;
esac
STUB
mkdir d
echo good >mode

run --pid 812 --destination d --dry-run
check 'a dry run names the file and the space' grep -qE '^would write: /.*/d/heap-812-.*\.hprof, up to 400 MB \(4882 MB are free\)$' <<<"$out"
check 'what it does to the process and what is in it is told before' grep -q '^process 812 stands still meanwhile.*passwords' <<<"$out"
check 'that a probe may end a container meanwhile is told before, too' grep -q '^process 812 stands still.*liveness probe' <<<"$out"
check 'a dry run writes nothing' test -z "$(calls '^jcmd')$(ls d)"
run --pid 812 --destination d
check 'it succeeds' test "$status" -eq 0
check 'the file is there and told' grep -qE "^written: .*/d/$(ls d), 2 MB" <<<"$out"
check 'and it is nowhere else' test "$(grep -c '^note' <<<"$out")" -eq 0
check 'nobody else may read it' test "$(stat -c %a d/*.hprof)" = 600
echo deny >mode
run --pid 812 --destination d
check 'a JVM that may not write there is a failure, although jcmd is content' bash -c '[ "$1" -eq 1 ] && grep -q "Permission denied" <<<"$2" && grep -q "may user root write to" <<<"$2"' _ "$status" "$err"
check 'nothing was left' test "$(grep -c '^a part of it' <<<"$err")" -eq 0
mkdir f; echo full >mode
run --pid 812 --destination f
check 'a part that was left is named' test "$status:$(grep '^a part of it' <<<"$err")" = "1:a part of it was written and is of no use: rm -- $(echo "$PWD"/f/*)"
for kind in tmpfs ramfs; do
  echo $kind >kind
  run --pid 812 --destination d --dry-run
  check "a directory in memory is refused: $kind" test "$status:$(grep -c "lies in memory (tmpfs), of which the dump may take 400 MB" <<<"$err")" = 3:1
done
rm kind
echo away >mode
mkdir e
run --pid 812 --destination e
check 'a file that is elsewhere is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "it is not here" <<<"$2"' _ "$status" "$err"
echo empty >mode
run --pid 812 --destination e
check 'an empty file is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "is empty" <<<"$2"' _ "$status" "$err"
rm e/*
echo tiny >mode
run --pid 812 --destination e
check 'a small one is not' test "$status" -eq 0
stub timeout <<<'exit 124'
run --pid 812 --destination e
check 'one that takes too long is told' bash -c '[ "$1" -eq 1 ] && grep -q "not finished within 15 minutes" <<<"$2"' _ "$status" "$err"
rm .stubs/timeout
echo deaf >mode
run --pid 812 --destination d
check 'a JVM that does not answer is a failure' test "$status:$(grep -c 'Java 8' <<<"$err")" = 1:0
echo eight >mode
run --pid 812 --destination d
check 'of one of root it is not said that it wants its own user' test "$status:$(grep -c 'Java 8' <<<"$err")" = 1:0
stub id <<<'echo root'
run --pid 820 --destination d
check 'one of Java 8, which answers its own user only, is told to root' test "$status:$(grep -c 'Java 8 answers its own user only, so run this as tomcat' <<<"$err")" = 1:1
stub id <<<'echo tomcat'
run --pid 820 --destination d
check 'and not to that user' test "$status:$(grep -c 'Java 8' <<<"$err")" = 1:0
rm .stubs/id
: >"$STUB_LOG"
run --pid 813 --destination d
check 'too little space is refused' bash -c '[ "$1" -eq 3 ] && [ -z "$2" ] && grep -q "MB are free" <<<"$3"' _ "$status" "$(calls '^jcmd')" "$err"
run --pid 814 --destination d --dry-run
check 'a tenth more than twice the memory is enough' test "$status" -eq 0
run --pid 815 --destination d --dry-run
check 'and not a kilobyte less' bash -c '[ "$1" -eq 3 ] && grep -q "may need 4650 MB, and only 4882 MB are free" <<<"$2"' _ "$status" "$err"
run --pid 816 --destination d --dry-run
check 'memory that is not known is refused' bash -c '[ "$1" -eq 3 ] && grep -q "is not known" <<<"$2"' _ "$status" "$err"
run --pid 817 --destination d --dry-run
check 'a process that ends meanwhile is refused' bash -c '[ "$1" -eq 3 ] && grep -q "no such process: 817" <<<"$2"' _ "$status" "$err"
touch stale
run --pid 812 --destination d --dry-run
check 'so is a file system that does not answer' bash -c '[ "$1" -eq 3 ] && grep -q "cannot read the free space" <<<"$2"' _ "$status" "$err"
rm stale
stub id <<<'echo tomcat'
run --pid 820 --destination d --dry-run
check 'its own user may look at a process' test "$status" -eq 0
stub id <<<'echo root'
run --pid 820 --destination d --dry-run
check 'so may root' test "$status" -eq 0
stub id <<<'echo bob'
run --pid 820 --destination d --dry-run
check 'another user may not' bash -c '[ "$1" -eq 3 ] && grep -q "belongs to tomcat" <<<"$2"' _ "$status" "$err"
rm .stubs/id
run --pid 900 --destination d
check 'a process that is no JVM gets no signal' bash -c '[ "$1" -eq 3 ] && [ -z "$2" ]' _ "$status" "$(calls '^jcmd 900')"
run --pid 99 --destination d
check 'a process that does not exist is refused' test "$status" -eq 3
run --pid 812 --destination nowhere
check 'a missing directory is refused' test "$status" -eq 3
mkdir 'a b'
run --pid 812 --destination 'a b'
check 'a directory that jcmd could not take is refused' test "$status" -eq 2
run --pid 812 --destination '' --dry-run
check 'an empty destination is refused' test "$status" -eq 2
run --destination d
check 'the process is required' test "$status" -eq 2
run --pid '$(touch pwned)'
check 'a hostile process id is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
