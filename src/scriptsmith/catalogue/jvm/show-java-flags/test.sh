#!/usr/bin/env bash
. "$HARNESS"

stub ps <<'STUB'
case "$*" in
  '-o user:64=,comm= -p 81'[2-467]) echo 'root java' ;;
  '-o user:64=,comm= -p 815') echo 'tomcat java' ;;
  '-o user:64=,comm= -p 900') echo 'root sshd' ;;
  '-o user:64=,comm= -p 82'[01]) echo 'tomcat java' ;;
  '-o user:64=,comm= -p 822') echo 'root java' ;;
  *) exit 1 ;;
esac
STUB
stub jcmd <<'STUB'
[[ $1 != -l ]] || exit 0
[[ $# -eq 2 ]] || exit 1
[[ $1 != 813 ]] || { echo 'AttachNotSupportedException' >&2; exit 1; }
[[ $1 != 82[12] ]] || { echo 'Unable to open socket file: target process not responding or HotSpot VM not loaded' >&2; exit 1; }
printf '%s:\n' "$1"
[[ $1 != 814 ]] || exit 0
if [ "$1 $2" = '816 VM.flags' ]; then
  echo 'Picked up JAVA_TOOL_OPTIONS: -Duser.language=en' >&2
  echo '-XX:OnOutOfMemoryError=kill -9 %p -XX:+UseSerialGC '
  exit
fi
if [ "$1 $2" = '817 VM.flags' ]; then echo '-XX:+UseSerialGC '; exit; fi
case $2 in
  VM.flags) echo '-XX:+UseG1GC -XX:CICompilerCount=3 -XX:MaxHeapSize=2147483648 -XX:MarkStackSize=4194304 -XX:MinHeapDeltaBytes=2097152 -XX:OnError=gcore dump now -XX:-UseNUMA ' ;;
  VM.version) printf 'OpenJDK 64-Bit Server VM version 17.0.15+6\nJDK 17.0.15\n' ;;
  *) exit 1 ;;
esac
STUB

run --pid 812
check 'a size is told in megabytes' grep -qx -- '-XX:MaxHeapSize=2147483648  (2048 MB)' <<<"$out"
check 'other bytes too' grep -qx -- '-XX:MinHeapDeltaBytes=2097152  (2 MB)' <<<"$out"
check 'what counts entries is no size' grep -qx -- '-XX:MarkStackSize=4194304' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'the collector is told' grep -qx -- '-XX:+UseG1GC' <<<"$out"
check 'a value with spaces stays whole' grep -qx -- '-XX:OnError=gcore dump now' <<<"$out"
check 'a small number is no size' grep -qx -- '-XX:CICompilerCount=3' <<<"$out"
check 'the version is told' grep -q '^version: OpenJDK 64-Bit Server VM version 17.0.15' <<<"$out"
check 'they are counted' grep -qx '7 flags; what is not listed has the default of this JVM' <<<"$out"
: >"$STUB_LOG"
run --pid 812 --dry-run
check 'a dry run asks nobody' bash -c '[ "$1" -eq 0 ] && [ -z "$2" ]' _ "$status" "$(calls '^jcmd')"
run --pid 816
check 'a first value with spaces stays whole' grep -qx -- '-XX:OnOutOfMemoryError=kill -9 %p' <<<"$out"
check 'other words of the JVM are no flags' bash -c '[ "$1" -eq 0 ] && ! grep -q JAVA_TOOL <<<"$2"' _ "$status" "$out"
run --pid 817
check 'one flag is enough' bash -c '[ "$1" -eq 0 ] && grep -q "^1 flags;" <<<"$2"' _ "$status" "$out"
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
run --pid 813
check 'a JVM that does not answer is a failure' bash -c '[ "$1" -eq 1 ] && grep -q Attach <<<"$2"' _ "$status" "$err"
check 'of which nothing else is said' test "$(grep -c 'Java 8' <<<"$err")" = 0
for pair in root:821:1 root:822:0 tomcat:821:0; do
  IFS=: read -r user pid told <<<"$pair"
  stub id <<<"echo $user"
  run --pid "$pid"
  check "that Java 8 answers its own user only is told to root of somebody else's: $pair" test "$status:$(grep -c 'Java 8 answers its own user only, so run this as tomcat' <<<"$err")" = "1:$told"
done
rm .stubs/id
run --pid 814
check 'no flags at all are a failure' test "$status" -eq 1
run --pid 900
check 'a process that is no JVM gets no signal' bash -c '[ "$1" -eq 3 ] && [ -z "$2" ]' _ "$status" "$(calls '^jcmd 900')"
stub id <<<'echo bob'
run --pid 815
check 'the process of another user is refused' test "$status" -eq 3
run --pid 99
check 'a process that does not exist is refused' test "$status" -eq 3
run --pid 1e3
check 'another notation is refused' test "$status" -eq 2
run --pid '$(touch pwned)'
check 'a hostile process id is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
