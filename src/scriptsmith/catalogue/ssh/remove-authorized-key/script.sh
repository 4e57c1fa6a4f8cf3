#!/usr/bin/env bash
# Remove one SSH key from the authorized keys of a user.
#
# Undo: add the line that it prints to the file again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: remove-authorized-key --user NAME --key TEXT [--dry-run]

Take one key out of a user's authorized_keys, so that it logs in no longer. The key is named by
its fingerprint (SHA256:...) or by its whole comment, and must be one key only. Sessions that are
open stay. The removed line is printed, and a copy of the file is kept beside it.

  --user NAME  login name
  --key TEXT   fingerprint or whole comment of the key
  --dry-run    say what would be done, change nothing
  --help       show this text

Exit status: 0 the key is not there (any more), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'remove-authorized-key: %s\n' "$2" >&2
  exit "$1"
}

user='' key='' dry_run=false
while (($# > 0)); do
  case $1 in
    --user | --key)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --user) user=$2 ;;
        --key) key=$2 ;;
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
[[ -n $key ]] || die 2 "--key is required (see --help)"
[[ $user =~ ^[A-Za-z_][A-Za-z0-9_.-]{0,31}$ ]] || die 2 "--user takes a login name, not '$user'"
[[ $key != *[[:cntrl:]]* ]] || die 2 "--key takes a fingerprint or a comment without control characters"
for tool in getent ssh-keygen stat mktemp; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
entry=$(getent passwd -- "$user") || die 3 "no such user: $user"
IFS=: read -r _ _ uid _ _ home _ <<<"$entry"
me=$(id -u)
[[ $me == 0 || $me == "$uid" ]] || die 3 "this needs root, or $user"
directory=${home%/}/.ssh file=${home%/}/.ssh/authorized_keys
for path in "$directory" "$file"; do
  [[ ! -L $path ]] || die 3 "$path is a link; do it by hand"
done
if [[ ! -f $file ]]; then
  printf 'nothing to do: %s has no authorized_keys\n' "$user"
  exit 0
fi
[[ -r $file ]] || die 3 "cannot read $file"

# Each line is shown to ssh-keygen alone, so that a fingerprint belongs to its line.
mapfile -t lines <"$file"
hit=-1 hits=0 left=0
for i in "${!lines[@]}"; do
  [[ ${lines[i]} =~ ^[[:space:]]*(#|$) ]] && continue
  print=$(ssh-keygen -lf - <<<"${lines[i]}" 2>/dev/null) || continue
  fingerprint=${print#* } fingerprint=${fingerprint%% *}
  comment=${print#* * } comment=${comment% (*}
  if [[ $key == "$fingerprint" || $key == "$comment" ]]; then
    hit=$i hits=$((hits + 1))
    what=$print
  else
    left=$((left + 1))
  fi
done
if ((hits == 0)); then
  printf 'nothing to do: no such key among the %d of %s: %s\n' "$left" "$user" "$key"
  exit 0
fi
((hits == 1)) || die 3 "$hits keys match '$key'; name one by its fingerprint"
[[ ${what@Q} != \$* ]] || what=${what@Q}
if $dry_run; then
  printf 'would remove from %s: %s\n' "$file" "$what"
  exit 0
fi

new=$(mktemp -- "$file.XXXXXX")
trap 'rm -f -- "$new"' EXIT
cp -p -- "$file" "$file.before" || die 1 "could not keep a copy of $file"
for i in "${!lines[@]}"; do
  ((i == hit)) || printf '%s\n' "${lines[i]}"
done >"$new"
chmod --reference="$file" -- "$new"
if [[ $me == 0 ]]; then chown --reference="$file" -- "$new"; fi
mv -f -- "$new" "$file" || die 1 "could not write $file"
if ssh-keygen -lf "$file" 2>/dev/null | grep -qF -- "$(cut -d ' ' -f 2 <<<"$what")"; then
  die 1 "the key is still in $file"
fi
printf 'removed from %s: %s\n' "$file" "$what"
printf 'the former file is %s\n' "$file.before"
((left > 0)) || printf 'warning: no key is left, %s can log in by password only, if at all\n' "$user" >&2
