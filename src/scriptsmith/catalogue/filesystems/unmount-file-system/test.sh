#!/usr/bin/env bash
. "$HARNESS"

# equivalent mutant 4ac00539: how many other places there are is only compared with 0
# equivalent mutant ed2a914a: how many processes have it mounted for themselves is only compared with 0
# equivalent mutant 1675f23c: of a namespace that was seen only that it was is kept
# equivalent mutant c31d8fbf: the status of a command that only gives its output to another is asked by nobody
# findmnt and mount over a table "TARGET SOURCE FSTYPE OPTIONS" in the file mounted.
stub findmnt <<'EOF'
columns=TARGET,SOURCE,FSTYPE,OPTIONS place='' submounts=''
while [ $# -gt 0 ]; do
  case $1 in
    --noheadings | --raw | --kernel | --first-only) ;;
    --output) columns=$2; shift ;;
    --mountpoint) place=$2; shift ;;
    --submounts) submounts=1 ;;
    -*) echo "findmnt: unrecognized option '$1'" >&2; exit 1 ;;
  esac
  shift
done
found=1
while read -r target source kind options; do
  [ -z "$place" ] || [ "$target" = "$place" ] || continue
  found=0 row=''
  for column in ${columns//,/ }; do
    case $column in TARGET) row+="$target " ;; SOURCE) row+="$source " ;; FSTYPE) row+="$kind " ;; OPTIONS) row+="$options " ;; MAJ:MIN) row+="$(cat number 2>/dev/null || echo 999:7) " ;; *) echo "findmnt: unknown column: $column" >&2; exit 1 ;; esac
  done
  echo "${row% }"
done <mounted
[ -z "$place" ] || [ ! -e .waits ] || { echo '0:60 systemd-1 autofs rw'; found=0; }
exit $found
EOF
stub id <<<'echo 0'

mkdir -p data/sub
data=$PWD/data
printf '%s /dev/vdb1 xfs rw\n%s /dev/vdc1 ext4 rw\n/ /dev/vda1 ext4 rw\n' "$data" "$data/sub" >mounted
stub sync </dev/null
stub lsblk <<'EOF'
case $* in
  '--inverse --noheadings --list --paths --output NAME,TYPE -- '*)
    [ ! -e .nolsblk ] || exit 32
    printf '%s part\n/dev/vd%s disk\n' "${*: -1}" "$(cut -c8 <<<"${*: -1}")" ;;
  '--noheadings --raw --paths --output MAJ:MIN,NAME,MOUNTPOINT -- /dev/vdb') cat parts 2>/dev/null ;;
  '--noheadings --raw --paths --output MAJ:MIN,NAME,MOUNTPOINT -- /dev/vd'?) ;;
  *) exit 1 ;;
