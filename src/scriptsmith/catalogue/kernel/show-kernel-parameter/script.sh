#!/usr/bin/env bash
# Show the value of a kernel parameter that is in force, and every file that sets it at boot.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-kernel-parameter --key NAME [--root DIR]

Print the value of the kernel parameter KEY and each line in sysctl.conf and the sysctl.d
directories that sets it, in the order in which they are read: the last one wins, and one that
names it before a pattern (net.ipv4.conf.*.rp_filter). When that differs from the value in force, it
is said: a reboot would change it. Where systemd runs, an /etc/sysctl.conf to which no link leads is
not read at boot. What programs (tuned, a container engine, ufw) set later is not known.

  --key NAME  name of the parameter, such as vm.max_map_count
  --root DIR  work below this directory instead of /
  --help      show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-kernel-parameter: %s\n' "$2" >&2
  exit "$1"
}

key='' root=''
while (($# > 0)); do
  case $1 in
    --key | --root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --key) key=$2 ;;
        --root) root=$2 ;;
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

[[ -n $key ]] || die 2 "--key is needed (see --help)"
[[ $key =~ ^[a-z0-9][A-Za-z0-9_:@-]{0,60}([.][A-Za-z0-9_:@-]{1,60}){1,8}$ ]] || die 2 "--key takes the whole name of a kernel parameter, such as vm.swappiness, not '$key'"
command -v sysctl >/dev/null || die 3 "sysctl is not installed"
value=$(sysctl --values -- "$key") || die 3 "no kernel parameter $key on this host"
value=${value//[[:space:]]/ }
printf '%s = %s\n' "$key" "$value"

# A file of the same name in an earlier directory replaces one in a later; then all are read by name.
shopt -s nullglob
declare -A file_of=()
unseen=()
for directory in /etc/sysctl.d /run/sysctl.d /usr/local/lib/sysctl.d /usr/lib/sysctl.d /lib/sysctl.d; do
  [[ ! -d $root$directory || -r $root$directory ]] || unseen+=("$root$directory")
  for file in "$root$directory"/*.conf; do
    file_of[${file##*/}]=${file_of[${file##*/}]:-$file}
  done
done
names=()
if ((${#file_of[@]} > 0)); then mapfile -t names < <(printf '%s\n' "${!file_of[@]}" | LC_ALL=C sort); fi
files=()
for name in ${names[@]+"${names[@]}"}; do files+=("${file_of[$name]}"); done
# systemd reads sysctl.conf only through a link in sysctl.d; elsewhere it comes last, by sysctl --system.
unread=''
if [[ -e $root/etc/sysctl.conf ]]; then
  for file in ${files[@]+"${files[@]}"}; do
    if [[ $file -ef $root/etc/sysctl.conf ]]; then unread=no; fi
  done
  if [[ -z $unread ]]; then
    [[ ! -d $root/run/systemd/system ]] || unread=$root/etc/sysctl.conf
    files+=("$root/etc/sysctl.conf")
  fi
fi
last='' broad='' apart=false
for file in ${files[@]+"${files[@]}"}; do
  [[ -r $file ]] || { unseen+=("$file") && continue; }
  while IFS= read -r line || [[ -n $line ]]; do
    # "-KEY" alone takes it out of what patterns set.
    if [[ $line =~ ^[[:space:]]*-[[:space:]]*([A-Za-z0-9_./:@-]+)[[:space:]]*$ && ${BASH_REMATCH[1]//\//.} == "$key" ]]; then apart=true; fi
    [[ $line =~ ^[[:space:]]*-?[[:space:]]*([A-Za-z0-9_./:@*?-]+)[[:space:]]*=[[:space:]]*(.*)$ ]] || continue
    name=${BASH_REMATCH[1]} set=${BASH_REMATCH[2]}
    # net/ipv4/ip_forward is another way to write it, and net.ipv4.conf.*.rp_filter names many.
    # shellcheck disable=SC2053  # a pattern
    [[ $name == "$key" || ${name//\//.} == "$key" || ($name == *[*?]* && $key == ${name//\//.}) ]] || continue
    set=${set%"${set##*[![:space:]]}"}
    if [[ $file == "$unread" ]]; then
      printf 'NOT READ AT BOOT by systemd (no link in sysctl.d leads to it): set to "%s" in %s\n' "${set//[[:cntrl:]]/ }" "$file"
      continue
    fi
    printf 'set to "%s" in %s%s\n' "${set//[[:cntrl:]]/ }" "$file" "$(if [[ $name == *[*?]* ]]; then printf ' (%s)' "$name"; fi)"
    if [[ $name == *[*?]* ]]; then broad=${set//[[:space:]]/ }; else last=${set//[[:space:]]/ }; fi
  done <"$file"
done
# What names it goes before what names many.
if [[ -z $last ]] && ! $apart; then last=$broad; fi
if ((${#unseen[@]} > 0)); then
  printf 'NOT KNOWN what a boot sets: these cannot be read (run as root): %s\n' "${unseen[*]}"
elif [[ -z $last ]]; then
  printf 'no file sets it: after a boot it has the default of the kernel, unless a program sets it\n'
elif [[ $last == "$value" ]]; then
  printf 'the value in force is the configured one\n'
else
  printf 'DIFFERS: a boot would set it to %s\n' "${last//[[:cntrl:]]/ }"
fi
if [[ $last != "$value" ]]; then
  printf 'note: what programs set when they start (Docker, Kubernetes, tuned, ufw) is not looked at\n'
fi
