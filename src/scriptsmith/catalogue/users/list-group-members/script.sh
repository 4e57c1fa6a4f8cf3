#!/usr/bin/env bash
# List the members of a group, primary members included.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-group-members --group NAME

List the accounts that belong to a group: those named in the group, and those that have it as
their primary group, which the group's own line does not tell. Members that are no accounts (any
more) are marked. A directory service often does not list its accounts, so that those whose primary
group it is are missing; where one is in use that is told.

  --group NAME  name of the group
  --help        show this text

Exit status: 0 done (also when it has no member), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-group-members: %s\n' "$2" >&2
  exit "$1"
}

group=''
while (($# > 0)); do
  case $1 in
    --group)
      (($# >= 2)) || die 2 "$1 needs a value"
      group=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $group ]] || die 2 "--group is required (see --help)"
[[ $group =~ ^[A-Za-z0-9_][A-Za-z0-9_.@-]{0,63}$ ]] || die 2 "--group takes the name of a group, not '$group'"
command -v getent >/dev/null || die 3 "getent is not installed"
line=$(getent group -- "$group") || die 3 "no such group: $group"
IFS=: read -r _ _ gid members <<<"$line"
accounts=$(getent passwd) || die 1 "the accounts cannot be read"

declare -A uid=() listed=()
while IFS=: read -r name _ id primary _; do
  [[ -n $name ]] || continue
  uid[$name]=$id
  if [[ $primary == "$gid" ]]; then
    printf '%s (user id %s, primary group)\n' "$name" "$id"
    listed[$name]=1
  fi
done <<<"$accounts"
IFS=, read -r -a names <<<"$members"
for name in "${names[@]}"; do
  [[ -n $name && -z ${listed[$name]:-} ]] || continue
  listed[$name]=1
  # Accounts of a directory are often not listed, yet known by name.
  if [[ -z ${uid[$name]:-} ]] && entry=$(getent passwd -- "$name"); then uid[$name]=$(cut -d : -f 3 <<<"$entry"); fi
  shown=$name
  [[ $name != *[[:cntrl:]]* ]] || shown=${name@Q}
  if [[ -n ${uid[$name]:-} ]]; then
    printf '%s (user id %s)\n' "$shown" "${uid[$name]}"
  else
    printf '%s (NO SUCH ACCOUNT)\n' "$shown"
  fi
done
printf '%d members of %s (group id %s)\n' "${#listed[@]}" "$group" "$gid"
if grep -qsE '^passwd:.*(sss|ldap|winbind|nis)' /etc/nsswitch.conf; then
  printf 'note: accounts of the directory service are known here only where it lists them; there may be more members\n' >&2
fi
