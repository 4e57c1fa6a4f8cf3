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
reloaded. When anything fails the file is taken away again. One account must be able to come in
by key first: name your own. sshd must let it in, and take a key from a file that it reads and
trusts; keys with a command of their own or an end, of a CA or of the kind DSA do not count. Open
sessions stay. Lines below a Match that still allow passwords to some are told, and stay.

  --user NAME      your login name: refused unless sshd would take a key of it
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
for tool in systemctl getent ssh-keygen sed awk readlink stat dirname wc sleep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ $(id -u) == 0 ]] || die 3 "this needs root"
[[ -d $directory ]] || die 3 "no such directory: $directory (an older sshd: edit sshd_config by hand)"
file=${directory%/}/00-no-passwords.conf

entry=$(getent passwd -- "$user") || die 3 "no such user: $user"
IFS=: read -r _ _ uid _ _ home shell <<<"$entry"
[[ $shell != */nologin && $shell != */false ]] || die 3 "the login shell of $user is $shell, which lets nobody in"
home=$(readlink -f -- "$home") && [[ -d $home ]] || die 3 "$user has no home directory"
"$sshd" -t || die 3 "the present configuration of sshd is not valid; put that right first"

# What holds for this user, Match blocks included.
settings=$("$sshd" -T -C "user=$user,host=localhost,addr=127.0.0.1" 2>/dev/null) || die 3 "the settings of sshd cannot be read"
setting() { sed -n "s/^$1 //p" <<<"$settings"; }
listed() { # SETTING NAME…: does one of the patterns in it match one of the names?
  local pattern name patterns
  read -r -d '' -a patterns < <(setting "$1") || true
  for pattern in "${patterns[@]}"; do
    for name in "${@:2}"; do
      # shellcheck disable=SC2053  # it is a pattern
      if [[ $name == ${pattern%%@*} ]]; then return 0; fi
    done
  done
  return 1
}
read -r -a groups <<<"$(id -nG -- "$user")"
[[ $(setting pubkeyauthentication) == yes ]] || die 3 "sshd accepts no keys at all at present"
[[ " $(setting authenticationmethods) " =~ \ (any|publickey)\  ]] || die 3 "sshd wants more than a key: AuthenticationMethods"
[[ $uid != 0 || $(setting permitrootlogin) =~ ^(yes|without-password|prohibit-password)$ ]] || die 3 "sshd does not let $user in (PermitRootLogin)"
[[ -z $(setting allowusers) ]] || listed allowusers "$user" || die 3 "sshd does not let $user in (AllowUsers)"
[[ -z $(setting allowgroups) ]] || listed allowgroups "${groups[@]}" || die 3 "sshd does not let $user in (AllowGroups)"
! listed denyusers "$user" || die 3 "sshd does not let $user in (DenyUsers)"
! listed denygroups "${groups[@]}" || die 3 "sshd does not let $user in (DenyGroups)"

trusted() { # PATH: may nobody else write it or a directory above it, up to the home?
  local path=$1 owner mode
  [[ $(setting strictmodes) == yes ]] || return 0
  while true; do
    read -r owner mode < <(stat -c '%u %a' -- "$path") || return 1
    [[ $owner == 0 || $owner == "$uid" ]] && (((8#$mode & 8#22) == 0)) || return 1
    [[ $path != "$home" && $path != / ]] || return 0
    path=$(dirname -- "$path")
  done
}
keys=0 distrusted='' restricted=''
read -r -a files <<<"$(setting authorizedkeysfile)"
for path in "${files[@]}"; do
  path=${path//%h/"$home"} path=${path//%u/"$user"} path=${path//%U/"$uid"} path=${path//%%/%}
  [[ $path == /* ]] || path=$home/$path
  path=$(readlink -f -- "$path") && [[ -f $path && -s $path ]] || continue
  # A key with a command opens no shell, one with an end may have reached it, from= wants an address, one of a CA is none by itself.
  found=$(sed -E '/(^|[ ,])(command|expiry-time|from)=|(^|[ ,])cert-authority|ssh-dss /Id' -- "$path" | ssh-keygen -lf - 2>/dev/null) || found=''
  if [[ -z $found ]]; then
    restricted=$path
    continue
  fi
  if trusted "$path"; then keys=$((keys + $(wc -l <<<"$found"))); else distrusted=$path; fi
done
((keys > 0)) || [[ -z $distrusted ]] || die 3 "sshd does not trust $distrusted: others may write it or a directory above (fix-ssh-permissions)"
((keys > 0)) || [[ -z $restricted ]] || die 3 "no key in $restricted opens a session for certain (command=, expiry-time=, from=, cert-authority, DSA)"
((keys > 0)) || die 3 "$user has no authorized SSH key where sshd looks, so nobody may get in afterwards"

effective() { "$sshd" -T 2>/dev/null | grep -iE '^(passwordauthentication|kbdinteractiveauthentication|challengeresponseauthentication) '; }
matches() {
  local found path configs=(/dev/null)
  for path in /etc/ssh/sshd_config "${directory%/}"/*.conf; do
    [[ ! -r $path ]] || configs+=("$path")
  done
  found=$(awk '
    FNR == 1 { block = "" }
    tolower($1) == "match" { block = $0 }
    block != "" && tolower($0) ~ /^[ \t]*(include|(password|kbdinteractive|challengeresponse)authentication[ \t=]+"?yes)/ { print FILENAME ": " block ": " $0 }
  ' "${configs[@]}") || found='(they cannot be read)'
  [[ -z $found ]] || printf 'NOT FOR ALL: below a Match passwords may still be allowed:\n%s\n' "$found"
}
before=$(effective) || die 3 "the settings of sshd cannot be read"
off() { [[ $1 == *'passwordauthentication no'* && $1 != *' yes'* ]]; }
if off "$before"; then
  printf 'nothing to do: by its configuration sshd accepts no passwords; if that is new, reload the service\n'
  matches
  exit 0
fi
unit=''
for candidate in sshd.service ssh.service; do
  if [[ -z $unit && $(systemctl show --property=LoadState --value -- "$candidate" 2>/dev/null) == loaded ]]; then unit=$candidate; fi
done
[[ -n $unit ]] || die 3 "no unit sshd.service or ssh.service on this host"
[[ ! -e $file && ! -L $file ]] || die 3 "$file is there already, without the effect; look at it first"
if $dry_run; then
  printf 'would write %s and reload %s; %s has %d keys\n' "$file" "$unit" "$user" "$keys"
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
if systemctl is-active --quiet -- "$unit"; then
  systemctl reload -- "$unit" || give_up "could not reload $unit"
  for ((try = 0; try < 4; try++)); do # it begins anew, and only then takes its ports
    sleep 0.5
    systemctl is-active --quiet -- "$unit" || give_up "$unit ended at the reload: keep this session open and look at journalctl -u $unit"
  done
fi
printf 'passwords are off: %s, %s\n' "$file" "${after//$'\n'/, }"
matches
printf 'try a new login as %s before you close this session\n' "$user"
