#!/usr/bin/env bash
. "$HARNESS"

stub id <<<'echo 0'
# lvs, vgs and pvs print rows of the tables here; they refuse columns and options that do not exist.
stub lvs <<'EOF'
[ ! -e .broken ] || { echo '  WARNING: Running as a non-root user. Functionality may be unavailable.' >&2; exit 5; }
columns='' what='' select='' apart=' '
# A metadata area that goes bad in between: from then on this column is not told.
[ ! -e .mute ] || [[ " $* " != *" $(cat .mute) "* ]] || exit 5
while [ $# -gt 0 ]; do
  case $1 in
    --noheadings | --nosuffix) ;;
    --units) [ "$2" = b ] || exit 3; shift ;;
    --separator) [ "$2" = '|' ] || exit 3; apart=$2; shift ;;
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
    row+="$apart$value"
  done
  echo "  ${row#"$apart"}"
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

stub date <<<'echo 20261121-190000'
volume vg0/data lv_size=10737418240 segtype=linear origin= lv_role=public
volume vg0/thin lv_size=10737418240 segtype=thin origin= pool_lv=pool lv_role=public
volume vg0/pool lv_size=1073741824 segtype=thin-pool lv_role=private data_percent=40.00 metadata_percent=12.50
stub lvcreate <<'EOF'
[ "$1 $2" = '--snapshot --name' ] || exit 3
name=$3; shift 3
case $1 in --size) [ "${!#}" = vg0/data ] || exit 3 ;; --setactivationskip) [ "$2" = n ] && [ "${!#}" = vg0/thin ] || exit 3 ;; *) exit 3 ;; esac
[ ! -e .fails ] || { echo '  device-mapper: create ioctl failed' >&2; exit 5; }
[ -e .ignored ] || printf 'segtype=linear\nlv_role=public,snapshot,thicksnapshot\norigin=%s\n' "${4#vg0/}" >"lv/vg0:$name"
EOF
refused() { # STATUS WORDS ARG...: the run ends with that status and says those words, and makes nothing
  local want=$1 words=$2
  shift 2
  : >"$STUB_LOG"
  run "$@"
  check "ends with $want and says '$words': $*" test "$status:$(grep -cF -e "$words" <<<"$err"):$(calls '^lvcreate')" = "$want:1:"
}
run --volume vg0/data --dry-run
check 'a dry run says what it would do' grep -qx 'would make: vg0/data-snap-20261121-190000 of vg0/data (5120 MiB for changes)' <<<"$out"
check 'a dry run makes nothing' test -z "$(calls '^lvcreate')"
: >.fails
run --volume vg0/data
check 'one that cannot be made is a failure' test "$status" -eq 1
rm .fails; : >.ignored
run --volume vg0/data
check 'one that is not there too' test "$status" -eq 1
rm .ignored
run --volume /dev/vg0/data --size 2048
check 'it succeeds' test "$status" -eq 0
check 'with the room that was asked for' calls '^lvcreate --snapshot --name data-snap-20261121-190000 --size 2048m -- vg0/data$'
check 'it says so' grep -qx 'made: vg0/data-snap-20261121-190000 of vg0/data (2048 MiB for changes)' <<<"$out"
check 'that it can run full is told' grep -q '^watch it: ' <<<"$out"
run --volume vg0/data
check 'one of that name is not made again' test "$status" -eq 3
run --volume vg0/thin
check 'a thin one takes no size' calls '^lvcreate --snapshot --name thin-snap-20261121-190000 --setactivationskip n -- vg0/thin$'
: >"$STUB_LOG"
volume vg0/pool data_percent=95.20
run --volume vg0/thin
check 'a pool that is nearly full gets no snapshot more' test "$status" -eq 3
run --volume vg0/data-snap-20261121-190000
check 'a snapshot of a snapshot is refused' test "$status" -eq 3
run --volume vg0/pool
check 'a pool is refused' test "$status" -eq 3
rm lv/vg0:data-*
run --volume vg0/data --size 99999
check 'too little room is refused' test "$status" -eq 3
refused 3 'only 30720 MiB are free in vg0, 30721 MiB are wanted' --volume vg0/data --size 30721
run --volume vg0/data --size 30720 --dry-run
check 'all that is free may be taken' test "$status" -eq 0
run --volume vg0/data --size 010
check 'sizes are decimal' calls '--size 10m --'
refused 3 'vg0/pool is a thin pool' --volume vg0/pool
volume vg0/fast lv_size=10737418240 segtype=writecache origin= lv_role=public
refused 3 'vg0/fast has a writecache' --volume vg0/fast
volume vg0/data_rimage_0 lv_size=10737418240 segtype=linear origin= lv_role=private,raid,image
refused 3 'is a part of another volume (private,raid,image)' --volume vg0/data_rimage_0
rm lv/vg0:*-snap-*
volume vg0/pool data_percent=95.00
refused 3 'the pool vg0/pool is full to 95.00%' --volume vg0/thin
volume vg0/pool data_percent=40.00 metadata_percent=95.10
refused 3 'the pool vg0/pool is full to 95.10%' --volume vg0/thin
volume vg0/pool metadata_percent=94.99
run --volume vg0/thin
check 'one that is not yet so full is taken' test "$status" -eq 0
check 'and it is not told that it could run full alone' test -z "$(grep '^watch it' <<<"$out")"
rm lv/vg0:*-snap-*
for column in lv_role pool_lv; do
  echo "$column" >.mute
  refused 3 'LVM does not tell' --volume vg0/thin --dry-run
done
rm .mute
volume vg0/thin pool_lv=gone
refused 3 'the pool vg0/gone cannot be read' --volume vg0/thin
volume vg9/data lv_size=10737418240 segtype=linear origin= lv_role=public
refused 3 'its volume group cannot be read' --volume vg9/data
echo 'vg9|107374182400|unknown|1|1|0' >>groups
refused 1 'does not tell what is free in vg9' --volume vg9/data
refused 3 'no logical volume vg0/absent' --volume vg0/absent
: >"$STUB_LOG"
run --volume vg0/absent
check 'a volume that does not exist is refused' test "$status" -eq 3
stub id <<<'echo 1000'
run --volume vg0/data
check 'without root it is refused' test "$status" -eq 3
check 'no refused run made one' test -z "$(calls '^lvcreate')"
run
check 'a volume is needed' test "$status" -eq 2
run --volume 'vg0/x;touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
