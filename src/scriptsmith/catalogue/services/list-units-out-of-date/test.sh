#!/usr/bin/env bash
. "$HARNESS"

# unit NAME PROPERTY=VALUE…: a unit that the systemctl of this test knows.
unit() {
  local dir=units/$1 pair
  mkdir -p "$dir"
  printf '%s\n' "$1" >"$dir/Id"
  [[ -e $dir/LoadState ]] || printf 'loaded\n' >"$dir/LoadState"
  for pair in "${@:2}"; do printf '%s\n' "${pair#*=}" >"$dir/${pair%%=*}"; done
}
# on VERB CODE: what that verb of systemctl does; `put` sets a property of the unit named last.
on() { printf '%s\n' "$2" >"on-$1"; }
stub systemctl <<'EOF'
put() { printf '%s\n' "$2" >"units/${last:-$unit}/$1"; }
verb='' names=() properties=() all=false
for word; do
  case $word in
    --all) all=true ;;
    --property=*) IFS=, read -r -a more <<<"${word#*=}"; properties+=("${more[@]}") ;;
    --) ;;
    --no-pager | --plain | --no-legend | --full | --quiet | --runtime | --failed | --reverse | --type=* | --state=*) ;;
    -*) echo "systemctl: unrecognized option '$word'" >&2; exit 1 ;;
    *) if [ -z "$verb" ]; then verb=$word; else names+=("$word"); fi ;;
  esac
done
last=''; [ ${#names[@]} = 0 ] || last=${names[-1]}
[ "$verb" = show ] || { if [ -e "on-$verb" ]; then . "./on-$verb"; exit; fi; echo "Unknown command verb $verb." >&2; exit 1; }
if [ -e on-show ]; then . ./on-show; fi
found=()
for name in "${names[@]}"; do
  case $name in
    *'*'*) for dir in units/$name; do # units that are down are in a pattern only when all are asked for
      [ -d "$dir" ] && { $all || [ "$(cat "$dir/ActiveState")" != inactive ]; } && found+=("${dir#units/}")
    done ;;
    *) found+=("$name") ;;
  esac
done
n=0
for name in "${found[@]}"; do
  [ $((n++)) = 0 ] || echo
  for property in "${properties[@]}"; do
    if [ -d "units/$name" ]; then value=$(cat "units/$name/$property" 2>/dev/null)
    else case $property in Id) value=$name ;; LoadState) value=not-found ;; ActiveState) value=inactive ;; *) value= ;; esac; fi
    printf '%s=%s\n' "$property" "$value"
  done
done
EOF
stub id <<<'echo 0'

unit a.service NeedDaemonReload=yes ActiveState=active FragmentPath=/lib/systemd/system/a.service DropInPaths='/etc/systemd/system/a.service.d/10 x.conf'
unit b.service NeedDaemonReload=no ActiveState=active FragmentPath=/lib/systemd/system/b.service
unit absent.service NeedDaemonReload=no ActiveState=inactive LoadState=not-found
unit c.mount NeedDaemonReload=yes ActiveState=inactive FragmentPath=
run
check 'it succeeds' test "$status" -eq 0
check 'a changed unit is listed with its state' grep -qx 'a.service (active)' <<<"$out"
check 'with its file' grep -qx '  unit file: /lib/systemd/system/a.service' <<<"$out"
check 'with its drop-ins' grep -qx '  drop-ins: /etc/systemd/system/a.service.d/10 x.conf' <<<"$out"
check 'one without a file too' grep -q 'unit file: none' <<<"$(grep -A 1 '^c.mount' <<<"$out")"
check 'one in order is not' test "$(grep -c b.service <<<"$out")" -eq 0
check 'they are counted' grep -q '^2 of 3 loaded units' <<<"$out"
check 'nothing is reloaded' test -z "$(calls 'daemon-reload')"
rm -r units/a.service units/c.mount
run
check 'when all is in order it says so' bash -c '[ "$1" = 0 ] && [ "$2" = "none of 1 loaded units has changed on disk, by the time of their files; whether a service was restarted since they were reloaded is not looked at" ]' _ "$status" "$out"
mkdir -p r/{etc,run,lib}/systemd/system
touch r/lib/systemd/system/{b.service,g@.service,s.service} r/run/systemd/system/t.service
unit g@one.service NeedDaemonReload=no ActiveState=active FragmentPath=/lib/systemd/system/g@.service
unit s.service NeedDaemonReload=no ActiveState=active FragmentPath=/lib/systemd/system/s.service
unit t.service NeedDaemonReload=no ActiveState=active FragmentPath=/run/systemd/system/t.service
unit e.service NeedDaemonReload=no ActiveState=active FragmentPath=/etc/systemd/system/e.service
touch r/etc/systemd/system/e.service
ln -s ../../../lib/systemd/system/s.service r/etc/systemd/system/s.service
run --root r
check 'the file itself, and a link to it, are not put over it' grep -qx 'none of 5 loaded units has changed on disk, by the time of their files; whether a service was restarted since they were reloaded is not looked at' <<<"$out"
ln -s /dev/null r/etc/systemd/system/b.service; touch r/run/systemd/system/{g@.service,e.service} r/etc/systemd/system/t.service
run --root r
check 'a file that was put over the one that was read is told' test "$(grep -A 1 '^[a-z]' <<<"$out" | sed -n 's/^  goes before what systemd has read: //p' | xargs)" = 'r/etc/systemd/system/b.service r/run/systemd/system/g@.service r/etc/systemd/system/t.service'
check 'one behind it is not' grep -q '^3 of 5 loaded units' <<<"$out"
on show 'exit 0'
run
check 'silence is a failure' test "$status" -eq 1
on show 'exit 1'
run
check 'a host without systemd is refused' test "$status" -eq 3
run --service x
check 'an unknown argument is refused' test "$status" -eq 2
run '$(touch pwned)'
check 'a hostile argument is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
