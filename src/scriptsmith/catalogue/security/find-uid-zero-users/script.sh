#!/usr/bin/env bash
# Find accounts other than root with user id 0.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-uid-zero-users [--file FILE]

List the accounts of the passwd file that are root by their number, whatever their name, with
shell and home; and those of the others whose primary group is 0. There should be one such account,
root. Accounts of a directory service are not in the file. Lines that are malformed are told: some
tools read them otherwise.

  --file FILE  passwd file to look at (default /etc/passwd)
  --help       show this text

Exit status: 0 only root has it, 1 others have it too, or root has not, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'find-uid-zero-users: %s\n' "$2" >&2
  exit "$1"
}

file=/etc/passwd
while (($# > 0)); do
  case $1 in
    --file)
      (($# >= 2)) || die 2 "$1 needs a value"
      file=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $file != -* ]] || file=./$file
command -v stat >/dev/null || die 3 "stat is not installed"
[[ -f $file ]] || die 3 "no such file: $file"
[[ -r $file ]] || die 3 "cannot read $file"

zero=0 root=false malformed=0 group=0
while IFS= read -r line || [[ -n $line ]]; do
  # glibc passes over lines that begin with #.
  [[ -n $line && $line != '#'* ]] || continue
  IFS=: read -r name _ uid gid _ home shell <<<"$line"
  shown=${name:-(no name)}
  [[ $shown != *[[:cntrl:]]* ]] || shown=${shown@Q}
  # 00 and +0 are read as 0 by some.
  if [[ $uid =~ ^[[:space:]+-]*0+$ || $uid =~ ^0[xX]0+$ ]]; then
    zero=$((zero + 1))
    where="home $home, shell ${shell:-/bin/sh}"
    [[ $where != *[[:cntrl:]]* ]] || where=${where@Q}
    if [[ $name == root && $uid == 0 ]]; then
      root=true
      printf 'root: %s\n' "$where"
    else
      printf 'UID 0: %s (written %q): %s\n' "$shown" "$uid" "$where"
    fi
  elif [[ ! $uid =~ ^[0-9]+$ || ! $gid =~ ^[0-9]+$ || $line != *:*:*:*:*:*:* ]]; then
    # + and - at the head of a line belong to NIS.
    [[ $name != [+-]* ]] || continue
    malformed=$((malformed + 1))
    printf 'malformed line: %s\n' "$shown"
  elif ((10#$gid == 0)); then
    group=$((group + 1))
    printf 'note: %s has group 0 as its primary group\n' "$shown"
  fi
done <"$file"

printf '%d accounts with user id 0, %d with group 0, %d malformed lines; %s was last changed %s; accounts of a directory (LDAP, SSSD) are not in it\n' \
  "$zero" "$group" "$malformed" "$file" "$(date -d "@$(stat -c %Z -- "$file")" '+%F %H:%M')"
$root || printf 'NO ACCOUNT root WITH USER ID 0\n'
$root && ((zero == 1 && malformed == 0)) || exit 1
