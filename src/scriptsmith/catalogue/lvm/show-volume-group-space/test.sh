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
      lv_size | lv_path | segtype | origin | pool_lv | data_percent | metadata_percent | snap_percent | lv_active | lv_device_open | lv_layout) value=$(sed -n "s/^$column=//p" "$file") ;;
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
BASH_COMPAT=
[ ! -e .broken ] || exit 5
columns='' what=''
while [ $# -gt 0 ]; do
  case $1 in
    --noheadings | --nosuffix) ;;
    --devicesfile) [ -z "$2" ] && [ -e elsewhere ] || exit 3; cat elsewhere; exit 0 ;;
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

run
check 'it succeeds' test "$status" -eq 0
check 'a group is shown' grep -Eqx ' +100 GiB +30 GiB +30% +2 +3  vg0' <<<"$out"
check 'one that is full and incomplete is marked' grep -Eqx ' +1024 GiB +0 MiB +0% +1 +1  data one  FULL  MISSES A DISK' <<<"$out"
check 'they are counted' grep -qx '2 groups, 1 of them full, 1 incomplete' <<<"$out"
# As where nothing more can be written, with a bash that keeps each text it redirects in a file (before 5.1).
status=0
out=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" </dev/null 2>&1) | cat) || status=$?
check 'without room for a file it works' bash -c '[ "$1" -eq 0 ] && grep -q "^2 groups, " <<<"$2"' _ "$status" "$out"
printf 'a$(touch pwned)|0|0|0|0|0\n' >groups
run
check 'a group without size does no harm' grep -q '1 of them full' <<<"$out"
: >groups
run
check 'none is no failure' bash -c '[ "$1" = 0 ] && [ "$2" = "LVM sees no volume group on this host" ]' _ "$status" "$out"
printf '  vg1\n  vg0\n' >elsewhere; printf 'vg0|107374182400|32212254720|2|3|0\n' >groups
run
check 'a group that only another list of devices would show is named' test "$status:$(grep '^not used here' <<<"$out" | grep -o '[^ ]*$')" = 0:vg1
rm elsewhere
run
check 'without such a list none is' test "$(grep -c '^not used here' <<<"$out")" -eq 0
: >.broken
run
check 'without the right it is refused' test "$status" -eq 3
run 'x; touch pwned'
check 'an unknown argument is refused' test "$status" -eq 2
run --help
check 'it explains itself' grep -q '^Usage: show-volume-group-space' <<<"$out"
mkdir few
ln -s "$(type -P bash)" "$(type -P cat)" few
PATH=$PWD/few run
check 'a missing vgs is refused' test "$status" -eq 3
check 'nothing hostile ran' test ! -e pwned
finish
