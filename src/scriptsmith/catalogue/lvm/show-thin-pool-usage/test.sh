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
      lv_size | lv_path | segtype | origin | pool_lv | data_percent | metadata_percent | snap_percent | lv_active | lv_device_open | lv_layout | lv_health_status) value=$(sed -n "s/^$column=//p" "$file") ;;
      *) echo "  Unrecognised field: $column" >&2; exit 3 ;;
    esac
    [ "$LC_ALL" = C ] || value=${value//./,} # as in de_DE.UTF-8
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

volume vg0/pool lv_size=107374182400 segtype=thin-pool data_percent=45.30 metadata_percent=12.10
volume vg0/a lv_size=107374182400 segtype=thin pool_lv=pool data_percent=30.00
volume vg0/b lv_size=53687091200 segtype=thin pool_lv=pool data_percent=20.00
volume vg0/root lv_size=10737418240 segtype=linear
run
check 'it succeeds' test "$status" -eq 0
check 'a pool is shown' grep -Eqx ' +102400 MiB +45\.30% +12\.10% +2 +150% of it  vg0/pool' <<<"$out"
check 'that is in order' grep -qx 'OK: none of 1 pools is at 80% or more' <<<"$out"
check 'another volume is no pool' test "$(grep -c root <<<"$out")" -eq 0
volume vg0/pool metadata_percent=80.00
run
check 'full metadata is a failure' bash -c '[ "$1" = 1 ] && grep -q "TOO FULL$" <<<"$2"' _ "$status" "$out"
run --percent 81
check 'the limit can be chosen' test "$status" -eq 0
run --percent 045%
check 'data counts too' test "$status" -eq 1
volume vg0/pool data_percent=20.00 metadata_percent=9.00 lv_health_status=metadata_read_only
run
check 'a pool that takes no writes is no success, however empty' test "$status:$(grep -c 'vg0/pool  metadata_read_only: TOO FULL or DAMAGED$' <<<"$out"):$(grep -c '^1 of 1 pools' <<<"$out")" = 1:1:1
volume vg0/pool data_percent= metadata_percent= lv_health_status=
run
check 'an inactive pool is told, and no success' bash -c '[ "$1" = 1 ] && grep -q "NOT ACTIVE$" <<<"$2"' _ "$status" "$out"
rm lv/*
run
check 'none is no failure' bash -c '[ "$1" = 0 ] && [ "$2" = "there is no thin pool on this host" ]' _ "$status" "$out"
: >.broken
run
check 'without the right it is refused' test "$status" -eq 3
run --percent 101
check 'more than 100 percent is refused' test "$status" -eq 2
run --percent 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
