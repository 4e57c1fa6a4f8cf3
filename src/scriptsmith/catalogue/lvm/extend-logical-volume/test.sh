#!/usr/bin/env bash
. "$HARNESS"

stub id <<<'echo 0'
# lvs, vgs and pvs print rows of the tables here; they refuse columns and options that do not exist.
stub lvs <<'EOF'
[ ! -e .broken ] || { echo '  WARNING: Running as a non-root user. Functionality may be unavailable.' >&2; exit 5; }
columns='' what='' select=''
# A metadata area that goes bad in between: from then on this column is not told.
[ ! -e .mute ] || [[ " $* " != *" $(cat .mute) "* ]] || exit 5
while [ $# -gt 0 ]; do
  case $1 in
    --noheadings | --nosuffix) ;;
    --units) [ "$2" = b ] || exit 3; shift ;;
    --separator) [ "$2" = '|' ] || exit 3; shift ;;
    --options) columns=$2; shift ;;
    --select) select=$2; shift ;;
    --) ;;
    -*) echo "  unrecognized option '$1'" >&2; exit 3 ;;
    *) what=$1 ;;
  esac
  shift
done
found=5
[ -n "$what" ] || found=0
for file in lv/*; do
  [ -e "$file" ] || continue
  name=${file#lv/} name=${name/://}
  [ -z "$what" ] || [ "$what" = "$name" ] || continue
  [ -z "$select" ] || { key=${select%%=*}; [ "$(sed -n "s/^$key=//p" "$file")" = "${select#*=}" ] || continue; }
  found=0 row=''
  for column in ${columns//,/ }; do
    case $column in
      vg_name) value=${name%/*} ;; lv_name) value=${name#*/} ;;
      lv_size | lv_path | segtype | origin | pool_lv | data_percent | metadata_percent | snap_percent | lv_active | lv_device_open | lv_role) value=$(sed -n "s/^$column=//p" "$file") ;;
      *) echo "  Unrecognised field: $column" >&2; exit 3 ;;
    esac
    row+="|$value"
  done
  echo "  ${row#|}"
done
[ $found = 0 ] || echo "  Failed to find logical volume \"$what\"" >&2
exit $found
EOF
# volume VG/LV PROPERTY=VALUE…
mkdir lv
volume() { local f=lv/${1/\//:} pair; for pair in "${@:2}"; do [ -e "$f" ] && sed -i "/^${pair%%=*}=/d" "$f"; echo "$pair" >>"$f"; done; }
stub vgs <<'EOF'
[ ! -e .broken ] || exit 5
columns='' what=''
while [ $# -gt 0 ]; do
  case $1 in
    --noheadings | --nosuffix) ;;
    --units) [ "$2" = b ] || exit 3; shift ;;
    --separator) [ "$2" = '|' ] || exit 3; shift ;;
    --options) columns=$2; shift ;;
    --) ;;
    -*) exit 3 ;;
    *) what=$1 ;;
  esac
  shift
done
found=5
[ -n "$what" ] || found=0
while IFS='|' read -r name size free pv lv missing; do
  [ -z "$what" ] || [ "$what" = "$name" ] || continue
  found=0 row=''
  for column in ${columns//,/ }; do
    case $column in
      vg_name) value=$name ;; vg_size) value=$size ;; vg_free) value=$free ;; pv_count) value=$pv ;; lv_count) value=$lv ;; vg_missing_pv_count) value=$missing ;;
      *) echo "  Unrecognised field: $column" >&2; exit 3 ;;
    esac
    row+="|$value"
  done
  echo "  ${row#|}"
done <groups
[ $found = 0 ] || echo "  Volume group \"$what\" not found" >&2
exit $found
EOF
printf '%s\n' 'vg0|107374182400|32212254720|2|3|0' 'data one|1099511627776|0|1|1|1' >groups

