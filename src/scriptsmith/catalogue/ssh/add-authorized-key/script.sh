#!/usr/bin/env bash
# Add a public SSH key to the authorized keys of a user.
#
# Undo: remove-authorized-key with the fingerprint that it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: add-authorized-key --user NAME --key-file FILE [--dry-run]

Let the owner of a public key log in as a user: the key of a .pub file is added to the user's
authorized_keys, unless it is there already. Owner and modes are set as sshd demands them. A
private key, a file with several keys, and a line with options are refused, and so is a user whose
keys sshd reads elsewhere (AuthorizedKeysFile) or does not take, which it tells root only. That
AllowUsers and the like restrict who may log in is told, not whether the user is among them.

  --user NAME      login name that the key may log in as
  --key-file FILE  file with one public key
  --dry-run        say what would be done, change nothing
  --help           show this text

Exit status: 0 the key is there, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'add-authorized-key: %s\n' "$2" >&2
  exit "$1"
}

user='' key_file='' dry_run=false
while (($# > 0)); do
  case $1 in
    --user | --key-file)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --user) user=$2 ;;
        --key-file) key_file=$2 ;;
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
[[ -n $key_file ]] || die 2 "--key-file is required (see --help)"
[[ $user =~ ^[A-Za-z_][A-Za-z0-9_.-]{0,31}$ ]] || die 2 "--user takes a login name, not '$user'"
[[ $key_file != -* ]] || key_file=./$key_file
for tool in getent ssh-keygen stat sed setpriv tee; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -f $key_file && -r $key_file ]] || die 3 "cannot read $key_file"
entry=$(getent passwd -- "$user") || die 3 "no such user: $user"
IFS=: read -r _ _ uid gid _ home shell <<<"$entry"
[[ $home == /?* && -d $home ]] || die 3 "$user has no home directory ($home)"
me=$(id -u)
[[ $me == 0 || $me == "$uid" ]] || die 3 "this needs root, or $user"

