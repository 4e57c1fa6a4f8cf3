#!/usr/bin/env bash
# List the SSH keys that may log in as a user.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-authorized-keys [--user NAME]

List the keys in the authorized_keys files of one user, or of all users that have a home, with
size, fingerprint, comment and kind. Lines that hold no key are counted. Keys that sshd takes from
elsewhere are not seen; another file or command is told to root, certificates of a CA are not.

  --user NAME  login name, or all (default all)
  --help       show this text

Exit status: 0 done (also when there is none), 1 some file could not be read, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'list-authorized-keys: %s\n' "$2" >&2
  exit "$1"
}

user=all
while (($# > 0)); do
  case $1 in
    --user)
      (($# >= 2)) || die 2 "$1 needs a value"
      user=$2
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
for tool in getent ssh-keygen sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
if [[ $user == all ]]; then
  accounts=$(getent passwd) || die 1 "the accounts cannot be read"
else
  accounts=$(getent passwd -- "$user") || die 3 "no such user: $user"
fi
shown() { # foreign text with control characters is quoted
  if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi
}

# What sshd is told to take from elsewhere would be missed; only root is told.
settings=$(PATH=$PATH:/usr/sbin:/sbin sshd -T 2>/dev/null) || settings=''
read -r -a places <<<"$(sed -n 's/^authorizedkeysfile //p' <<<"$settings")"
for each in "${places[@]}"; do
  [[ $each =~ ^(%h/)?\.ssh/authorized_keys2?$ ]] || printf 'note: sshd also reads %s, which is not looked at\n' "$each" >&2
done
asked=$(sed -n 's/^authorizedkeyscommand //p' <<<"$settings")
[[ -z $asked || $asked == none ]] || printf 'note: sshd also asks %s for keys\n' "$asked" >&2
keys=0 failed=0
declare -A seen=() # homes such as / or /nonexistent are shared by many accounts
while IFS=: read -r name _ _ _ _ home _; do
  [[ $home == /* && -z ${seen[$home]:-} ]] || continue
  seen[$home]=1
  for file in "${home%/}/.ssh/authorized_keys" "${home%/}/.ssh/authorized_keys2"; do
    if [[ ! -f $file ]]; then
      # Without the right to look into .ssh nobody knows whether there is a file.
      if [[ -d ${file%/*} && ! -x ${file%/*} ]]; then
        printf 'cannot look into %s\n' "$(shown "${file%/*}")" >&2
        failed=$((failed + 1))
        break
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
