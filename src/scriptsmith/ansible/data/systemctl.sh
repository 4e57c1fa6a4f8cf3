# shellcheck shell=bash
# A stand-in for systemctl in the tests of playbooks: stub systemctl <"$UNITS". It keeps in a folder which units are
# active and enabled; what was asked is in the log of the stand-ins.
units=/run/stand-in-units
mkdir -p "$units"
verb='' names=()
for word in "$@"; do
  case $word in
  -*) ;;
  *) if [[ -z $verb ]]; then verb=$word; else names+=("${word%.service}"); fi ;;
  esac
done
state() { if [[ -e $units/$1.$2 ]]; then printf '%s' "$3"; else printf '%s' "$4"; fi; }
for name in "${names[@]:-}"; do
  case $verb in
  show)
    printf 'Id=%s\nLoadState=loaded\nActiveState=%s\nUnitFileState=%s\n' "$name" \
      "$(state "$name" active active inactive)" "$(state "$name" enabled enabled disabled)"
    ;;
  is-active) state "$name" active active inactive && [[ -e $units/$name.active ]] || exit 3 ;;
  is-enabled) state "$name" enabled enabled disabled && [[ -e $units/$name.enabled ]] || exit 1 ;;
  is-failed) exit 1 ;;
  start | restart | reload | reload-or-restart) : >"$units/$name.active" ;;
  stop) rm -f "$units/$name.active" ;;
  enable) : >"$units/$name.enabled" ;;
  disable) rm -f "$units/$name.enabled" ;;
  esac
done
