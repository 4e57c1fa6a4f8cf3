#!/usr/bin/env bash
# Set one mode on all regular files and another on all directories below a directory.
#
# Undo: the former modes are kept in a record file; the script prints the command that restores them.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: set-file-permissions --directory DIR --file-mode MODE --dir-mode MODE [--dry-run]

Give every regular file below DIR one mode, and DIR and every directory below it another. The special
bits of directories (setgid, sticky) stay as they are; files that are setuid or setgid are left alone.
Symbolic links are not followed, and what is mounted below DIR is left alone, as are .ssh and .gnupg
with all that they hold: keys that others may read or write are refused or stolen. The former modes of all that
is changed are recorded in a file in TMPDIR (or /var/tmp).

  --directory DIR   where to change modes; system directories and whole home directories are refused
  --file-mode MODE  three octal digits for files, such as 640; the owner must be able to read
  --dir-mode MODE   three octal digits for directories, such as 750; the owner must be able to enter
  --dry-run         say what would be changed, change nothing
  --help            show this text

Modes that let others write (such as 777) are refused.

Exit status: 0 done, 1 some mode could not be set, 2 wrong usage, 3 a precondition fails.
TEXT
}

die() {
  printf 'set-file-permissions: %s\n' "$2" >&2
  exit "$1"
}

directory='' file_mode='' dir_mode='' dry_run=false
while (($# > 0)); do
  case $1 in
    --directory | --file-mode | --dir-mode)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --directory) directory=$2 ;;
        --file-mode) file_mode=$2 ;;
        --dir-mode) dir_mode=$2 ;;
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

[[ -n $directory ]] || die 2 "--directory is needed"
[[ $file_mode =~ ^0?[4-7][0-7][0-7]$ ]] || die 2 "--file-mode takes a mode such as 640, not '$file_mode'"
[[ $dir_mode =~ ^0?[57][0-7][0-7]$ ]] || die 2 "--dir-mode takes a mode such as 750, not '$dir_mode'"
(((8#$file_mode & 2) == 0 && (8#$dir_mode & 2) == 0)) || die 2 "refused: a mode that lets anyone write"
for tool in find chmod realpath stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -d $directory ]] || die 3 "no such directory: $directory"
root=$(realpath -e -- "$directory")
case $root/ in
  /bin/* | /boot/* | /dev/* | /lib*/* | /proc/* | /run/* | /sbin/* | /sys/* | /usr/bin/* | /usr/lib* | /usr/sbin/*)
    die 2 "refused: $root belongs to the system"
    ;;
  /var/lib/docker/* | /var/lib/containers/* | /var/lib/containerd/* | /var/lib/kubelet/* | */.local/share/containers/* | */.local/share/docker/*)
    die 2 "refused: $root holds the files of containers, whose modes are those of their images"
    ;;
  */.ssh/* | /etc/pam.d/* | /etc/security/* | /etc/ssh/* | /etc/ssl/* | /etc/pki/* | /etc/sudoers.d/*)
    die 2 "refused: wrong modes in $root could lock everyone out"
    ;;
esac
[[ $root =~ ^/.*/ && ! $root =~ ^/(home|usr|var)/[^/]+$ ]] || [[ $root == /var/www ]] ||
  die 2 "refused: $root is too wide, name a directory further down"
[[ -r $root && -x $root ]] || die 3 "cannot read $root"

# The list is complete before the first change; directories come after what they hold (-depth), so
# that a mode which closes one does not stop the rest.
mapfile -d '' -t rows < <(
  find "$root" -ignore_readdir_race -xdev -depth \( -type f -o -type d \) -printf '%y %m %D %p\0' && printf 'complete\0'
)
if ((${#rows[@]} == 0)) || [[ ${rows[-1]} != complete ]]; then
  die 3 "not all of $root could be read, nothing was changed"
fi
unset 'rows[-1]'

record=''
if ! $dry_run; then
  record=$(mktemp -- "${TMPDIR:-/var/tmp}/set-file-permissions.XXXXXX") || die 3 "could not make the record file"
fi

# A directory on which something is mounted belongs to that: find shows it all the same.
device=$(stat -c %d -- "$root") || die 3 "cannot look at $root"
changed=0 special=0 mounted=0 keys=0 images=0 failed=0 lost=0
for row in "${rows[@]}"; do
  kind=${row%% *} row=${row#* }
  mode=${row%% *} row=${row#* }
  on=${row%% *} path=${row#* }
  if [[ $kind == d && $on != "$device" ]]; then
    mounted=$((mounted + 1))
    continue
  fi
  case ${path#"$root"}/ in
    */.ssh/* | */.gnupg/*)
      keys=$((keys + 1))
      continue
      ;;
    */.local/share/containers/* | */.local/share/docker/*)
      images=$((images + 1))
      continue
      ;;
  esac
  if [[ $kind == d ]]; then
    wanted=$((8#$dir_mode | (8#$mode & 8#7000)))
  elif ((8#$mode & 8#6000)); then
    special=$((special + 1))
    continue
  else
    wanted=$((8#$file_mode))
    if ((8#$mode & 8#111 && !(wanted & 8#111))); then lost=$((lost + 1)); fi
  fi
  ((8#$mode != wanted)) || continue
  printf -v wanted '%o' "$wanted"
  shown=$path
  if [[ $path == *[[:cntrl:]]* ]]; then shown=${path@Q}; fi
  if $dry_run; then
    printf 'would change: %s to %s %s\n' "$mode" "$wanted" "$shown"
    changed=$((changed + 1))
    continue
  fi
  if ! printf '%s %s\0' "$mode" "$path" >>"$record"; then
    failed=$((failed + 1))
    break # the disk is full: what was changed until now can be restored
  fi
  # A link put in its place meanwhile must not lead the change elsewhere.
  if [[ ! -L $path ]] && chmod -- "$wanted" "$path" && [[ $(stat -c %a -- "$path") == "$wanted" ]]; then
    changed=$((changed + 1))
  else
    printf 'could not change: %s\n' "$shown" >&2
    failed=$((failed + 1))
  fi
done

if ((mounted > 0)); then printf '%d mounted file systems left alone\n' "$mounted" >&2; fi
if ((keys > 0)); then printf '%d entries of .ssh or .gnupg left alone\n' "$keys" >&2; fi
if ((images > 0)); then printf '%d files of rootless containers left alone\n' "$images" >&2; fi
if ((special > 0)); then printf '%d setuid or setgid files left alone\n' "$special" >&2; fi
word=changed
if $dry_run; then word='would be changed'; fi
if ((lost > 0)); then printf 'note: %d files that can be executed now lose that\n' "$lost" >&2; fi
printf '%d of %d %s, %d failed\n' "$changed" "${#rows[@]}" "$word" "$failed"
if [[ -n $record && ! -s $record ]]; then
  rm -f -- "$record"
elif [[ -n $record ]]; then
  printf -v quoted %q "$record"
  cat <<TEXT
to restore: while IFS= read -r -d '' r; do chmod -- "\${r%% *}" "\${r#* }"; done <$quoted
TEXT
fi
((failed == 0)) || exit 1
