#!/usr/bin/env bash
# Take the login shell away from an account.
#
# Undo: usermod --shell FORMER USER, with the former shell, which it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: disable-login-shell --user NAME [--dry-run]

Give a local account the shell nologin, so that it can no longer open a session. Its processes,
files, cron jobs and services go on; whatever opens a session for it ends: su - USER -c, as jobs of
root do for a database, over SSH scp, rsync and sftp, unless sshd serves sftp itself (internal-sftp),
and FTP where the server asks for a shell of /etc/shells, as most do. Tunnels may still work. To shut
a person out altogether, lock the account instead.
root and your own account are refused.

  --user NAME  login name of a local account
  --dry-run    say what would be done, change nothing
  --help       show this text

Exit status: 0 the account has no login shell, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'disable-login-shell: %s\n' "$2" >&2
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
for tool in usermod getent grep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
getent passwd -- "$user" >/dev/null || die 3 "no such user: $user"
entry=$(getent -s files passwd -- "$user") || die 3 "$user is not an account of this host (of a directory service?)"
uid=$(cut -d : -f 3 <<<"$entry")
[[ $uid != 0 ]] || die 3 "refused: $user is root"
[[ $user != "${SUDO_USER:-}" && $user != "$(id -un)" ]] || die 3 "this is your own account: $user"
# After su - only the kernel remembers as whom you came in.
came=''
{ read -r came </proc/self/loginuid; } 2>/dev/null || [[ -n $came ]] || came=''
[[ $came != "$uid" ]] || die 3 "this is your own account: $user (you logged in as it)"
nologin=''
for candidate in /usr/sbin/nologin /sbin/nologin /bin/false; do
  if [[ -z $nologin && -x $candidate ]]; then nologin=$candidate; fi
done
[[ -n $nologin ]] || die 3 "neither nologin nor false is installed"
still_open() {
  local open
  open=$(who 2>/dev/null | awk -v user="$user" '$1 == user') || open=''
  [[ -z $open ]] || printf 'warning: sessions still open:\n%s\n' "$open" >&2
}
shell_of() { getent -s files passwd -- "$user" | cut -d : -f 7; }

former=$(shell_of)
case $former in
  */nologin | */false)
    printf 'nothing to do: the shell of %s is %s already\n' "$user" "$former"
    still_open
    exit 0
    ;;
esac
# An empty field means /bin/sh.
[[ -n $former ]] || former=/bin/sh
printf 'warning: scp, rsync and, without internal-sftp, sftp as %s end too, and so does su - %s -c\n' "$user" "$user" >&2
grep -qxF -- "$nologin" /etc/shells 2>/dev/null ||
  printf 'warning: %s is not in /etc/shells, so an FTP server may let %s in no longer\n' "$nologin" "$user" >&2
if $dry_run; then
  printf 'would set: the shell of %s from %s to %s\n' "$user" "$former" "$nologin"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "this needs root"
usermod --shell "$nologin" "$user" || die 1 "could not change the shell of $user"
[[ $(shell_of) == "$nologin" ]] || die 1 "the shell of $user is $(shell_of)"
printf 'set: the shell of %s to %s (before: %s); an SSH tunnel (ssh -N) is still let in\n' "$user" "$nologin" "$former"
still_open