esac
EOF
stub umount <<'EOF'
[ "$1" = -- ] || exit 1
[ ! -e .busy ] || { echo "umount: $2: target is busy." >&2; exit 32; }
[ -e .twice ] || sed -i "\,^$2 ,d" mounted
EOF
stub fuser <<'EOF'
[ "$#" = 3 ] && [ "$1 $2" = '-v -m' ] || { echo 'No process specification given' >&2; exit 1; }
printf '                     USER        PID ACCESS COMMAND\n%s:   root     kernel mount %s\n                     root     kernel swap  %s/swapfile\n                     app        4711 ..c.. bash\n' "$3" "$3" "$3" >&2
EOF
run --path "$data"
check 'what is mounted below stands in the way' test "$status" -eq 3
check 'and is named' grep -qx "mounted below it, unmount first: $data/sub" <<<"$out"
check 'how many are there is told' grep -qF ": 1 file systems are mounted below $data" <<<"$err"
run --path "$data/sub" --dry-run
check 'a dry run says what it would do' bash -c '[ "$1" = 0 ] && grep -qx "would unmount: $3" <<<"$2"' _ "$status" "$out" "$data/sub"
check 'a dry run names the users' grep -q '4711 ..c.. bash' <<<"$out"
check 'a dry run unmounts nothing' test -z "$(calls '^umount')"
run --path "$data/sub/"
check 'it succeeds' test "$status" -eq 0
check 'it is unmounted' test "$(grep -c sub mounted)" -eq 0
check 'it says what was there' grep -qx "mounted on $data/sub: /dev/vdc1 ext4 rw" <<<"$out"
: >"$STUB_LOG"
run --path "$data/sub"
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^not mounted" <<<"$2"' _ "$status" "$out"
check 'and unmounts nothing' test -z "$(calls '^umount')"
: >.waits
run --path "$data/sub"
check 'where only an automount waits nothing is mounted' bash -c '[ "$1" = 0 ] && grep -q "^not mounted" <<<"$2"' _ "$status" "$out"
rm .waits
: >.busy
cp .stubs/fuser fuser; stub fuser <<<'printf "                     USER        PID ACCESS COMMAND\n%s:   root     kernel mount %s\n" "$3" "$3" >&2'
run --path "$data"
check 'where no process holds it, what else may is told' test "$status:$(grep -c '^no process that can be seen; the kernel itself may' <<<"$out")" = 1:1
mv fuser .stubs/fuser
run --path "$data"
check 'else it is not' test "$(grep -c 'no process that can' <<<"$out")" -eq 0
check 'a busy file system is a failure' test "$status" -eq 1
check 'and who uses it is named' grep -q '4711' <<<"$out"
check 'the mount itself is not' test "$(grep -c 'kernel mount' <<<"$out")" -eq 0
check 'a swap file that keeps it busy is' grep -q 'kernel swap .*/swapfile' <<<"$out"
rm .busy; : >.twice
run --path "$data"
check 'another one in the same place is a failure' test "$status" -eq 1
rm .twice
printf '%s /dev/vdb1 xfs rw\n' "$data" >mounted; : >.waits
run --path "$data"
check 'that an automount waits there is told' test "$status:$(grep -c '^note: an automount waits at' <<<"$err")" = 0:1
rm .waits
printf '%s /dev/vdb1 xfs rw\n%s-too /dev/vdb1 xfs rw\n' "$data" "$data" >mounted
run --path "$data"
check 'another place of the same file system is told' bash -c '[ "$1" = 0 ] && grep -qF "is mounted at $3-too," <<<"$2"' _ "$status" "$err" "$data"
printf '%s /dev/vdb1 xfs rw\n' "$data" >mounted
# Other partitions of the disk that it lies on.
printf '254:16 /dev/vdb \n999:7 /dev/vdb1 %s\n254:18 /dev/vdb2 /srv/two\\x20words\n254:19 /dev/vdb3 [SWAP]\n254:20 /dev/vdb4 \n' "$data" >parts
run --path "$data" --dry-run
check 'that other parts of the disk are in use is told before' test "$status:$(grep '^note' <<<"$err")" = '0:note: its disk must not be detached yet, other parts of it are in use: /dev/vdb2 (/srv/two\x20words); /dev/vdb3 ([SWAP])'
run --path "$data"
check 'and after' test "$status:$(grep -c '^note: its disk must not be detached yet, .*/dev/vdb2 ' <<<"$err")" = 0:1
rm parts; : >.nolsblk
printf '%s /dev/vdb1 xfs rw\n' "$data" >mounted
run --path "$data" --dry-run
check 'and that it could not be told' grep -q '^note: whether other parts of its disk are in use could not be told (lsblk)' <<<"$err"
rm .nolsblk
printf '%s nas:/srv nfs4 rw\n' "$data" >mounted
run --path "$data"
check 'of a share, which has no disk, there is no word' test "$status:$err" = 0:
printf '%s /dev/vdb1 xfs rw\n' "$data" >mounted
# Two processes that have mounts of their own, in one namespace, with the file system among them.
sleep 600 & one=$!
sleep 600 & two=$!
await bash -c '[ "$(cat /proc/$1/comm /proc/$2/comm)" = $'\''sleep\nsleep'\'' ]' _ "$one" "$two"
awk '$5 == "/" { print $3; exit }' /proc/self/mountinfo >number
echo "$one $two" >.apart
stub readlink <<'EOF'
for each in $(cat .apart); do [ "$*" != "/proc/$each/ns/mnt" ] || { echo 'mnt:[4026530001]'; exit 0; }; done
PATH=/usr/bin:/bin exec readlink "$@"
EOF
told() { grep -cxE "process ($one|$two) \(sleep\) has it mounted for itself" <<<"$out"; }
run --path "$data" --dry-run
check 'who has it mounted for itself is told before, once for each namespace' test "$status:$(told)" = 0:1
run --path "$data"
check 'and is a failure, for the device is not free' test "$status:$(told)" = 1:1
echo 999:8 >number; printf '%s /dev/vdb1 xfs rw\n' "$data" >mounted
run --path "$data"
check 'who has others mounted is not' test "$status:$(told)" = 0:0
kill "$one" "$two"; rm number .stubs/readlink
printf '%s /dev/vdb1 xfs rw\n' "$data" >mounted
run --path /
check 'the root is refused' test "$status" -eq 3
for path in /usr-archive /boots /devel /process /sysadmin; do
  run --path $path
  check "$path only begins like one that the host needs" test "$status:$out" = "0:not mounted: $path"
done
for path in /usr /usr/local /boot/efi /dev/shm /proc/fs /sys; do
  run --path $path
  check "$path is refused" test "$status" -eq 3
done
run --path /var
check 'a file system of the host too' test "$status" -eq 3
stub id <<<'echo 1000'
run --path "$data"
check 'without root it is refused' test "$status" -eq 3
run
check 'a path is needed' test "$status" -eq 2
run --path 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
