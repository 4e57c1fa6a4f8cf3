#!/usr/bin/env bash
# List the accounts that have a login shell.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-users-with-shell

List the accounts whose shell lets them open a session, with user id, shell, and as root the state
of the password: set, locked, or none (anybody may log in), and whether the account is expired.
Accounts with nologin, false and the
like are counted only. Of a directory service (sss, ldap, winbind) only what getent lists is seen,
often nothing: where the host asks one, that is told.

  --help  show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-users-with-shell: %s\n' "$2" >&2
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

for tool in getent sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
accounts=$(getent passwd) || die 1 "the accounts cannot be read"
[[ -n $accounts ]] || die 1 "there are no accounts at all"
# passwd tells the state without the hash. Not every passwd knows --all (that of Red Hat up to 9): there each account is asked.
declare -A state=()
note_state() { # NAME WORD
  case $2 in
    P | PS) state[$1]='password set' ;;
    L | LK) state[$1]='password locked' ;;
    NP) state[$1]='NO PASSWORD' ;;
  esac
}
one_by_one=false asked=false now=$(date +%s)
if [[ $(id -u) == 0 ]]; then
  asked=true
  if states=$(passwd --status --all 2>/dev/null </dev/null); then
    while read -r name word _; do note_state "$name" "$word"; done <<<"$states"
  else
    one_by_one=true
  fi
fi

shown=0 others=0
printf '%-20s %8s  %-16s %s\n' USER UID PASSWORD SHELL
while IFS=: read -r name field uid _ _ _ shell; do
  case $shell in
    */nologin | */false | */sync | */shutdown | */halt | */true)
      others=$((others + 1))
      continue
      ;;
  esac
  note=''
  if $one_by_one && states=$(LC_ALL=C passwd --status -- "$name" 2>/dev/null </dev/null); then
    read -r _ word _ <<<"$states"
    note_state "$name" "$word"
  fi
  # With nothing in place of the x the shadow entry does not count.
  if [[ -z $field && -n $name ]]; then state[$name]='NO PASSWORD'; fi
  # Nobody comes in to an expired account, be it by key.
  if $asked && ends=$(LC_ALL=C chage --list -- "$name" 2>/dev/null | sed -n 's/^Account expires[[:space:]]*: //p') &&
    ends=$(date -u -d "$ends" +%s 2>/dev/null) && ((ends <= now)); then
    note=' (account expired)'
  fi
  # An empty field means /bin/sh.
  [[ -n $shell ]] || shell='/bin/sh (none given)'
  [[ $uid != 0 || $name == root ]] || note+=' (has the power of root)'
  printf -v line '%-20s %8s  %-16s %s%s' "$name" "$uid" "${state[$name]:--}" "$shell" "$note"
  [[ $line != *[[:cntrl:]]* ]] || line=${line@Q}
  printf '%s\n' "$line"
  shown=$((shown + 1))
done <<<"$accounts"
printf '%d accounts with a login shell, %d without\n' "$shown" "$others"
services=$(sed -n '/^passwd/s/^[^:]*://p' /etc/nsswitch.conf 2>/dev/null) || services=''
for service in $services; do
  case $service in
    sss | ldap | winbind | nis | nisplus | hesiod)
      printf 'note: this host asks %s for accounts as well; those that it does not enumerate may have a shell too and are not listed\n' "$service"
      ;;
  esac
done
