#!/usr/bin/env bash
# Find accounts that have no password at all.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-empty-passwords

List the accounts whose password is empty, so that anybody may log in to them where empty
passwords are allowed. The state is asked of passwd; no hash is read or shown. Those of a directory
(LDAP, SSSD) are not looked at. Locked accounts and
those that log in by key only are in order.

  --help  show this text

Exit status: 0 none was found, 1 some were, or not all is known, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'find-empty-passwords: %s\n' "$2" >&2
  exit "$1"
}

while (($# > 0)); do
  case $1 in
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

for tool in getent passwd; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ $(id -u) == 0 ]] || die 3 "this needs root"
# Not every passwd knows --all; then each local account is asked for.
if ! states=$(passwd --status --all 2>/dev/null </dev/null) || [[ -z $states ]]; then
  accounts=$(getent -s files passwd) || die 1 "the accounts cannot be read"
  states=''
  while IFS=: read -r name _; do
    [[ -n $name ]] || continue
    state=$(passwd --status "$name" 2>/dev/null </dev/null) || state="$name ?"
    states+="$state"$'\n'
  done <<<"$accounts"
fi

looked=0 empty=0 unknown=0
# With nothing in place of the x in the passwd file the shadow entry does not count, and passwd does not tell.
accounts=$(getent -s files passwd) || die 1 "the accounts cannot be read"
declare -A open=()
while IFS=: read -r name field _; do
  if [[ -n $name && -z $field ]]; then open[$name]=yes; fi
done <<<"$accounts"
while read -r name state _; do
  [[ -n $name ]] || continue
  looked=$((looked + 1))
  if [[ -n ${open[$name]:-} ]]; then state=NP; fi
  case $state in
    NP)
      empty=$((empty + 1))
      entry=$(getent passwd -- "$name") || entry=''
      shell=${entry##*:}
      printf 'EMPTY PASSWORD: %s (shell %s)\n' "$name" "${shell:-/bin/sh}"
      ;;
    P | PS | L | LK) ;;
    *) unknown=$((unknown + 1)) ;;
  esac
done <<<"$states"
((looked > 0)) || die 1 "passwd tells of no account"
printf '%d accounts looked at, %d without a password' "$looked" "$empty"
((unknown == 0)) || printf ', %d of which nothing is known' "$unknown"
printf '\n'
others=$(sed -n '/^passwd/s/^[^:]*:[[:space:]]*//p' /etc/nsswitch.conf 2>/dev/null) || others=''
[[ ! $others =~ sss|ldap|winbind|nis ]] || printf 'not looked at: the accounts of a directory (nsswitch.conf: %s)\n' "$others"
if ((empty > 0)); then
  printf 'lock-user-account shuts them; passwd NAME sets a password\n'
  exit 1
fi
((unknown == 0)) || die 1 "passwd does not tell the state of $unknown accounts"
