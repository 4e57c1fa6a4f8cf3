#!/usr/bin/env bash
. "$HARNESS"

stub ps <<'STUB'
case "$*" in
  '-o user:64=,comm= -p 81'[2-46]) echo 'root java' ;;
  '-o user:64=,comm= -p 900') echo 'root sshd' ;;
  '-o user:64=,comm= -p 820') echo 'tomcat java' ;;
  *) exit 1 ;;
esac
STUB
stub jcmd <<'STUB'
[[ $1 != -l ]] || exit 0
[[ $2 == Thread.print && $# -eq 2 ]] || { echo "java.lang.IllegalArgumentException: Unknown diagnostic command" >&2; exit 1; }
case $1 in
  814) echo 'com.sun.tools.attach.AttachNotSupportedException: Unable to open socket file' >&2; exit 1 ;;
esac
printf '%s:\n' "$1"
if [ -e mute ]; then exit 0; fi
printf 'Full thread dump OpenJDK 64-Bit Server VM (17):\n\n"main" #1 prio=5\n   java.lang.Thread.State: RUNNABLE\n\n"A" #2\n   java.lang.Thread.State: BLOCKED (on object monitor)\n\n'
if [ "$1" = 813 ]; then
  printf 'Found one Java-level deadlock:\n=============================\n"A":\n  waiting to lock monitor 0x1 (object 0x2, a java.lang.Object),\n  which is held by "B"\n\n"B":\n  waiting to lock monitor 0x3,\n  which is held by "A"\n\nFound 1 deadlock.\n\n'
fi
if [ "$1" = 816 ]; then
  printf 'Found one Java-level deadlock:\n=============================\n"A":\n  which is held by "B"\n\nFound 2 deadlocks.\n\nHeap after it\n'
fi
STUB

run --pid 813
check 'a deadlock is shown' grep -q 'which is held by "B"' <<<"$out"
check 'a deadlock is told by the exit status' test "$status" -eq 1
check 'they are counted' grep -qx 'deadlocked: process 813 has 1 deadlocks' <<<"$out"
check 'the rest of the dump is left out' test "$(grep -c RUNNABLE <<<"$out")" -eq 0
run --pid 816
check 'the JVM is believed where it counts more' grep -qx 'deadlocked: process 816 has 2 deadlocks' <<<"$out"
check 'what comes after them is left out' test "$(grep -c Heap <<<"$out")" -eq 0
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
run --pid 812
check 'no deadlock is a success' test "$status" -eq 0
check 'what the JVM does not look at is told' grep -qx 'not looked at by the JVM: virtual threads, read locks and semaphores' <<<"$out"
check 'it says so, with the threads that wait' grep -qx 'no deadlock in process 812 (1 threads wait for a monitor now)' <<<"$out"
: >"$STUB_LOG"
run --pid 812 --dry-run
check 'a dry run asks nobody' bash -c '[ "$1" -eq 0 ] && [ -z "$2" ]' _ "$status" "$(calls '^jcmd')"
run --pid 814
check 'a JVM that does not answer is no good news' bash -c '[ "$1" -eq 1 ] && grep -q "does not answer" <<<"$2"' _ "$status" "$err"
touch mute
run --pid 812
check 'an empty dump is no good news' test "$status" -eq 1
run --pid 900
check 'a process that is no JVM gets no signal' bash -c '[ "$1" -eq 3 ] && [ -z "$2" ]' _ "$status" "$(calls '^jcmd 900')"
run --pid 99
check 'a process that does not exist is refused' test "$status" -eq 3
run
check 'the process is required' test "$status" -eq 2
run --pid 0
check 'process 0 is refused' test "$status" -eq 2
run --pid '$(touch pwned)'
check 'a hostile process id is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
rm .stubs/jcmd; PATH=$PWD/.stubs:/nonexistent
check 'jcmd is needed' test "$(/bin/bash "$SCRIPT" --pid 812 >/dev/null 2>&1; echo $?)" -eq 3
PATH=$PWD/.stubs:/usr/local/bin:/usr/bin:/bin
finish
