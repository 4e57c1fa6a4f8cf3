#!/usr/bin/env bash
# Show which units a systemd unit needs and wants, in what order, and which need or want it, with
# their states.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-service-dependencies --service NAME

List the direct dependencies of the unit NAME by kind, with the state of each: what it needs, what
it wants, what needs or wants it, and what it starts after and before. Stopping a unit takes down
what needs it, and in turn what needs that; what only wants it goes on. Needed units that are not
active are marked: they may be why a start fails, unless they have done their work and ended.

  --service NAME  systemd unit, with or without .service
  --help          show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-service-dependencies: %s\n' "$2" >&2
  exit "$1"
}

service=''
while (($# > 0)); do
  case $1 in
    --service)
      (($# >= 2)) || die 2 "$1 needs a value"
      service=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $service ]] || die 2 "--service is needed (see --help)"
[[ $service =~ ^[A-Za-z0-9_][A-Za-z0-9_.:@\\-]{0,200}$ ]] || die 2 "--service takes the name of a systemd unit, not '$service'"
unit=$service
[[ $unit =~ \.(service|socket|timer|mount|path|target|slice|scope)$ ]] || unit=$unit.service
command -v systemctl >/dev/null || die 3 "systemctl is not installed"

property() { systemctl show --property="$1" -- "$unit" | sed -n "s/^$1=//p"; }

load=$(property LoadState) || die 3 "systemd does not answer on this host"
[[ $load != not-found ]] || die 3 "no such unit: $unit"

declare -A of=() state=()
text=$(systemctl show --property=Requires,Requisite,BindsTo,Wants,RequiredBy,RequisiteOf,BoundBy,WantedBy,ConsistsOf,PartOf,TriggeredBy,Conflicts,After,Before -- "$unit") ||
  die 1 "the dependencies of $unit could not be read"
while IFS= read -r line; do
  [[ $line == *=* ]] && of[${line%%=*}]=${line#*=}
done <<<"$text"
read -r -a all <<<"${of[*]}"
# What needs those that go down goes down in turn.
read -r -a falling <<<"${of[RequiredBy]:-} ${of[RequisiteOf]:-} ${of[BoundBy]:-} ${of[ConsistsOf]:-}"
direct=${#falling[@]}
declare -A falls=(["$unit"]=1)
for name in "${falling[@]}"; do falls[$name]=1; done
for ((at = 0; at < ${#falling[@]} && at < 500; at++)); do
  text=$(systemctl show --property=RequiredBy,RequisiteOf,BoundBy,ConsistsOf -- "${falling[at]}" | sed 's/^[^=]*=//') || text=''
  read -r -a names <<<"${text//$'\n'/ }"
  for name in "${names[@]}"; do
    [[ -z ${falls[$name]:-} ]] || continue
    falls[$name]=1
    falling+=("$name") all+=("$name")
  done
done
of[turn]=${falling[*]:direct}

if ((${#all[@]} > 0)); then
  id=''
  while IFS= read -r line; do
    case $line in
      Id=*) id=${line#*=} ;;
      ActiveState=*) state[${id:-?}]=${line#*=} ;;
    esac
  done < <(systemctl show --property=Id,ActiveState -- "${all[@]}")
fi

printf '%s is %s\nas the files of loaded units say; a program that uses it without saying so there is not seen\n' "$unit" "$(property ActiveState)"
down=0
group() { # TITLE NEEDED PROPERTY…
  local title=$1 needed=$2 kind name mark names
  shift 2
  for kind in "$@"; do
    read -r -a names <<<"${of[$kind]:-}"
    for name in ${names[@]+"${names[@]}"}; do
      [[ -z $title ]] || printf '%s\n' "$title"
      title='' mark=''
      if $needed && [[ ${state[$name]:-?} != active ]]; then
        mark='  <- NOT ACTIVE'
        down=$((down + 1))
      fi
      printf '  %-40s %-10s %s%s\n' "$name" "${state[$name]:-?}" "$kind" "$mark"
    done
  done
}
group 'it needs:' true Requires Requisite BindsTo
group 'it wants:' false Wants
group 'need it, and go down with it:' false RequiredBy RequisiteOf BoundBy ConsistsOf
group 'go down in turn:' false turn
group 'it goes down with:' false PartOf
group 'want it:' false WantedBy
group 'may start it:' false TriggeredBy
group 'cannot run beside it:' false Conflicts
group 'it starts after:' false After
group 'it starts before:' false Before
if ((${#all[@]} == 0)); then printf 'it has no dependencies\n'; fi
if ((down > 0)); then printf '%d units that it needs are not active\n' "$down"; fi
