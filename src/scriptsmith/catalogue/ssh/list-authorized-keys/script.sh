#!/usr/bin/env bash
# List the SSH keys that may log in as a user.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-authorized-keys [--user NAME] [--home-root DIR]

List the keys by which one user may log in, or all that have a home, with size, fingerprint,
comment and kind. They are looked for where sshd does by its settings for that user, which it tells
only root, else in ~/.ssh/authorized_keys and authorized_keys2. Lines that hold no key are counted. A
command that sshd asks for keys is named; what that knows, and certificates of a CA, are not seen.
Whether sshd lets the user in at all (PermitRootLogin, AllowUsers) is not judged.

  --user NAME      login name, or all (default all)
  --home-root DIR  where homes lie of accounts that are not listed, of a directory service (default
                   /home)
  --help           show this text

Exit status: 0 done (also when there is none), 1 some file could not be read, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'list-authorized-keys: %s\n' "$2" >&2
  exit "$1"
}

user=all home_root=/home
while (($# > 0)); do
  case $1 in
    --user | --home-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --user) user=$2 ;;
        --home-root) home_root=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $user =~ ^[A-Za-z_][A-Za-z0-9_.-]{0,31}$ ]] || die 2 "--user takes a login name, not '$user'"
for tool in getent ssh-keygen sed stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
if [[ $user == all ]]; then
  accounts=$(getent passwd) || die 1 "the accounts cannot be read"
  # Accounts of a directory service are often not listed, yet known by number, and have a home.
  shopt -s nullglob
  for home in "$home_root"/* "$home_root"/*/*; do
    [[ -d $home && ! -L $home && $accounts != *:"$home":* && $accounts != *:"${home%/*}":* ]] || continue
    entry=$(getent passwd -- "$(stat -c %u -- "$home")") || continue
    [[ $entry != *:"$home":* ]] || accounts+=$'\n'$entry
  done
else
  accounts=$(getent passwd -- "$user") || die 3 "no such user: $user"
fi
shown() { # foreign text with control characters is quoted
  if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi
}

told=''
places_of() { # NAME: sets places, where sshd looks for the keys of that user; it tells only root
  local settings asked='' note=''
  settings=$(PATH=$PATH:/usr/sbin:/sbin sshd -T -C "user=$1,host=localhost,addr=127.0.0.1" 2>/dev/null) || settings=''
  read -r -a places <<<"$(sed -n 's/^authorizedkeysfile //p' <<<"$settings")"
  if ((${#places[@]} == 0)); then
    [[ $(id -u) != 0 ]] || note='note: sshd does not tell its settings; only ~/.ssh is looked at'
    places=(.ssh/authorized_keys .ssh/authorized_keys2)
  fi
  asked=$(sed -nE '/ none$/d; s/^authorizedkeyscommand (.*)/note: sshd also asks \1 for keys/p; s/^trustedusercakeys (.*)/note: sshd also accepts certificates signed by the CA in \1/p' <<<"$settings")
  note=${asked:-$note}
  [[ -z $note || $told == *"$note"* ]] || printf '%s\n' "$note" >&2
  told+=$note
}
files_of() { # NAME UID HOME: sets files, where the keys of that account may lie
  local place
  files=()
  for place in "${places[@]}"; do
    place=${place//%h/"${3%/}"} place=${place//%u/"$1"} place=${place//%U/"$2"} place=${place//%%/%}
    [[ $place == /* ]] || place=${3%/}/$place
    files+=("$place")
  done
}
hidden() { # FILE: may nobody tell whether it is there, since a directory above it cannot be entered?
  local path=${1%/*}
  while [[ -n $path && ! -d $path ]]; do path=${path%/*}; done
  [[ -n $path && ! -x $path ]]
}
# Blocks of Match may have other places for some users; without any, one answer holds for all.
each=false
[[ $user != all ]] || ! grep -qsiE '^[[:space:]]*match[[:space:]]' /etc/ssh/sshd_config /etc/ssh/sshd_config.d/*.conf || each=true
if [[ $user == all ]]; then places_of root; else places_of "$user"; fi
keys=0 failed=0
declare -A seen=() # homes such as / or /nonexistent are shared by many accounts
while IFS=: read -r name _ uid _ _ home _; do
  [[ $home == /* ]] || continue
  ! $each || places_of "$name"
  files_of "$name" "$uid" "$home"
  for file in "${files[@]}"; do
    [[ -z ${seen[$file]:-} ]] || continue
    seen[$file]=1
    if [[ ! -f $file ]]; then
      if hidden "$file"; then
        printf 'cannot see whether there is a %s\n' "$(shown "$file")" >&2
        failed=$((failed + 1))
      fi
      continue
    fi
    if ! lines=$(grep -cvE '^[[:space:]]*(#|$)' -- "$file" 2>/dev/null) && [[ $lines != 0 ]]; then
      printf 'cannot read %s\n' "$(shown "$file")" >&2
      failed=$((failed + 1))
      continue
    fi
    found=0
    while IFS= read -r line; do
      [[ -n $line ]] || continue
      printf '%s  %s  (%s)\n' "$name" "$(shown "$line")" "$(shown "$file")"
      found=$((found + 1))
    done <<<"$(ssh-keygen -lf "$file" 2>/dev/null || true)"
    keys=$((keys + found))
    ((found == lines)) || printf 'warning: %s holds %d lines that are no key\n' "$(shown "$file")" "$((lines - found))" >&2
  done
done <<<"$accounts"
printf '%d keys may log in%s\n' "$keys" "$([[ $user == all ]] || printf ' as %s' "$user")"
((failed == 0)) || die 1 "$failed files or directories could not be read (run this as root)"
