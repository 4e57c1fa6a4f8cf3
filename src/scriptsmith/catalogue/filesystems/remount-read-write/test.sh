#!/usr/bin/env bash
. "$HARNESS"

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
    case $column in TARGET) row+="$target " ;; SOURCE) row+="$source " ;; FSTYPE) row+="$kind " ;; OPTIONS) row+="$options " ;; MAJ:MIN) row+="8:$(cksum <<<"$source" | cut -c 1-3) " ;; *) echo "findmnt: unknown column: $column" >&2; exit 1 ;; esac
  done
  echo "${row% }"
done <mounted
exit $found
EOF
stub id <<<'echo 0'

mkdir data other
data=$PWD/data
printf '%s /dev/vdb1 xfs ro,relatime\n' "$data" >mounted
stub mount <<'EOF'
[ "$1 $2 $3" = '-o remount,rw --' ] || exit 32
[ ! -e .protected ] || { echo "mount: $4: cannot remount $4 read-write, is write-protected." >&2; exit 32; }
[ -e .ignored ] || sed -i 's/ ro,/ rw,/' mounted
EOF
stub dmesg <<<'cat log'
stub realpath <<<'case ${!#} in /sys/class/block/dm-3/..) echo /sys/devices/virtual/block ;; /dev/vdb1 | /dev/mapper/*) [ ! -e .dm ] && echo /dev/vdb1 || echo /dev/dm-3 ;; *) exec /usr/bin/realpath "$@" ;; esac'
echo '[0.0] Linux version' >log
run --path "$data" --dry-run
check 'a dry run says what it would do' grep -qx "would remount read-write: $data" <<<"$out"
check 'a dry run changes nothing' grep -q ' ro,' mounted
echo '[2.1] EXT4-fs (vdb1): re-mounted. Opts: errors=remount-ro' >log
run --path "$data" --dry-run
check 'an option of the mount is no error' grep -qx "would remount read-write: $data" <<<"$out"
echo '[12.3] XFS (vdb1): I/O Error Detected. Shutting down filesystem' >log
run --path "$data"
check 'after errors it is refused' test "$status" -eq 3
check 'and the errors are shown' grep -q 'I/O Error Detected' <<<"$out"
: >.protected
run --path "$data" --force yes
check 'a device that is protected is a failure' test "$status" -eq 1
rm .protected; : >.ignored
run --path "$data" --force yes
check 'a remount that does not take is a failure' test "$status" -eq 1
rm .ignored
run --path "$data" --force yes
check 'by force it succeeds' test "$status" -eq 0
check 'it is read-write' grep -q ' rw,' mounted
check 'it says so' grep -qx "remounted read-write: $data" <<<"$out"
check 'the test of writing leaves nothing' test -z "$(ls -A data)"
: >"$STUB_LOG"
run --path "$data"
check 'a second run has nothing to do' grep -qx "read-write already: $data" <<<"$out"
check 'and remounts nothing' test -z "$(calls '^mount')"
check 'the test of writing leaves nothing there either' test -z "$(ls -A data)"
run --path "$data" --dry-run
check 'a dry run does not try to write' test "$status:$out" = "0:mounted read-write already: $data (no write was tried)"
stub mktemp <<<'echo "mktemp: failed to create file via template: Input/output error" >&2; exit 1'
run --path "$data"
check 'one that takes no writes is not called writable' test "$status:$out:$(grep -c 'nothing can be written to it; unless it is full: unmount' <<<"$err")" = 1::1
rm .stubs/mktemp
cp mounted kept
for word in emergency_ro shutdown; do
  printf '%s /dev/vdb1 ext4 rw,relatime,%s\n' "$data" "$word" >mounted
  run --path "$data" --dry-run
  check "nor one of which the kernel says that it has stopped: $word" test "$status:$(grep -c "stopped writing to .* after an error (.*$word): unmount" <<<"$err")" = 1:1
done
mv kept mounted
printf '%s /dev/sr0 iso9660 ro,relatime\n' "$data" >mounted
run --path "$data"
check 'what cannot be written is refused' bash -c '[ "$1" -eq 3 ] && grep -q "iso9660 cannot be written" <<<"$2"' _ "$status" "$err"
run --path "$PWD/other"
check 'a directory that is no mount point is refused' test "$status" -eq 3
mkdir 'data 2'
run --path "$data 2"
check 'also one with a space in its name' grep -q "data 2 is no mount point" <<<"$err"
printf '%s /dev/gone1 ext4 ro,relatime\n' "$data" >mounted
run --path "$data"
check 'a device that is not there is refused' bash -c '[ "$1" -eq 3 ] && grep -q "no such device: /dev/gone1" <<<"$2"' _ "$status" "$err"
printf '%s /dev/vdb1 ext4 ro,relatime\n' "$data" >mounted
stub id <<<'echo 1000'
: >"$STUB_LOG"
run --path "$data" --force yes
check 'without root it is refused' bash -c '[ "$1" -eq 3 ] && grep -q "must run as root" <<<"$2"' _ "$status" "$err"
check 'and nothing is remounted' test -z "$(calls '^mount')"
run
check 'a path is needed' test "$status" -eq 2
run --path "$data" --force perhaps
check 'a bad choice is refused' test "$status" -eq 2
run --path 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
printf '%s /dev/mapper/vg-data xfs ro,relatime\n' "$data" >mounted
touch .dm
echo '[12.3] XFS (dm-3): I/O Error Detected. Shutting down filesystem' >log
run --path "$data" --dry-run
check 'errors by the name that the kernel gives a volume count' test "$status" -eq 3
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; bash -O compat44 "$SCRIPT" --path "$data" --dry-run </dev/null 2>/dev/null) | cat)
check 'without room for a file it is refused as well' test "$(tail -n 2 <<<"$noroom")" = "$(tail -n 2 <<<"$out")"
echo '[12.3] XFS (dm-31): I/O Error Detected' >log
run --path "$data" --dry-run
check 'those of another volume do not' test "$status" -eq 0
stub grep <<<'[[ $* != *dm-3* ]] || exit 2; exec /usr/bin/grep "$@"'
run --path "$data" --dry-run
rm .stubs/grep
check 'a search that fails finds no sound file system' test "$status:$(grep -c 'could not be searched for errors of .*, so nothing was changed$' <<<"$err")" = 1:1
echo '[12.3] Buffer I/O error on dev sdq1, logical block 0, lost async page write' >log
run --path "$data" --dry-run
check 'nor a block of another device' test "$status" -eq 0
for n in 1 2 3 4 5 6; do echo "[1$n.0] XFS (dm-3): metadata I/O error $n"; done >log
run --path "$data" --dry-run
check 'the last five errors are shown' test "$(grep -c 'metadata I/O error [23456]$' <<<"$out"):$(grep -c 'error 1$' <<<"$out")" = 5:0
: >log
run --path "$data" --dry-run
check 'a log that cannot be read is no good news' test "$status" -eq 3
run --path "$data" --force yes --dry-run
check 'by force not even that stops it' test "$status" -eq 0
printf '%s systemd-1 autofs rw,relatime\n%s /dev/mapper/vg-data xfs ro,relatime\n' "$data" "$data" >mounted
echo '[0.0] Linux version' >log
run --path "$data" --dry-run
check 'of two on one place the upper one counts' grep -qx "now: $data (/dev/mapper/vg-data, xfs) is mounted with ro,relatime" <<<"$out"
finish
