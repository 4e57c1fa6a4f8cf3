#!/usr/bin/env bash
# Turn off password logins in sshd, with a test before the reload.
#
# Undo: remove the file that it names, and systemctl reload sshd (ssh on Debian).
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: disable-ssh-password-login --user NAME [--directory DIR] [--dry-run]

Have sshd accept keys only: a file is laid into its configuration directory, the whole
configuration is tested, the effective settings are read back, and only then is the daemon
reloaded. When anything fails the file is taken away again. At least one account must have a key
first: name your own. Open sessions stay. Match blocks may still allow passwords to some.

  --user NAME      your login name: refused unless it has an authorized key
  --directory DIR  directory that sshd_config includes (default /etc/ssh/sshd_config.d)
  --dry-run        say what would be done, change nothing
  --help           show this text

Exit status: 0 password logins are off, 1 failed (the former state is back), 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'disable-ssh-password-login: %s\n' "$2" >&2
  exit "$1"
}

user='' directory=/etc/ssh/sshd_config.d dry_run=false
while (($# > 0)); do
  case $1 in
    --user | --directory)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --user) user=$2 ;;
        --directory) directory=$2 ;;
      esac
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
[[ $directory != -* ]] || directory=./$directory
PATH=$PATH:/usr/sbin:/sbin
sshd=$(command -v sshd) || die 3 "sshd is not installed"
for tool in systemctl getent ssh-keygen; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ $(id -u) == 0 ]] || die 3 "this needs root"
[[ -d $directory ]] || die 3 "no such directory: $directory (an older sshd: edit sshd_config by hand)"
file=${directory%/}/00-no-passwords.conf

entry=$(getent passwd -- "$user") || die 3 "no such user: $user"
IFS=: read -r _ _ _ _ _ home _ <<<"$entry"
keys=$(ssh-keygen -lf "${home%/}/.ssh/authorized_keys" 2>/dev/null) || keys=''
[[ -n $keys ]] || die 3 "$user has no authorized SSH key, so nobody may get in afterwards"

effective() { "$sshd" -T 2>/dev/null | grep -iE '^(passwordauthentication|kbdinteractiveauthentication|challengeresponseauthentication) '; }
"$sshd" -t || die 3 "the present configuration of sshd is not valid; put that right first"
before=$(effective) || die 3 "the settings of sshd cannot be read"
[[ $("$sshd" -T 2>/dev/null) == *'pubkeyauthentication yes'* ]] || die 3 "sshd accepts no keys at all at present"
off() { [[ $1 == *'passwordauthentication no'* && $1 != *' yes'* ]]; }
if off "$before"; then
  printf 'nothing to do: sshd accepts no passwords already\n'
  exit 0
fi
unit=''
for candidate in sshd.service ssh.service; do
  if [[ -z $unit && $(systemctl show --property=LoadState --value -- "$candidate" 2>/dev/null) == loaded ]]; then unit=$candidate; fi
done
[[ -n $unit ]] || die 3 "no unit sshd.service or ssh.service on this host"
[[ ! -e $file && ! -L $file ]] || die 3 "$file is there already, without the effect; look at it first"
if $dry_run; then
  printf 'would write %s and reload %s; %s has %d keys\n' "$file" "$unit" "$user" "$(wc -l <<<"$keys")"
  exit 0
fi

give_up() { # the former state comes back before this ends
  rm -f -- "$file"
  die 1 "$1; $file was taken away again"
}
# Both are needed: the second asks for the password through PAM. The older name of it is still known to all.
printf '# Keys only.\nPasswordAuthentication no\nChallengeResponseAuthentication no\n' >"$file" || give_up "could not write $file"
chmod 644 -- "$file"
"$sshd" -t || give_up "the configuration would not be valid"
after=$(effective) || give_up "the settings cannot be read back"
off "$after" || give_up "it has no effect: is the directory included at the head of sshd_config?"
if systemctl is-active --quiet -- "$unit" && ! systemctl reload -- "$unit"; then
  give_up "could not reload $unit"
fi
printf 'passwords are off: %s, %s\n' "$file" "${after//$'\n'/, }"
printf 'try a new login as %s before you close this session\n' "$user"