mapfile -t lines < <(grep -vE '^[[:space:]]*(#|$)' -- "$key_file")
((${#lines[@]} == 1)) || die 3 "$key_file must hold exactly one public key, and holds ${#lines[@]} lines"
line=${lines[0]%$'\r'}
read -r kind blob comment <<<"$line"
[[ $kind =~ ^(ssh-|ecdsa-|sk-)[a-zA-Z0-9@.-]+$ ]] || die 3 "$key_file holds no plain public key (a private key, or options before it)"
[[ $line != *[[:cntrl:]]* ]] || die 3 "$key_file holds control characters"
print=$(ssh-keygen -lf - <<<"$kind $blob $comment" 2>/dev/null) || die 3 "$key_file holds no valid public key"
[[ $kind != ssh-dss ]] || die 3 "DSA keys are refused by every sshd of today"

directory=${home%/}/.ssh file=${home%/}/.ssh/authorized_keys
# As root, following a link that the user laid would write anywhere.
for path in "$directory" "$file"; do
  [[ ! -L $path ]] || die 3 "$path is a link; add the key by hand"
done
[[ ! -e $file || -f $file ]] || die 3 "$file is no regular file"
# Where sshd reads keys, and whether it takes any, only root may ask it.
PATH=$PATH:/usr/sbin:/sbin
if [[ $me == 0 ]] && command -v sshd >/dev/null; then
  if settings=$(sshd -T -C "user=$user,host=localhost,addr=127.0.0.1" 2>/dev/null); then
    settings=$'\n'$settings$'\n'
    [[ $settings != *$'\npubkeyauthentication no\n'* ]] || die 3 "sshd takes no keys of $user (PubkeyAuthentication no)"
    [[ $uid != 0 || ($settings != *$'\npermitrootlogin no\n'* && $settings != *$'\npermitrootlogin forced-commands-only\n'*) ]] ||
      die 3 "sshd does not let $user log in (PermitRootLogin no or forced-commands-only)"
    read_from=$(sed -n 's/^authorizedkeysfile //p' <<<"$settings")
    read_from=${read_from//%u/$user} read_from=${read_from//%h/${home%/}}
    [[ " $read_from " == *' .ssh/authorized_keys '* || " $read_from " == *" $file "* ]] ||
      die 3 "sshd reads the keys of $user from ${read_from:-nowhere}, not from $file: add the key there by hand"
    limits=$(sed -nE 's/^((allow|deny)(users|groups)) /\1 /p' <<<"$settings")
    [[ -z $limits ]] || printf 'warning: sshd does not let everybody in, look whether it lets in %s: %s\n' "$user" "${limits//$'\n'/, }" >&2
  else
    printf 'note: sshd does not tell its settings, so whether it reads %s is not known\n' "$file" >&2
  fi
elif [[ $me != 0 ]]; then
  printf 'note: only root may ask sshd, so whether it reads %s is not known\n' "$file" >&2
fi
present() { [[ -f $file ]] && grep -qE -- "^[[:space:]]*${kind}[[:space:]]+${blob//+/\\+}([[:space:]]|\$)" "$file"; }
restricted() { # does it stand behind options? They may run one command only, name addresses, or have ended
  [[ -f $file ]] && grep -qE -- "^[[:space:]]*[^#[:space:]].*[[:space:]]${blob//+/\\+}([[:space:]]|\$)" "$file"
}

closed() { # do owner or mode of the folder or the file keep sshd from reading it as the user?
  local path facts
  for path in "$directory" "$file"; do
    facts=$(stat -c '%u %a' -- "$path") || return 0
    (((8#${facts#* } & 8#022) == 0)) || return 0
    case ${facts% *} in
      "$uid") ;;
      0) (((8#${facts#* } & 8#004) != 0)) || return 0 ;;
      *) return 0 ;;
    esac
  done
  return 1
}
as_user() { if [[ $me == 0 && $uid != 0 ]]; then setpriv --reuid "$uid" --regid "$gid" --clear-groups "$@"; else "$@"; fi; }
settle() { # owner and modes as sshd demands them; in the folder itself, as a link in its place would lead elsewhere
  local path
  { cd -P -- "$directory" && [[ $PWD == "$(realpath -e -- "$home")/.ssh" ]]; } || die 1 "$directory was replaced meanwhile, nothing was written; look who did that"
  for path in . authorized_keys; do
    [[ -e $path || -L $path ]] || continue
    if [[ $me == 0 ]]; then chown -h -- "$uid:$gid" "$path"; fi
    as_user chmod go-w -- "$path" # as the user, whom a link laid meanwhile leads to nothing more
    if command -v restorecon >/dev/null; then restorecon -- "$path" || true; fi # SELinux keeps sshd from files of another type
  done
}

facts=$(stat -L -c '%u %a' -- "$home") || die 1 "cannot look at $home"
[[ ${facts% *} == 0 || ${facts% *} == "$uid" ]] || printf 'warning: %s does not belong to %s, so sshd may ignore the key\n' "$home" "$user" >&2
(((8#${facts#* } & 8#022) == 0)) || printf 'warning: %s is writable by others (mode %s), so sshd may ignore the key\n' "$home" "${facts#* }" >&2
case $shell in
  */nologin | */false) printf 'warning: the shell of %s is %s, no session will open\n' "$user" "$shell" >&2 ;;
esac
if present && closed; then
  if $dry_run; then
    printf 'would set owner and modes of %s, in which the key stands: %s\n' "$file" "$print"
    exit 0
  fi
  settle
  ! closed || die 1 "the key stands in $file, and its owner or mode keeps sshd from it"
  printf 'owner and modes of %s are set, the key in it may log in as %s: %s\n' "$file" "$user" "$print"
  exit 0
fi
if present; then
  printf 'nothing to do: the key stands among those of %s already: %s\n' "$user" "$print"
  exit 0
fi
if restricted; then
  die 3 "the key stands in $file with options that restrict it: look at that line"
fi
if $dry_run; then
  printf 'would let log in as %s: %s\n' "$user" "$print"
  exit 0
fi
umask 077
mkdir -p -- "$directory"
settle
{
  # A last line without its end would swallow the new one.
  if [[ -s $file && -n $(tail -c 1 -- "$file") ]]; then printf '\n'; fi
  printf '%s %s%s\n' "$kind" "$blob" "${comment:+ $comment}"
} | as_user tee -a authorized_keys >/dev/null || die 1 "could not write to $file"
settle
present || die 1 "the key is not in $file"
printf 'added for %s: %s\n' "$user" "$print"
