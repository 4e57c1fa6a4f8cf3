#!/usr/bin/env bash
. "$HARNESS"

stub sleep </dev/null
stub ps <<'STUB'
case "$*" in
  '-o user:64=,comm= -p 812') echo 'root java' ;;
  '-o user:64=,comm= -p 813') echo 'tomcat java' ;;
  '-o user:64=,comm= -p 814') echo 'root postgres' ;;
  '-o user:64=,comm= -p 820') echo 'tomcat java' ;;
  '-o user:64=,comm= -p 815') echo 'root launcher' ;;
  *) exit 1 ;;
esac
STUB
stub jcmd <<'STUB'
[[ $1 != -l ]] || { printf '815 org.example.Main\n900 jdk.jcmd/sun.tools.jcmd.JCmd -l\n'; exit; }
if [[ $2 == help && $# == 2 ]]; then printf '%s:\nThe following commands are available:\nThread.print\n' "$1"; [ ! -e young ] || echo Thread.dump_to_file; exit; fi
[[ $2 == Thread.print && $# -eq 2 ]] || { echo "java.lang.IllegalArgumentException: Unknown diagnostic command" >&2; exit 1; }
if [ -e deaf ]; then echo 'com.sun.tools.attach.AttachNotSupportedException: Unable to open socket file' >&2; printf '\tat sun.tools.attach.Attach.f%d(Attach.java)\n' 1 2 3 4 >&2; exit 1; fi
echo "$1:"
if [ -e mute ]; then exit 0; fi
if [ -e lone ]; then printf 'Full thread dump:\n\n"main" #1\n   java.lang.Thread.State: RUNNABLE\n'; exit 0; fi
printf 'Full thread dump OpenJDK 64-Bit Server VM (17):\n\n"main" #1 prio=5\n   java.lang.Thread.State: RUNNABLE\n\tat a.B.c(B.java:1)\n\n"w" #2\n   java.lang.Thread.State: BLOCKED (on object monitor)\n\n"x" #3\n   java.lang.Thread.State: TIMED_WAITING (sleeping)\n'
STUB
mkdir d

run --pid 812 --destination d --dry-run
check 'a dry run says what it would do' grep -q 'would take: 1 thread dumps of process 812 (java, user root) into ./d' <<<"$out"
check 'a dry run asks nobody' test -z "$(calls '^jcmd')"
run --pid 812 --destination d --count 2 --interval 10
check 'it succeeds' test "$status" -eq 0
check 'the dumps are written' bash -c 'grep -q "Full thread dump" d/threads-812-*-1.*.txt && grep -q "a.B.c" d/threads-812-*-2.*.txt'
check 'of virtual threads nothing is told where there can be none' test -z "$(grep virtual <<<"$out")"
touch young; run --pid 812 --destination d; rm young
check 'that they are not in it is told where there may be some' grep -qx 'note: virtual threads are not in the dumps: jcmd 812 Thread.dump_to_file FILE writes them, as root' <<<"$out"
run --pid 812 --destination d --count 2 --interval 10
check 'threads are counted by state' grep -qE '^dump 1: ./d/threads-812-.*, 3 threads, 1 RUNNABLE, 1 BLOCKED, 0 WAITING, 1 TIMED_WAITING$' <<<"$out"
check 'it waits between them' test "$(calls '^sleep 10$' | wc -l)" -eq 2
check 'nobody else may read them' test -z "$(find d -name '*.txt' ! -perm 600)"
: >"$STUB_LOG"; touch lone
run --pid 812 --destination d
check 'one dump of one thread is taken at once' bash -c '[ "$1" -eq 0 ] && [ -z "$2" ] && grep -q ", 1 threads, 1 RUNNABLE, 0 BLOCKED" <<<"$3"' _ "$status" "$(calls '^sleep')" "$out"
rm lone
mkdir 'a b'
run --pid 812 --destination 'a b' --count 012 --dry-run
check 'a directory with a space is taken, and leading zeros' grep -qx 'would take: 12 thread dumps of process 812 (java, user root) into ./a b' <<<"$out"
: >"$STUB_LOG"
run --pid 812 --destination d --count 2 --interval 010
check 'so they are of the interval' test "$(calls '^sleep 10$' | wc -l)" -eq 1
stub id <<<'echo tomcat'
run --pid 820 --dry-run
check 'its own user may look at a process' test "$status" -eq 0
stub id <<<'echo root'
run --pid 820 --dry-run
check 'so may root' test "$status" -eq 0
stub id <<<'echo bob'
run --pid 820 --dry-run
check 'another user may not' bash -c '[ "$1" -eq 3 ] && grep -q "belongs to tomcat" <<<"$2"' _ "$status" "$err"
rm .stubs/id
run --pid 815 --destination d
check 'a JVM in another program is taken' test "$status" -eq 0
: >"$STUB_LOG"
run --pid 814 --destination d
check 'a process that is no JVM is refused, and gets no signal' bash -c '[ "$1" -eq 3 ] && [ -z "$2" ]' _ "$status" "$(calls '^jcmd 814')"
touch mute
run --pid 812 --destination d
check 'a dump without threads is a failure' test "$status" -eq 1
touch deaf
run --pid 812 --destination d
check 'a JVM that does not answer is a failure, with the reason' bash -c '[ "$1" -eq 1 ] && grep -q "Unable to open socket" <<<"$2" && [ "$(grep -c "Attach.java" <<<"$2")" -eq 2 ] && grep -q "no thread dump of process 812" <<<"$2"' _ "$status" "$err"
check 'its owner is not told to ask as the owner' test -z "$(grep 'Java 8' <<<"$err")"
stub id <<<'echo root'; run --pid 813 --destination d
check 'root is told whom an old JVM answers' grep -qx 'note: a JVM of Java 8 answers its own user only: run this as tomcat' <<<"$err"
stub id <<<'echo bob'
run --pid 813 --destination d
check 'the process of another user is refused' test "$status" -eq 3
run --pid 99 --destination d
check 'a process that does not exist is refused' test "$status" -eq 3
stub id <<<'echo root'
rm deaf mute
stub mktemp <<<'echo "mktemp: failed to create file: No space left on device" >&2; exit 1'
run --pid 812 --destination d
check 'a directory that is full is refused' test "$status" -eq 3
rm .stubs/mktemp
: >file
run --pid 812 --destination file --dry-run
check 'a file is no directory' test "$status" -eq 3
run --pid 812 --count 99 --interval 999 --dry-run
check 'the most is taken' test "$status" -eq 0
run --pid 812 --count 100 --dry-run
check 'more dumps are refused' test "$status" -eq 2
run --pid 812 --count 0 --dry-run
check 'so is none' test "$status" -eq 2
run --pid 812 --interval 1000 --dry-run
check 'and a longer interval' test "$status" -eq 2
run --pid 812 --destination nowhere --dry-run
check 'a missing directory is refused' test "$status" -eq 3
run --destination d
check 'the process is required' test "$status" -eq 2
run --pid '1; touch pwned'
check 'a hostile process id is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
