#!/usr/bin/env bash
. "$HARNESS"

stub ps <<'STUB'
case "$*" in
  '-o user:64=,comm= -p 81'[2-8]) echo 'root java' ;;
  '-o user:64=,comm= -p 900') echo 'root sshd' ;;
  *) exit 1 ;;
esac
STUB
stub jcmd <<'STUB'
[[ $1 != -l ]] || exit 0
[[ $# -eq 2 ]] || exit 1
[[ $1 != 814 ]] || { echo 'AttachNotSupportedException: not responding' >&2; exit 1; }
printf '%s:\n' "$1"
if [ "$1 $2" = '818 GC.heap_info' ]; then echo 'java.lang.IllegalArgumentException: Unknown diagnostic command' >&2; exit 1; fi
case $2 in
  VM.flags) printf -- '-XX:CICompilerCount=3 -XX:MaxHeapSize=2147483648%s -XX:+UseG1GC \n' "$([ "$1" = 813 ] && echo ' -XX:+DisableExplicitGC')$([ "$1" = 817 ] && echo ' -XX:+ExplicitGCInvokesConcurrent')" ;;
  GC.heap_info) printf ' garbage-first heap   total 262144K, used %sK [0x1, 0x2)\n  region size 1024K, 3 young (3072K)\n Metaspace       used 5000K, committed 5200K, reserved 1056768K\n' "$([ -e collected ] && echo 1024 || echo 200000)" ;;
  GC.run) [[ $1 != 815 ]] || { echo 'failed' >&2; exit 1; }
    [[ $1 != 816 ]] || exit 0
    touch collected; echo 'Command executed successfully' ;;
  *) echo 'java.lang.IllegalArgumentException: Unknown diagnostic command' >&2; exit 1 ;;
esac
STUB

run --pid 812 --dry-run
check 'a dry run shows the heap' grep -q 'used 200000K' <<<"$out"
check 'a dry run collects nothing' bash -c '[ "$1" -eq 0 ] && [ ! -e collected ]' _ "$status"
run --pid 812
check 'it succeeds' test "$status" -eq 0
check 'the garbage is collected' test -e collected
check 'the heap before and after is shown' bash -c 'sed -n "/^before/,/^after/p" <<<"$1" | grep -q 200000K && sed -n "/^after/,\$p" <<<"$1" | grep -q "used 1024K"' _ "$out"
check 'that it stands still, and what a probe may do, is told' grep -q '^note: process 812 stands still.*liveness probe' <<<"$err"
check 'it says so' grep -qx 'collected: the garbage of process 812' <<<"$out"
run --pid 813
check 'a JVM that would ignore it is refused' bash -c '[ "$1" -eq 3 ] && [ -z "$2" ]' _ "$status" "$(calls '813 GC.run')"
run --pid 817
check 'one that would only begin a concurrent cycle too' bash -c '[ "$1" -eq 3 ] && [ -z "$2" ] && grep -q "no full collection" <<<"$3"' _ "$status" "$(calls '817 GC.run')" "$err"
stub jstat <<<'[ "$*" = "-gc 818" ] && [ "$LC_ALL" = C ] && printf " S0U    S1U      EU        OU\n  0.0   12.5   100.0   %s.0\n" "$([ -e collected ] && echo 10 || echo 900)"'
rm -f collected
run --pid 818
check 'of JDK 8 the heap is told by jstat' bash -c '[ "$1" -eq 0 ] && grep -q " 900.0" <<<"$2" && grep -q " 10.0" <<<"$2"' _ "$status" "$out"
run --pid 814
check 'a JVM that does not answer is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "not responding" <<<"$2"' _ "$status" "$err"
run --pid 815
check 'a collection that fails is a failure' test "$status" -eq 1
run --pid 816
check 'a collection that is not confirmed is a failure' test "$status" -eq 1
run --pid 900
check 'a process that is no JVM gets no signal' bash -c '[ "$1" -eq 3 ] && [ -z "$2" ]' _ "$status" "$(calls '^jcmd 900')"
run --pid 99
check 'a process that does not exist is refused' test "$status" -eq 3
run
check 'the process is required' test "$status" -eq 2
run --pid -1
check 'a negative process id is refused' test "$status" -eq 2
run --pid 'x; touch pwned'
check 'a hostile process id is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
