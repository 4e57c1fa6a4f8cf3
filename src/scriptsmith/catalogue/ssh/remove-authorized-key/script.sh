#!/usr/bin/env bash
# Remove one SSH key from the authorized keys of a user.
#
# Undo: move the copy of each file, which it names, back.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: remove-authorized-key --user NAME --key TEXT [--dry-run]

Take one key out of a user's authorized keys, so that it logs in no longer: out of ~/.ssh and, as
root, out of each other file in which sshd looks for keys of that user. The key is named by its
fingerprint (SHA256:...), by its whole comment or by the line of its .pub file, and must be one key
only; it may stand on several lines. A Match block for some addresses is not looked at. Sessions that
are open stay. What is removed is printed, and a copy of each file is kept beside it. A command that
sshd asks for keys is named; it may still hold the key, and so may a certificate of a CA.

  --user NAME  login name
  --key TEXT   fingerprint, whole comment or public line of the key
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
[[ ! $key =~ ^(MD5:)?([0-9a-fA-F]{2}:){15}[0-9a-fA-F]{2}$ ]] || die 2 "--key takes a fingerprint of the form SHA256:..., not MD5 (ssh-keygen -lf shows it)"
for tool in getent ssh-keygen stat mktemp sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
entry=$(getent passwd -- "$user") || die 3 "no such user: $user"
IFS=: read -r _ _ uid _ _ home _ <<<"$entry"
me=$(id -u)
[[ $me == 0 || $me == "$uid" ]] || die 3 "this needs root, or $user"
shown() { # foreign text with control characters is quoted
  if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi
}

# Where sshd looks for keys of this user, who may have a Match block of its own; it tells only root.
settings=$(PATH=$PATH:/usr/sbin:/sbin sshd -T -C "user=$user,host=localhost,addr=127.0.0.1,laddr=127.0.0.1,lport=22" 2>/dev/null) || settings=''
read -r -a places <<<"$(sed -n 's/^authorizedkeysfile //p' <<<"$settings")"
[[ $me != 0 || -n $settings ]] || printf 'note: sshd does not tell its settings; only ~/.ssh is looked at\n' >&2
places+=(.ssh/authorized_keys .ssh/authorized_keys2)
sed -nE '/ none$/d; s/^authorizedkeyscommand (.*)/note: sshd also asks \1 for keys/p; s/^trustedusercakeys (.*)/note: sshd also accepts certificates signed by the CA in \1/p' <<<"$settings" >&2
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
files_of "$user" "$uid" "$home"

key=${key%"${key##*[![:blank:]]}"}
if print=$(ssh-keygen -lf - <<<"$key" 2>/dev/null); then key=${print#* } key=${key%% *}; fi # a public line
if [[ $key == SHA256:* ]]; then key=${key%%=*}; fi # some libraries pad it
# Each line is shown to ssh-keygen alone, so that a fingerprint belongs to its line.
declare -A seen=()
kept=() fingerprint='' left=0 others=()
for file in "${files[@]}"; do
  [[ -z ${seen[$file]:-} ]] || continue
  seen[$file]=1
  for path in "${file%/*}" "$file"; do
    [[ ! -L $path ]] || die 3 "$path is a link; do it by hand"
  done
  ! hidden "$file" || die 3 "cannot see whether there is a $file"
  [[ -e $file ]] || continue
  [[ -f $file && -r $file ]] || die 3 "cannot read $file"
  hits=0
  mapfile -t lines <"$file"
  for line in "${lines[@]}"; do
    [[ $line =~ ^[[:space:]]*(#|$) ]] && continue
    line=${line%"${line##*[![:space:]]}"} # the end may be a CR
    print=$(ssh-keygen -lf - <<<"$line" 2>/dev/null) || continue
    this=${print#* } this=${this%% *}
    comment=${print#* * } comment=${comment% (*} written=$comment # in some locales not as it is written
    if [[ $line =~ [[:space:]]AAAA[A-Za-z0-9+/=]+[[:space:]]+(.*)$ ]]; then written=${BASH_REMATCH[1]}; fi
    if [[ $key == "$this" || $key == "$comment" || $key == "$written" ]]; then
      [[ -z $fingerprint || $fingerprint == "$this" ]] || die 3 "several keys match '$key'; name one by its fingerprint"
      fingerprint=$this what=$print hits=$((hits + 1))
    else
      left=$((left + 1)) others+=("$print")
    fi
  done
  ((hits == 0)) || kept+=("$file")
done
if ((${#kept[@]} == 0)); then
  for print in ${others[@]+"${others[@]}"}; do printf 'another key: %s\n' "$(shown "$print")"; done
  if [[ $key == SHA256:* && ${#key} -ne 50 ]]; then die 3 "$key is not a whole fingerprint, which has 43 characters after SHA256:, so it cannot be told whether $user has that key"; fi
  printf 'nothing to do: no such key among the %d of %s: %s\n' "$left" "$user" "$key"
  exit 0
fi
for file in "${kept[@]}"; do
  [[ -w ${file%/*} ]] || die 3 "cannot write in ${file%/*}; this needs root"
done
if $dry_run; then
  for file in "${kept[@]}"; do printf 'would remove from %s: %s\n' "$file" "$(shown "$what")"; done
  exit 0
fi

new='' stamp=$(printf '%(%Y%m%dT%H%M%S)T' -1)-$$
trap '[[ -z $new ]] || rm -f -- "$new"' EXIT
set -o noclobber # whoever owns the directory may lay a link there: nothing is opened that is there already
for file in "${kept[@]}"; do
  cp -p --remove-destination -- "$file" "$file.before-$stamp" || die 1 "could not keep a copy of $file"
  new=$(mktemp --dry-run -- "$file.XXXXXX") || die 1 "could not write in ${file%/*}"
  { exec {out}>"$new"; } 2>/dev/null || die 1 "could not write $new"
  mapfile -t lines <"$file"
  for line in "${lines[@]}"; do
    if [[ ! $line =~ ^[[:space:]]*(#|$) ]] && print=$(ssh-keygen -lf - <<<"${line%$'\r'}" 2>/dev/null); then
      this=${print#* }
      [[ ${this%% *} != "$fingerprint" ]] || continue
    fi
    printf '%s\n' "$line"
  done >&"$out"
  chmod --reference="$file" "/proc/self/fd/$out"
  if [[ $me == 0 ]]; then chown --reference="$file" "/proc/self/fd/$out"; fi
  exec {out}>&-
  mv -fT -- "$new" "$file" || die 1 "could not write $file"
  if ssh-keygen -lf "$file" 2>/dev/null | grep -qF -- "$fingerprint"; then
    die 1 "the key is still in $file"
  fi
  printf 'removed from %s: %s\n' "$file" "$(shown "$what")"
  printf 'the former file is %s; sessions that are open go on\n' "$file.before-$stamp"
done
((left > 0)) || printf 'warning: no key is left, %s can log in by password only, if at all\n' "$user" >&2