volume vg0/data lv_size=10737418240 segtype=linear lv_path=/dev/vg0/data origin= lv_role=public
volume vg0/snap lv_size=10737418240 segtype=linear lv_path=/dev/vg0/snap origin=data lv_role=public,snapshot,thicksnapshot
volume vg0/swap lv_size=1073741824 segtype=linear lv_path=/dev/vg0/swap origin= lv_role=public
volume vg0/pool lv_size=1073741824 segtype=thin-pool lv_path= lv_role=private
stub blkid <<'EOF'
[ "$1 $2 $3 $4 $5" = '--output value --match-tag TYPE --' ] || exit 4
case $6 in */swap) echo swap ;; */data | */thin) echo ext4 ;; *) exit 2 ;; esac
EOF
stub lvextend <<'EOF'
# Of a file system that is not mounted it asks.
answer=n; if [ "$1" = --yes ]; then answer=y; shift; fi
[ "$1" = --resizefs ] || exit 3
shift
if [ "$1 $2" = '--autobackup n' ]; then shift 2; elif [ -e .full ]; then echo '  /etc/lvm/archive/.lvm_x: write error failed: No space left on device' >&2; exit 5; fi
[ "$1" = --size ] && [ "$3" = -- ] || exit 3
[ $answer = y ] || { echo 'Continue with xfs file system extend steps: mount, xfs_growfs? [y/n]:[n]'; exit 5; }
[ ! -e .fails ] || { echo '  Insufficient free space' >&2; exit 5; }
n=${2#+} n=${n%m} f=lv/${4/\//:}
[ ! -e .gone ] || { rm "$f"; exit; }
[ ! -e .garbled ] || { sed -i 's/^lv_size=.*/lv_size=unknown/' "$f"; exit; }
[ -e .ignored ] || sed -i "s/^lv_size=.*/lv_size=$(($(sed -n s/^lv_size=//p "$f") + n * 1048576))/" "$f"
[ ! -e .fsadm ] || { echo '  fsadm failed: 1' >&2; exit 5; }
EOF
stub df <<'EOF'
[ "$*" = '--output=avail --block-size=1M /etc/lvm/archive' ] || exit 1
printf 'Avail\n%s\n' "$(if [ -e .full ]; then echo '    0'; else echo 10; fi)"
EOF
refused() { # STATUS WORDS ARG...: the run ends with that status and says those words, and extends nothing
  local want=$1 words=$2
  shift 2
  : >"$STUB_LOG"
  run "$@"
  check "ends with $want and says '$words': $*" test "$status:$(grep -cF -e "$words" <<<"$err"):$(calls '^lvextend')" = "$want:1:"
}
run --volume vg0/data --size 1024 --dry-run
check 'a dry run says what it would do' grep -qx 'would extend: vg0/data by 1024 MiB to 11264 MiB' <<<"$out"
check 'what is free is told' grep -qx 'vg0/data: 10240 MiB now, 30720 MiB free in its group' <<<"$out"
check 'a dry run extends nothing' test -z "$(calls '^lvextend')"
run --volume /dev/vg0/data --size 01024
check 'it succeeds' test "$status" -eq 0
check 'with its file system' calls '^lvextend --yes --resizefs --size \+1024m -- vg0/data$'
check 'it says so' grep -qx 'extended: vg0/data from 10240 to 11264 MiB, with its file system' <<<"$out"
check 'of the backup of LVM nothing is said' test "$(grep -c vgcfgbackup <<<"$out")" -eq 0
: >.full
run --volume vg0/data --size 40
check 'where LVM has no room for its backup it goes without, and tells' test "$status:$(grep -c '^note: .*run vgcfgbackup vg0 ' <<<"$out"):$(sed -n s/^lv_size=//p lv/vg0:data)" = "0:1:$((11304 * 1048576))"
volume vg0/data lv_size=$((11264 * 1048576))
rm .full
: >.fsadm
run --volume vg0/data --size 100
check 'a file system that does not grow is a failure' bash -c '[ "$1" = 1 ] && grep -q "the volume grew to 11364 MiB, but its FILE SYSTEM did not" <<<"$2"' _ "$status" "$err"
rm .fsadm; : >.ignored
run --volume vg0/data --size 100
check 'a volume that does not grow too' test "$status:$(grep -c 'the volume has 11364 MiB, less than was asked for' <<<"$err")" = 1:1
: >.fails
run --volume vg0/data --size 100
check 'an lvextend that fails too' bash -c '[ "$1" = 1 ] && grep -q "nothing was changed" <<<"$2"' _ "$status" "$err"
: >"$STUB_LOG"
run --volume vg0/data --size 99999
check 'too little room is refused' test "$status" -eq 3
refused 3 'only 30720 MiB are free in vg0, 30721 MiB are wanted' --volume vg0/data --size 30721
run --volume vg0/data --size 30720 --dry-run
check 'all that is free may be taken' test "$status" -eq 0
volume vg0/thin lv_size=10737418240 segtype=thin lv_path=/dev/vg0/thin origin= pool_lv=pool lv_role=public
run --volume vg0/thin --size 99999 --dry-run
check 'a thin volume takes nothing from the group' test "$status" -eq 0
volume vg0/pool data_percent=95.30
refused 3 'the pool vg0/pool is full to 95.30%' --volume vg0/thin --size 100
volume vg0/pool data_percent=94.99
run --volume vg0/thin --size 100 --dry-run
check 'a pool with room is no objection' test "$status" -eq 0
refused 3 'vg0/pool is a thin pool' --volume vg0/pool --size 100
refused 3 'vg0/snap is a snapshot' --volume vg0/snap --size 100
volume vg0/origin lv_size=10737418240 segtype=linear lv_path=/dev/vg0/data origin= lv_role=public,origin,thickorigin
refused 3 'vg0/origin has snapshots' --volume vg0/origin --size 100
volume vg0/data_rimage_0 lv_size=10737418240 segtype=linear lv_path=/dev/vg0/data lv_role=private,raid,image
refused 3 'is a part of another volume (private,raid,image)' --volume vg0/data_rimage_0 --size 100
volume vg0/raw lv_size=10737418240 segtype=linear lv_path=/dev/vg0/raw origin= lv_role=public
refused 3 'no file system can be seen on /dev/vg0/raw' --volume vg0/raw --size 100
refused 3 'holds swap, which this does not extend' --volume vg0/swap --size 100
refused 3 'no logical volume vg0/absent' --volume vg0/absent --size 100
for column in segtype lv_role lv_path; do
  echo "$column" >.mute
  refused 1 'LVM does not tell' --volume vg0/data --size 100 --dry-run
done
rm .mute
volume vg9/data lv_size=10737418240 segtype=linear lv_path=/dev/vg9/data origin= lv_role=public
refused 3 'its volume group cannot be read' --volume vg9/data --size 100
echo 'vg9|107374182400|unknown|1|1|0' >>groups
refused 1 'does not tell what is free in vg9' --volume vg9/data --size 100
volume vg9/data lv_size=unknown
refused 1 'LVM does not tell the size of vg9/data' --volume vg9/data --size 100
rm .fails
for state in .garbled .gone; do
  : >$state
  run --volume vg0/thin --size 100
  check 'a size that is not told afterwards is a failure' test "$status:$(grep -c 'does not tell the size of vg0/thin any more' <<<"$err")" = 1:1
  volume vg0/thin lv_size=10737418240
done
: >"$STUB_LOG"
run --volume vg0/swap --size 100
check 'swap is refused' test "$status" -eq 3
run --volume vg0/snap --size 100
check 'a snapshot is refused' test "$status" -eq 3
run --volume vg0/absent --size 100
check 'a volume that does not exist is refused' test "$status" -eq 3
stub id <<<'echo 1000'
run --volume vg0/data --size 100
check 'without root it is refused' test "$status" -eq 3
check 'no refused run extended' test -z "$(calls '^lvextend')"
run --volume vg0/data
check 'a size is needed' test "$status" -eq 2
run --volume vg0/../x --size 5
check 'a way out is no volume' test "$status" -eq 2
run --volume 'vg0/x;touch pwned' --size 5
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
