#!/usr/bin/env bash
. "$HARNESS"

stub ps <<'STUB'
case "$*" in
  '-o user:64=,comm= -p 81'[24-8]) echo 'root java' ;;
  '-o user:64=,comm= -p 813') echo 'tomcat java' ;;
  '-o user:64=,comm= -p 900') echo 'root nginx' ;;
  '-o user:64=,comm= -p 820') echo 'tomcat java' ;;
  '-o user:64=,comm= -p 821') echo 'tomcat java' ;;
  '-o user:64=,comm= -p 822') echo 'root java' ;;
  *) exit 1 ;;
esac
STUB
stub jcmd <<'STUB'
[[ $1 != -l ]] || exit 0
[[ $2 == GC.class_histogram && $3 == -all && $# -eq 3 ]] || { echo "java.lang.IllegalArgumentException: Unknown diagnostic command" >&2; exit 1; }
[[ $1 != 814 ]] || { echo 'com.sun.tools.attach.AttachNotSupportedException' >&2; exit 1; }
[[ $1 != 82[12] ]] || { echo 'com.sun.tools.attach.AttachNotSupportedException: Unable to open socket file: target process not responding or HotSpot VM not loaded' >&2; exit 1; }
printf '%s:\n' "$1"
if [ -e mute ]; then exit 0; fi
case $1 in
  815) for n in 1 2 3 4 5 6 7 8 9 10 11; do printf '%4d: 1 %d org.example.C%d\n' "$n" "$((100 - n))" "$n"; done; echo 'Total 11 1034'; exit ;;
  816) printf '   1:  7  3100000  org.example.Only\nTotal  7  3100000\n'; exit ;;
  817) printf '   1:  7  2097152  org.example.Only\n   2:  -  160  org.example.Broken\nwarning: after 300 ms it still ran\nTotal  7  2097152\n'; exit ;;
esac
cat <<'HISTO'
 num     #instances         #bytes  class name (module)
-------------------------------------------------------
   1:         20480       10485760  [B (java.base@17.0.15)
   2:          1000        1572864  org.example.Order
   3:            10            160  java.lang.Integer (java.base@17.0.15)
Total         21490       12058784
HISTO
STUB

run --pid 812
check 'the largest class is shown in megabytes' grep -qE '^ +10\.0 +20480  \[B \(java.base@17.0.15\)$' <<<"$(sed -n 2p <<<"$out")"
check 'it succeeds' test "$status" -eq 0
check 'a class of the program is shown' grep -qE '^ +1\.5 +1000  org.example.Order$' <<<"$out"
check 'all is summed up' grep -qx '3 of 3 classes shown; 21490 objects, 11 MB in all, garbage included' <<<"$out"
check 'that it stands still, and what a probe may do, is told' grep -q '^note: process 812 stands still.*liveness probe' <<<"$err"
check 'no full collection is forced' test -n "$(calls '^jcmd 812 GC.class_histogram -all$')"
run --pid 812 --limit 1
check 'the list can be shortened' grep -q '^1 of 3 classes shown' <<<"$out"
run --pid 815 --limit 010
check 'just so many are shown' bash -c 'grep -q "^10 of 11 classes shown" <<<"$1" && grep -q "C10$" <<<"$1" && ! grep -q "C11$" <<<"$1"' _ "$out"
run --pid 816
check 'one class is enough' bash -c '[ "$1" -eq 0 ] && grep -qx "1 of 1 classes shown; 7 objects, 2 MB in all, garbage included" <<<"$2"' _ "$status" "$out"
check 'a tenth of a megabyte is cut off' grep -qE '^ +2\.9 +7  org.example.Only$' <<<"$out"
run --pid 817
check 'what is no row of the table is no class' bash -c '[ "$1" -eq 0 ] && grep -q "^1 of 1 classes shown" <<<"$2"' _ "$status" "$out"
run --pid 812 --limit 9999 --dry-run
check 'the most is taken' test "$status" -eq 0
run --pid 812 --limit 10000 --dry-run
check 'more is refused' test "$status" -eq 2
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
: >"$STUB_LOG"
run --pid 812 --dry-run
check 'a dry run asks nobody' bash -c '[ "$1" -eq 0 ] && [ -z "$2" ]' _ "$status" "$(calls '^jcmd')"
run --pid 814
check 'a JVM that does not answer is a failure' bash -c '[ "$1" -eq 1 ] && grep -q Attach <<<"$2"' _ "$status" "$err"
check 'of which nothing else is said' test "$(grep -c 'Java 8' <<<"$err")" = 0
for pair in root:821:1 root:822:0 tomcat:821:0; do
  IFS=: read -r user pid told <<<"$pair"
  stub id <<<"echo $user"
  run --pid "$pid"
  check "that Java 8 answers its own user only is told to root of somebody else's: $pair" test "$status:$(grep -c 'Java 8 answers its own user only, so run this as tomcat' <<<"$err")" = "1:$told"
done
rm .stubs/id
touch mute
run --pid 812
check 'no histogram is a failure' test "$status" -eq 1
run --pid 900
check 'a process that is no JVM gets no signal' bash -c '[ "$1" -eq 3 ] && [ -z "$2" ]' _ "$status" "$(calls '^jcmd 900')"
stub id <<<'echo bob'
run --pid 813
check 'the process of another user is refused' bash -c '[ "$1" -eq 3 ] && grep -q "as tomcat" <<<"$2"' _ "$status" "$err"
run --pid 99
check 'a process that does not exist is refused' test "$status" -eq 3
run --pid 812 --limit 0
check 'none to show is refused' test "$status" -eq 2
run --pid 'x; touch pwned'
check 'a hostile process id is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
