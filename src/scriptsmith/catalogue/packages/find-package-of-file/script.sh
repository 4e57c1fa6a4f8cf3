#!/usr/bin/env bash
# Find which package a file or a command belongs to.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-package-of-file --file FILE

Say which package a file belongs to, with its version, and when that was removed and its configuration
left. A name without a slash is looked
up as a command. Where the file is a link, what it leads to is asked as well, and both names where
/bin is a part of /usr/bin, and then ucf, through which packages make some files of /etc. Any other
file was made by hand, by a script of a package, or by somebody who should not. Snaps are no packages.

  --file FILE  file or command
  --help       show this text

Exit status: 0 a package owns it, 1 none does, or that cannot be told, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'find-package-of-file: %s\n' "$2" >&2
  exit "$1"
}

file=''
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

[[ -n $file ]] || die 2 "--file is required (see --help)"
command -v realpath >/dev/null || die 3 "realpath is not installed"
# Some hosts have the tools of the other kind too: asked is the one that knows of packages.
if command -v dpkg-query >/dev/null && [[ -n $(dpkg-query --show 2>/dev/null) ]]; then
  kind=dpkg
elif command -v rpm >/dev/null; then
  kind=rpm
else
  die 3 "neither dpkg nor rpm with packages is installed"
fi
wanted=$file
if [[ $file != */* && ! -e $file ]]; then
  PATH=$PATH:/usr/sbin:/sbin # where an ordinary user of Debian does not look
  wanted=$(type -P -- "$file") || die 3 "neither a file nor a command on the path: $file"
fi
[[ -e $wanted || -L $wanted ]] || die 3 "no such file: $wanted"

# As given (with an absolute path), then what a link leads to, then both without and with /usr.
given=$(realpath -s -- "$wanted")
full=$(realpath -- "$wanted") || full=$given
names=("$given")
for name in "$full" "${given#/usr}" "/usr${given#/usr}" "${full#/usr}"; do
  [[ " ${names[*]} " == *" $name "* ]] || names+=("$name")
done
listed() { # PATH: what dpkg says of it
  local literal rc=0
  literal=$(printf '%s' "$1" | sed 's/[][*?\\]/\\&/g') || return 2 # these would be read as a pattern
  LC_ALL=C dpkg-query --search -- "$literal" 2>/dev/null || rc=$?
  ((rc < 2)) || printf 'dpkg-query ended with %d\n' "$rc" >&2
  return "$rc"
}
owner() { # PATH: prints PACKAGE VERSION lines
  local answer line package path=$1 by='' origin='' target=''
  if [[ $kind == rpm ]]; then
    # With a database that cannot be read rpm says so, and then that no package owns the file.
    if answer=$(LC_ALL=C rpm --query --file --queryformat '%{NAME} %{VERSION}-%{RELEASE}\n' -- "$1" 2>&1); then
      grep -v '^warning: ' <<<"$answer"
      return
    fi
    [[ $answer == *'error: '* && $answer != *'No such file or directory' ]] || return 1
    printf '%s\n' "${answer//[[:cntrl:]]/ }" >&2
    return 2
  fi
  answer=$(listed "$path") || return "$?"
  while IFS= read -r line; do
    case $line in
      'local diversion from: '*) origin=${line#*from: } ;;
      'diversion by '*' from: '*) by=${line#diversion by } by=${by%% *} origin=${line#*from: } ;;
      'local diversion to: '* | 'diversion by '*' to: '*) target=${line#* to: } ;;
    esac
  done <<<"$answer"
  if [[ $path == "$target" ]]; then # where the file of the package lies that has it under the other name
    path=$origin
    answer=$(listed "$path") || return
  elif [[ $path == "$origin" ]]; then # put there by the package that diverts, or by hand
    [[ -n $by ]] || return 0
    answer="$by: $path" by=''
  fi
  while IFS= read -r line; do
    # "a, b: /path"; a diversion says so in words.
    [[ $line == *": $path" && ! $line =~ ^(local\ )?diversion\  ]] || continue
    for package in ${line%": $path"}; do
      [[ ${package%,} != "$by" ]] || continue
      dpkg-query --show --showformat='${binary:Package} ${Version} ${db:Status-Status}\n' -- "${package%,}" 2>/dev/null |
        sed 's/ installed$//; s/ config-files$/ (removed, its configuration is left)/' || true
    done
  done <<<"$answer"
}

shown=$given
[[ $given != *[[:cntrl:]]* ]] || shown=${given@Q}
[[ $full != /usr/bin/snap || $given == "$full" ]] || die 1 "$shown comes with a snap, and with no package (snap list)"
for name in "${names[@]}"; do
  rc=0
  found=$(owner "$name") || rc=$?
  ((rc < 2)) || die 1 "the database of packages cannot be read"
  [[ -n $found ]] || continue
  note=''
  [[ $name == "$given" ]] || note=" (as $name)"
  while IFS= read -r line; do printf '%s: %s%s\n' "$shown" "$line" "$note"; done <<<"$found"
  exit 0
done
# What scripts of packages make by way of ucf (sshd_config, /etc/default/grub, php.ini) is in no list of dpkg.
if [[ $kind == dpkg ]] && command -v ucfq >/dev/null; then
  by=$(ucfq -w -- "$given" | cut -d : -f 2) || die 1 "ucfq cannot be asked"
  [[ -z $by ]] || { printf '%s: %s (made by its script, as ucf records)\n' "$shown" "$by" && exit 0; }
fi
printf '%s: in the files of no package; a script of one may have made it\n' "$shown"
exit 1
