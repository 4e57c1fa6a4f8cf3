#!/usr/bin/env bash
# Lock a local user account: neither its password nor an SSH key lets anybody in any more.
#
# Undo: the command that it prints; a password that was locked before stays so.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: lock-user-account --user NAME [--dry-run]

Lock the password of a local account and let the account expire, since a locked password alone
does not stop a login by SSH key; cron runs no job of it any more. Files and running processes stay;
sessions that are open now and processes of the account are listed. root and the account that runs
this are refused.

  --user NAME  login name of a local account
  --dry-run    say what would be done, change nothing
  --help       show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'lock-user-account: %s\n' "$2" >&2
  exit "$1"
}

user='' dry_run=false
while (($# > 0)); do
  case $1 in
    --user)
      (($# >= 2)) || die 2 "$1 needs a value"
      user=$2
      shift 2
      ;;
    --dry-run)
      dry_run=true
      shift
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $user ]] || die 2 "--user is required (see --help)"
[[ $user =~ ^[A-Za-z_][A-Za-z0-9_.-]{0,31}$ ]] || die 2 "--user takes a login name, not '$user'"
for tool in getent usermod; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
getent passwd -- "$user" >/dev/null || die 3 "no such user: $user"
[[ $(id -u) == 0 ]] || die 3 "this needs root"

hash='' expires=''
read_shadow() { # sets hash and expires, the second and eighth field of the shadow entry
  local line
  line=$(getent -s files shadow -- "$user") || return
  IFS=: read -r _ hash _ _ _ _ _ expires _ <<<"$line"
}
read_shadow || die 3 "$user is not an account of this host (of a directory service?)"
day() { date -u -d "@$(($1 * 86400))" +%F; }
today=$(($(date +%s) / 86400))
[[ $user != root && $(getent passwd -- "$user" | cut -d: -f3) != 0 ]] || die 3 "the account of root is not locked by this script"
[[ $user != "${SUDO_USER:-}" && $user != "$(id -un)" ]] || die 3 "this is your own account: $user"

is_locked() { [[ $hash == [*!]* && $expires =~ ^[0-9]+$ ]] && ((expires <= today)); }

if is_locked; then
  printf 'nothing to change: %s is locked already\n' "$user"
elif $dry_run; then
  printf 'would lock: the password and the account of %s\n' "$user"
else
  former=never date='' unlock=''
  if [[ $expires =~ ^[0-9]+$ ]]; then former=$(day "$expires") date=$former; fi
  # To unlock a password that was locked before, or is none, would open more than there was.
  if [[ $hash == [!*!]* ]]; then unlock='--unlock '; fi
  usermod --lock --expiredate 1 -- "$user" || die 1 "could not lock $user"
  read_shadow || die 1 "cannot read the account of $user after locking it"
  is_locked || die 1 "$user is not locked"
  printf 'locked: %s (former expiry date: %s); cron runs no job of it any more\n' "$user" "$former"
  printf "undo: usermod %s--expiredate '%s' %s\n" "$unlock" "$date" "$user"
fi

# Who is in stays in.
open=$(who 2>/dev/null | awk -v user="$user" '$1 == user') || open=''
[[ -z $open ]] || printf 'warning: sessions still open:\n%s\n' "$open" >&2
# Tunnels and copies have no terminal, and do not stand among the sessions.
if ! command -v ps >/dev/null; then
  printf 'note: ps is not installed, so what still runs as %s is not told\n' "$user" >&2
else
  running=$(ps -U "$user" -o pid=,tty=,args= | tr -d '\000-\010\013-\037\177') || running=''
  [[ -z $running ]] || printf 'warning: %d processes of %s still run:\n%s\n' "$(wc -l <<<"$running")" "$user" "$(sed -n '1,20{s/\(.\{160\}\).*/\1…/;p}' <<<"$running")" >&2
fi
