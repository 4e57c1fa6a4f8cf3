#!/usr/bin/env bash
# Show who may access a file: its ACL and the way to it.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-file-acl --path FILE

Show the access control list of a file or directory with the rights that count after the mask, and
mode, owner and access list of each directory on the way to it, symbolic links and the way to what
they name included, since one directory without x for somebody is enough to keep them out. SELinux,
AppArmor, file systems mounted read-only and the lists that the server of a network file system keeps
(NFSv4, Windows) are not looked at; that it is one is told.

  --path FILE  file or directory
  --help       show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-file-acl: %s\n' "$2" >&2
  exit "$1"
}

path=''
while (($# > 0)); do
  case $1 in
    --path)
      (($# >= 2)) || die 2 "$1 needs a value"
      path=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $path ]] || die 2 "--path is required (see --help)"
[[ $path != -* ]] || path=./$path
for tool in getfacl realpath readlink stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -e $path ]] || die 3 "no such file (or a directory on the way is closed to you): $path"
full=$(realpath -e -- "$path")
shown() { # foreign text with control characters is quoted
  if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi
}

declare -A told=()
place() { # PATH: mode and owner, and of a directory on the way its list, if it has one, once
  local named line
  [[ -z ${told[$1]-} ]] || return 0
  told[$1]=yes
  printf '  %s  %s%s\n' "$(stat -c '%A %U:%G' -- "$1")" "$(shown "$1")" "${2:+ -> $(shown "$2")}"
  [[ $1 != "$full" && -z ${2-} ]] || return 0
  named=$(getfacl --absolute-names --all-effective --skip-base --access --omit-header -- "$1" 2>/dev/null) || named='its list cannot be read'
  while IFS= read -r line; do
    case $line in # the mode shows the mask in place of what the group may
      [ug]*:[!:]*:* | group::* | mask::* | its*) printf '    %s\n' "$(shown "${line//$'\t'/ }")" ;;
    esac
  done <<<"$named"
}
# The way from / to the file itself, as it was given, link by link.
printf 'the way to it:\n'
rest=$path here=/ links=0
[[ $path == /* ]] || rest=$(pwd -P)/$path
place /
while [[ -n $rest ]]; do
  part=${rest%%/*}
  if [[ $rest == */* ]]; then rest=${rest#*/}; else rest=''; fi
  case $part in
    '' | .) ;;
    ..) here=${here%/*} here=${here:-/} ;;
    *)
      next=${here%/}/$part
      if [[ -L $next ]]; then
        ((++links <= 40)) || die 1 "more than 40 symbolic links lead to it"
        target=$(readlink -- "$next") || die 1 "cannot read the link $next"
        place "$next" "$target"
        rest=$target${rest:+/$rest}
        [[ $target != /* ]] || here=/
      else
        place "$next"
        here=$next
      fi
      ;;
  esac
done

acl=$(getfacl --absolute-names --all-effective -- "$full" 2>&1) || die 1 "the list cannot be read: ${acl##*$'\n'}"
extended=0
printf 'access list:\n'
while IFS= read -r line; do
  case $line in
    '# file:'* | '') continue ;;
    user:[!:]* | group:[!:]* | default:*) extended=$((extended + 1)) ;;
  esac
  printf '  %s\n' "$(shown "${line//$'\t'/ }")"
done <<<"$acl"
printf '%s entries beyond the mode (not looked at: SELinux, AppArmor, read-only mounts, and what systemd hides from a service)\n' "${extended/#0/no}"
system=$(stat -f -c %T -- "$full") || system=unknown
case $system in
  nfs* | cifs | smb* | fuse* | afs | v9fs | 9p) printf 'note: it lies on a file system of kind %s, whose server may keep a list of its own that is not shown\n' "$system" ;;
esac
