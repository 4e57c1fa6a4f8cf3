#!/usr/bin/env bash
# List the package repositories that a host uses.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-package-repositories [--root DIR]

List the active package sources of apt (both the one-line and the deb822 form) and of yum or dnf,
each with its file and the key that it names, and mark those whose packages are taken without a
signature, by their own options or by the settings of apt, yum or dnf. Sources that are switched off
are counted; files whose names apt passes over are told. Of a list of mirrors on this host (mirror+file:)
the addresses in it are shown, one of a server (mirror+https:) is not fetched. Of several addresses of a repository of yum or
dnf, each on a line of its own, the first is shown. Those of zypper, snap and flatpak are not looked at.

  --root DIR  where the system lies, such as a mounted disk (default /)
  --help      show this text

Exit status: 0 done, 1 some source needs no signature, 2 wrong usage, 3 some file cannot be read, or
another precondition fails.
EOF
}

die() {
  printf 'list-package-repositories: %s\n' "$2" >&2
  exit "$1"
}

root=/
while (($# > 0)); do
  case $1 in
    --root)
      (($# >= 2)) || die 2 "$1 needs a value"
      root=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

for tool in grep sed tail tr sort; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ $root == /* || $root == ./* ]] || root=./$root
root=${root%/}
shown() { # foreign text with control characters is quoted
  if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi
}
shopt -s nullglob
active=0 off=0 unsigned=0 hidden=0 current='' named=''
address() { shown "$(printf '%s\n' "$1" | sed -E 's,(://)[^/@ ]+@,\1...@,g')"; } # a name and password before the host are nobody's business
closed() { # FILE: is it there, and may one not read it?
  [[ -e $1 && ! -r $1 ]] || return 1
  printf '%s: cannot be read\n' "$(shown "${1#"$root"}")"
  hidden=$((hidden + 1))
}
tell() { # TEXT UNSIGNED: an active source of $current
  local note=''
  if [[ $2 == true ]]; then
    note='  NO SIGNATURE NEEDED'
    unsigned=$((unsigned + 1))
  fi
  active=$((active + 1))
  printf '%s: %s%s\n' "$(shown "${current#"$root"}")" "$(address "$1")" "$note"
  named+=" $1"
}

# As apt and dnf read them.
true_word='(yes|true|with|on|enable|1)' false_word='(no|false|without|off|disable|0)'
loose_option="\\[[^]]*(trusted|allow-insecure)=${true_word}[] ]"
read_list() { # the one-line form: deb [options] URI SUITE COMPONENT...
  local line
  while IFS= read -r line || [[ -n $line ]]; do
    line=${line//$'\t'/ }
    if [[ $line =~ ^\ *#\ *deb(-src)?\  ]]; then off=$((off + 1)); fi
    [[ $line =~ ^\ *deb(-src)?\ + ]] || continue
    line=${line%% #*}
    if [[ ${line,,} =~ $loose_option ]]; then tell "$line" true; else tell "$line" false; fi
  done <"$1"
}
read_stanzas() { # deb822: fields with a colon, stanzas with an empty line between them
  local line key='' types='' uris='' suites='' parts='' keys='' enabled=yes loose=false
  while IFS= read -r line || [[ -n $line ]]; do
    [[ $line != '#'* ]] || continue
    if [[ $line =~ ^[[:space:]]*$ ]]; then
      flush
      continue
    fi
    if [[ $line =~ ^([A-Za-z-]+):\ *(.*)$ ]]; then key=${BASH_REMATCH[1],,} line=${BASH_REMATCH[2]}; fi
    case $key in
      types) types+=" $line" ;;
      uris) uris+=" $line" ;;
      suites) suites+=" $line" ;;
      components) parts+=" $line" ;;
      signed-by) if [[ $line == /* ]]; then keys+=" $line"; elif [[ $line == *-----BEGIN* ]]; then keys+=' a key in the file'; fi ;;
      enabled) enabled=${line,,} ;;
      trusted | allow-insecure) [[ ! ${line,,} =~ ^$true_word\ *$ ]] || loose=true ;;
    esac
  done <"$1"
  flush
}
flush() { # the variables are those of read_stanzas
  if [[ -n $uris && $enabled =~ ^$false_word\ *$ ]]; then
    off=$((off + 1))
  elif [[ -n $uris ]]; then
    tell "$(printf '%s\n' "${types# }$uris$suites$parts" | tr -s ' ')${keys:+  signed by$keys}" "$loose"
  fi
  key='' types='' uris='' suites='' parts='' keys='' enabled=yes loose=false
}
read_repo() { # the ini form of yum and dnf
  local line found name='' where='' keys='' enabled=1 check=$checked
  while IFS= read -r line || [[ -n $line ]]; do
    if [[ $line =~ ^\[(.+)\] ]]; then
      found=${BASH_REMATCH[1]}
      finish_repo
      name=$found
    elif [[ $line =~ ^(baseurl|mirrorlist|metalink|enabled|gpgcheck|gpgkey)\ *=\ *(.*)$ ]]; then
      case ${BASH_REMATCH[1]} in
        enabled) enabled=${BASH_REMATCH[2],,} ;;
        gpgcheck) check=${BASH_REMATCH[2],,} ;;
        gpgkey) keys=${BASH_REMATCH[2]} ;;
        *) where=${where:-${BASH_REMATCH[2]}} ;;
      esac
    fi
  done <"$1"
  finish_repo
}
finish_repo() { # the variables are those of read_repo
  if [[ -n $name && $enabled =~ ^$false_word\ *$ ]]; then
    off=$((off + 1))
  elif [[ -n $name && $name != main ]]; then
    if [[ ! $check =~ ^$true_word\ *$ ]]; then
      tell "$name $where" true
    else
      tell "$name $where${keys:+  signed by $keys}" false
    fi
  fi
  name='' where='' keys='' enabled=1 check=$checked
}

# What the repositories say nothing of is set in the section main; without that dnf wants no signature.
checked=0
for file in "$root"/etc/yum.conf "$root"/etc/dnf/dnf.conf; do
  if [[ ! -e $file ]] || closed "$file"; then continue; fi
  checked=$(sed -n -E '/^\[main\]/,/^\[[^m]/s/^gpgcheck *= *([A-Za-z0-9]+).*/\L\1/p' "$file" | tail -n 1)
done
everywhere=0
for file in "$root"/etc/apt/apt.conf "$root"/etc/apt/apt.conf.d/*; do
  if [[ ! -f $file ]] || closed "$file"; then continue; fi
  found=$(grep -iE "^[^/#]*Allow(Unauthenticated|InsecureRepositories)[[:space:]]+\"?$true_word\"?;" "$file") || continue
  everywhere=$((everywhere + 1))
  printf '%s: %s  NO SIGNATURE NEEDED, OF NO SOURCE\n' "$(shown "${file#"$root"}")" "$(shown "${found//$'\n'/ }")"
done
files=0
for file in "$root"/etc/apt/sources.list "$root"/etc/apt/sources.list.d/*.{list,sources} "$root"/etc/yum.repos.d/*.repo; do
  [[ -f $file ]] || continue
  [[ -r $file ]] || die 3 "cannot read $file"
  if [[ $file == */apt/* && ! ${file##*/} =~ ^[A-Za-z0-9_.-]+$ ]]; then
    printf '%s: not read by apt, because of its name\n' "$(shown "${file#"$root"}")"
    continue
  fi
  files=$((files + 1)) current=$file
  case $file in
    *.sources) read_stanzas "$file" ;;
    *.repo) read_repo "$file" ;;
    *) read_list "$file" ;;
  esac
done
while IFS= read -r list; do
  if closed "$root$list"; then continue; fi
  [[ -f $root$list ]] || printf 'mirrors of %s: there is no such file, so apt has none\n' "$(shown "$list")"
  while IFS= read -r line; do printf 'mirror of %s: %s\n' "$(shown "$list")" "$(address "${line//$'\t'/ }")"; done < <(grep -vE '^[[:space:]]*(#|$)' "$root$list" 2>/dev/null)
done < <(printf '%s\n' "$named" | tr ' ' '\n' | sed -n -E 's,^mirror\+file:(//)?,,p' | sort -u)
for other in snap flatpak zypper; do
  [[ ! -x $root/usr/bin/$other ]] || printf 'note: software comes by %s, too; its sources are not among these\n' "$other"
done
((files > 0)) || die 3 "no sources of apt, yum or dnf in ${root:-/}"
printf '%d active sources, %d switched off, %d without a signature\n' "$active" "$off" "$unsigned"
((unsigned + everywhere == 0)) || exit 1
((hidden == 0)) || die 3 "$hidden files that may name mirrors or lift the check of signatures cannot be read: run this as root"
