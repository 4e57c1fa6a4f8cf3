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
    case $column in TARGET) row+="$target " ;; SOURCE) row+="$source " ;; FSTYPE) row+="$kind " ;; OPTIONS) row+="$options " ;; *) echo "findmnt: unknown column: $column" >&2; exit 1 ;; esac
  done
  echo "${row% }"
done <mounted
exit $found
EOF
stub id <<<'echo 0'

mkdir data other
data=$PWD/data
printf '%s /dev/vdb1 xfs rw,relatime\n' "$data" >mounted
stub fstrim <<'EOF'
[ "$1 $2" = '--verbose --' ] || exit 1
case $(cat mode 2>/dev/null) in
  unsupported) echo "fstrim: $3: the discard operation is not supported" >&2; exit 1 ;;
  broken) echo "fstrim: $3: FITRIM ioctl failed: Input/output error" >&2; exit 1 ;;
  silent) ;;
  *) echo "$3: 1.5 GiB (1610612736 bytes) trimmed" ;;
esac
EOF
run --path "$data" --dry-run
check 'a dry run says what it would do' grep -qx "would trim: $data (xfs)" <<<"$out"
check 'a dry run trims nothing' test -z "$(calls '^fstrim')"
run --path "$data/"
check 'it succeeds' test "$status" -eq 0
check 'how much is told' grep -qx "trimmed: $data: 1.5 GiB (1610612736 bytes) trimmed" <<<"$out"
check 'the file system is named' grep -qx "file system: /dev/vdb1 on $data" <<<"$out"
run --path "$data"
check 'a second run succeeds' test "$status" -eq 0
echo unsupported >mode
run --path "$data"
check 'storage that cannot is refused' test "$status" -eq 3
echo broken >mode
run --path "$data"
check 'an error is a failure' bash -c '[ "$1" = 1 ] && grep -q "Input/output error" <<<"$2"' _ "$status" "$err"
echo silent >mode
run --path "$data"
check 'silence is a failure' test "$status" -eq 1
stub timeout <<<'exit 124'
run --path "$data"
check 'one that takes too long is a failure' test "$status" -eq 1
run --path "$PWD/other"
check 'a directory that is no mount point is refused' test "$status" -eq 3
printf '%s rpool/data zfs rw,relatime\n' "$data" >mounted
run --path "$data"
check 'of ZFS it is told what trims it' test "$status:$(grep -c 'zpool trim rpool$' <<<"$err")" = 3:1
printf '%s systemd-1 autofs rw\n%s /dev/vdb1 xfs rw\n' "$data" "$data" >mounted
run --path "$data" --dry-run
check 'an automount below is not taken for it' grep -qx "would trim: $data (xfs)" <<<"$out"
printf '%s /dev/vdb1 xfs ro,relatime\n' "$data" >mounted
run --path "$data"
check 'a read-only file system is refused' test "$status" -eq 3
printf '%s /dev/vdb1 xfs rw\n' "$data" >mounted
stub id <<<'echo 1000'
run --path "$data"
check 'without root it is refused' test "$status" -eq 3
run --path data
check 'a relative path is refused' test "$status" -eq 2
run --path '$(touch pwned)'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
