#!/usr/bin/env bash
. "$HARNESS"

hex=0123456789abcdef; hex=$hex$hex$hex$hex
# Docker measures only volumes of the driver local that were made without options.
cat >sizes <<EOF
[{"Driver":"local","Links":"0","Name":"old_data","Size":"120.5MB"},{"Driver":"local","Links":"1","Name":"db_data","Size":"30GB"},{"Driver":"local","Links":"0","Name":"$hex","Size":"1.2GB"}]
EOF
volume() { printf '{"Availability":"N/A","Driver":"%s","Group":"N/A","Labels":"","Links":"N/A","Mountpoint":"/x","Name":"%s","Scope":"local","Size":"N/A","Status":"N/A"}\n' "$1" "$2"; }
{ volume local old_data; volume local "$hex"; volume nfs far; volume local bound; } >free
printf '%s\n' old_data db_data $hex far bound mounted >all
stub docker <<'EOF'
case $* in
  'volume ls --filter dangling=true --format {{json .}}') file=free ;;
  'volume ls --quiet') file=all ;;
  'system df --verbose --format {{json .Volumes}}') file=sizes ;;
  *) echo "unknown flag: $*" >&2; exit 125 ;;
esac
case $(cat mode 2>/dev/null) in
  dead) echo 'Cannot connect to the Docker daemon' >&2; exit 1 ;;
  no-$file) exit 1 ;;
  silent) ;;
  none) if [ $file = sizes ]; then echo '[]'; fi ;;
  null) if [ $file = sizes ]; then echo null; fi ;;
  *) cat $file ;;
esac
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'the largest comes first, and that it has no name is told' grep -qx "1.2GB  $hex  (made without a name)" <<<"$(head -n 1 <<<"$out")"
check 'a named one is listed' grep -qx '120.5MB  old_data' <<<"$out"
check 'another driver is told' grep -qx 'N/A  far  driver nfs' <<<"$out"
check 'a used one is not listed' test "$(grep -c 'db_data' <<<"$out")" -eq 0
check 'one with options, which docker does not measure, is not forgotten' grep -qx 'N/A  bound' <<<"$out"
check 'nor may one be listed that is used' test "$(grep -c 'mounted' <<<"$out")" -eq 0
check 'they are summed up' grep -qx '4 of 6 volumes are not used, 1320 MB and 2 of unknown size; a container that is yet to come may want what is in them' <<<"$out"
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" </dev/null 2>/dev/null) | cat)
check 'without room for a file the same is told' test "$noroom" = "$out"
for what in free all sizes; do
  echo no-$what >mode; run
  check "without an answer ($what) it is refused" test "$status:$out" = 3:
done
rm mode
check 'it only reads' test -z "$(calls '(volume|image|system) (rm|prune)')"
echo none >mode; run
check 'none is fine' test "$status:$out" = '0:0 of 0 volumes are not used, 0 MB'
echo null >mode; run
check 'null is none' test "$status" -eq 0
echo silent >mode; run
check 'an empty answer is a failure' test "$status" -eq 1
echo dead >mode; run
check 'a daemon that does not answer is refused' test "$status" -eq 3
run 'x; touch pwned'
check 'a hostile argument is refused and runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
