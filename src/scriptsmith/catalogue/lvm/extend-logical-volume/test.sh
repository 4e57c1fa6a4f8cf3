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

volume vg0/data lv_size=10737418240 segtype=linear lv_path=/dev/vg0/data origin= lv_role=public
volume vg0/snap lv_size=10737418240 segtype=linear lv_path=/dev/vg0/snap origin=data lv_role=public,snapshot,thicksnapshot
volume vg0/swap lv_size=1073741824 segtype=linear lv_path=/dev/vg0/swap origin= lv_role=public
volume vg0/pool lv_size=1073741824 segtype=thin-pool lv_path= lv_role=private
stub blkid <<'EOF'
[ "$1 $2 $3 $4 $5" = '--output value --match-tag TYPE --' ] || exit 4
case $6 in */swap) echo swap ;; */data) echo ext4 ;; *) exit 2 ;; esac
EOF
stub lvextend <<'EOF'
[ "$1 $2" = '--resizefs --size' ] && [ "$4" = -- ] || exit 3
[ ! -e .fails ] || { echo '  Insufficient free space' >&2; exit 5; }
n=${3#+} n=${n%m} f=lv/${5/\//:}
[ -e .ignored ] || sed -i "s/^lv_size=.*/lv_size=$(($(sed -n s/^lv_size=//p "$f") + n * 1048576))/" "$f"
[ ! -e .fsadm ] || { echo '  fsadm failed: 1' >&2; exit 5; }
EOF
run --volume vg0/data --size 1024 --dry-run
check 'a dry run says what it would do' grep -qx 'would extend: vg0/data by 1024 MiB to 11264 MiB' <<<"$out"
check 'what is free is told' grep -qx 'vg0/data: 10240 MiB now, 30720 MiB free in its group' <<<"$out"
check 'a dry run extends nothing' test -z "$(calls '^lvextend')"
run --volume /dev/vg0/data --size 01024
check 'it succeeds' test "$status" -eq 0
check 'with its file system' calls '^lvextend --resizefs --size \+1024m -- vg0/data$'
check 'it says so' grep -qx 'extended: vg0/data from 10240 to 11264 MiB, with its file system' <<<"$out"
: >.fsadm
run --volume vg0/data --size 100
check 'a file system that does not grow is a failure' bash -c '[ "$1" = 1 ] && grep -q "FILE SYSTEM did not" <<<"$2"' _ "$status" "$err"
rm .fsadm; : >.ignored
run --volume vg0/data --size 100
check 'a volume that does not grow too' test "$status" -eq 1
: >.fails
run --volume vg0/data --size 100
check 'an lvextend that fails too' bash -c '[ "$1" = 1 ] && grep -q "nothing was changed" <<<"$2"' _ "$status" "$err"
: >"$STUB_LOG"
run --volume vg0/data --size 99999
check 'too little room is refused' test "$status" -eq 3
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
