#!/usr/bin/env bash
. "$HARNESS"

stub id <<<'echo 0'
# lvs, vgs and pvs print rows of the tables here; they refuse columns and options that do not exist.
stub lvs <<'EOF'
[ ! -e .broken ] || { echo '  WARNING: Running as a non-root user. Functionality may be unavailable.' >&2; exit 5; }
columns='' what='' select=''
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

volume vg0/data lv_size=10737418240 segtype=linear origin= lv_role=public,origin,thickorigin
volume vg0/data-snap lv_size=1073741824 segtype=linear lv_role=public,snapshot,thicksnapshot origin=data snap_percent=12.50
volume vg0/busy lv_size=1073741824 segtype=linear lv_role=public,snapshot,thicksnapshot origin=data lv_device_open=open
volume vg0/lone lv_size=1073741824 segtype=linear origin= lv_role=public
volume vg0/cached lv_size=1073741824 segtype=cache origin=[cached_corig] lv_role=public
volume vg0/thin lv_size=1073741824 segtype=thin origin= lv_role=public,origin,thinorigin
volume vg0/thinsnap lv_size=1073741824 segtype=thin origin=thin lv_role=public,snapshot,thinsnapshot
volume vg0/over lv_size=1073741824 segtype=thin origin=lone2 lv_role=public,snapshot,thinsnapshot
volume vg0/lone2 lv_size=1073741824 segtype=linear origin= lv_role=public,origin,extthinorigin
stub lvremove <<'EOF'
[ "$1 $2" = '--yes --' ] || exit 3
[ ! -e .fails ] || exit 5
[ -e .ignored ] || rm "lv/${3/\//:}"
EOF
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; bash -O compat44 "$SCRIPT" --volume vg0/data-snap --dry-run </dev/null 2>/dev/null) | cat)
run --volume vg0/data-snap --dry-run
check 'without room for a file the same is told' test "$noroom" = "$out"
check 'a dry run says what it would do' grep -qx 'would remove: vg0/data-snap' <<<"$out"
check 'what it is is told' grep -qx 'vg0/data-snap is a snapshot of vg0/data, its room is used to 12.50%' <<<"$out"
check 'a dry run removes nothing' test -e lv/vg0:data-snap
run --volume vg0/lone
check 'a volume that is no snapshot is refused' test "$status" -eq 3
run --volume vg0/data
check 'one with snapshots too' test "$status" -eq 3
run --volume vg0/busy
check 'one in use too' test "$status" -eq 3
run --volume vg0/cached
check 'a cached volume too' test "$status" -eq 3
run --volume vg0/over
check 'a thin volume over an external origin too' test "$status" -eq 3
run --volume vg0/thinsnap --dry-run
check 'a thin snapshot is one' grep -qx 'would remove: vg0/thinsnap' <<<"$out"
refused() { # VOLUME WORDS
  run --volume "$1" --dry-run
  check "refused: $1, $2" bash -c '[ "$1" = 3 ] && grep -qF -e "$3" <<<"$2"' _ "$status" "$err" "$2"
}
refused vg0/lone 'is no snapshot (linear, public)'
refused vg0/data 'vg0/data-snap rests on vg0/data'
volume vg0/of-it lv_size=5 segtype=thin origin=thinsnap lv_role=public,snapshot,thinsnapshot
refused vg0/thinsnap 'vg0/of-it rests on vg0/thinsnap; remove that first'
rm lv/vg0:of-it
volume vg1/of-another lv_size=5 segtype=thin origin=thinsnap lv_role=public,snapshot,thinsnapshot
run --volume vg0/thinsnap --dry-run
check 'what rests on a volume of the same name in another group is no hindrance' test "$status" -eq 0
volume vg0/alone lv_size=5 segtype=thin origin=away lv_role=public,snapshot,thinsnapshot
refused vg0/alone 'what vg0/alone rests on, away, cannot be read'
for origin in '' '[data]'; do
  volume vg0/hidden lv_size=5 segtype=linear "origin=$origin" lv_role=public,snapshot,thicksnapshot
  refused vg0/hidden 'a snapshot of nothing that can be seen'
done
check 'no refused run removed' test -z "$(calls '^lvremove')"
: >.fails
run --volume vg0/data-snap
check 'an lvremove that fails is a failure' test "$status" -eq 1
rm .fails; : >.ignored
run --volume vg0/data-snap
check 'one that does not take too' test "$status" -eq 1
rm .ignored
run --volume /dev/vg0/data-snap
check 'it succeeds' test "$status" -eq 0
check 'it is gone' test ! -e lv/vg0:data-snap
check 'its origin stays' test -e lv/vg0:data
run --volume vg0/data-snap
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && [ "$2" = "not there: vg0/data-snap" ]' _ "$status" "$out"
run --volume vg7/data-snap
check 'in a group that LVM does not see nothing is called gone' test "$status:$out:$(grep -c 'LVM sees no volume group vg7 here' <<<"$err")" = 3::1
: >.broken
run --volume vg0/busy
check 'volumes that cannot be read are not called gone' test "$status" -eq 3
rm .broken
volume vg0/snap2 origin=data lv_size=5 segtype=linear lv_role=public,snapshot,thicksnapshot
stub id <<<'echo 1000'
run --volume vg0/snap2
check 'without root it is refused' test "$status" -eq 3
run
check 'a snapshot must be named' test "$status" -eq 2
run --volume vg0
check 'a whole group is refused' test "$status" -eq 2
run --volume 'vg0/x;touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
