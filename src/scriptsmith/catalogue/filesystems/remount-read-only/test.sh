#!/usr/bin/env bash
. "$HARNESS"

# findmnt and mount over a table "TARGET SOURCE FSTYPE OPTIONS" in the file mounted.
stub findmnt <<'EOF'
columns=TARGET,SOURCE,FSTYPE,OPTIONS place=''
while [ $# -gt 0 ]; do
  case $1 in
    --noheadings | --raw | --kernel | --first-only) ;;
    --output) columns=$2; shift ;;
    --mountpoint) place=$2; shift ;;
    --submounts) ;;
    -*) echo "findmnt: unrecognized option '$1'" >&2; exit 1 ;;
  esac
  shift
done
found=1
while read -r target source kind options; do
  [ -z "$place" ] || [ "$target" = "$place" ] || continue
  found=0 row=''
  for column in ${columns//,/ }; do
    case $column in TARGET) row+="$target " ;; SOURCE) row+="$source " ;; FSTYPE) row+="$kind " ;; OPTIONS) row+="$options " ;; FS-OPTIONS) if [ -e super ]; then row+="$(cat super) "; else row+="$options "; fi ;; MAJ:MIN) row+="8:$(cksum <<<"$source" | cut -c 1-3) " ;; *) echo "findmnt: unknown column: $column" >&2; exit 1 ;; esac
  done
  echo "${row% }"
done <mounted
exit $found
EOF
stub id <<<'echo 0'

# The test's own folder stands for a mount point.
mkdir data other
data=$PWD/data
printf '%s /dev/vdb1 xfs rw,relatime\n' "$data" >mounted
stub mount <<'EOF'
[ "$1 $2 $3" = '-o remount,ro --' ] || exit 32
[ ! -e .busy ] || { echo "mount: $4: mount point is busy." >&2; exit 32; }
[ -e .ignored ] || sed -i '1s/ rw,/ ro,/' mounted
EOF
stub fuser <<'EOF'
[ "$#" = 3 ] && [ "$1 $2" = '-v -m' ] || { echo 'No process specification given' >&2; exit 1; }
printf '                     USER        PID ACCESS COMMAND\n%s:   root     kernel mount %s\n                     app        4711 F.... writer\n' "$3" "$3" >&2
EOF
run --path "$data" --dry-run
check 'a dry run says what it would do' grep -qx "would remount read-only: $data" <<<"$out"
check 'a dry run changes nothing' grep -q ' rw,' mounted
check 'who writes is listed' grep -q '4711 F.... writer' <<<"$out"
check 'the present options are told' grep -qx "now: $data (/dev/vdb1 xfs) is mounted with rw,relatime" <<<"$out"
: >.busy
run --path "$data"
check 'a busy file system is a failure' test "$status" -eq 1
rm .busy; : >.ignored
run --path "$data"
check 'a remount that does not take is a failure' test "$status" -eq 1
rm .ignored
run --path "$data/"
check 'it succeeds' test "$status" -eq 0
check 'it is read-only' grep -q ' ro,' mounted
check 'it says so' grep -qx "remounted read-only: $data" <<<"$out"
check 'and how long that holds' grep -q '^this ends with the next mount or boot' <<<"$out"
: >"$STUB_LOG"
run --path "$data"
check 'a second run has nothing to do' grep -qx "read-only already: $data" <<<"$out"
check 'and remounts nothing' test -z "$(calls '^mount')"
echo rw >super
run --path "$data"
rm super
check 'a place that alone is read-only is no success' bash -c '[ "$1" = 3 ] && grep -q "only this place of it is read-only" <<<"$2"' _ "$status" "$err"
printf '%s /dev/vdb1 xfs rw,relatime\n%s /dev/vdc1 xfs rw,relatime\n%s /dev/vdd1 xfs ro,relatime\n%s /dev/vde1 xfs rw,relatime\n' "$data" "$data/a\\x20b" "$data/frozen" "$data-2" >mounted
run --path "$data" --dry-run
check 'what is mounted below is told beforehand' bash -c '[ "$1" = 0 ] && grep -qFx "mounted below $3, and writable still: '"'"'$3/a b'"'"'" <<<"$2"' _ "$status" "$out" "$data"
run --path "$data"
check 'the file system is set, and what is below it and is not is a failure' bash -c '[ "$1" = 1 ] && grep -qx "remounted read-only: $4" <<<"$2" && grep -qF "what is mounted below can be written to: '"'"'$4/a b'"'"'" <<<"$3"' _ "$status" "$out" "$err" "$data"
run --path "$data"
check 'also where it is read-only already' test "$status:$(grep -c 'what is mounted below can be written to' <<<"$err")" = 1:1
printf '%s nas:/x nfs4 rw,relatime\n' "$data" >mounted
run --path "$data"
check 'that others of a network file system may go on is told' test "$status:$(grep -cx 'only this host stops: where else nas:/x nfs4 is in use it can be written to' <<<"$out")" = 0:1
run --path "$PWD/other"
check 'a directory that is no mount point is refused' test "$status" -eq 3
run --path /
check 'the root is refused' test "$status" -eq 3
run --path /var
check 'a file system of the host too' test "$status" -eq 3
check 'for what it is' grep -q 'the host itself needs to write to /var' <<<"$err"
run --path /nowhere/at/all
check 'a missing directory is refused' test "$status" -eq 3
printf '%s systemd-1 autofs rw,relatime\n%s nas:/x nfs4 ro,relatime\n' "$data" "$data" >mounted
run --path "$data"
check 'what counts is the file system above an automount' grep -qx "read-only already: $data" <<<"$out"
printf '%s /dev/vdb1 xfs rw,relatime\n' "$data" >mounted
stub id <<<'echo 1000'
run --path "$data" --dry-run
check 'somebody else learns nothing of who writes, and not that nobody does' bash -c 'grep -qx "who writes can be told to root only" <<<"$1" && ! grep -q "no process" <<<"$1"' _ "$out"
run --path "$data"
check 'without root it is refused' test "$status" -eq 3
run
check 'a path is needed' test "$status" -eq 2
run --path '$(touch pwned)'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
