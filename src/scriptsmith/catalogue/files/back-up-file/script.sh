#!/usr/bin/env bash
# Copy one file under a name with the time in it, and verify the copy by its checksum.
#
# Undo: delete the copy. To restore: cp --preserve=all COPY FILE
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: back-up-file --file FILE [--directory DIR] [--dry-run]

Copy FILE to DIR/NAME.YYYYMMDDThhmmssZ.bak with its mode and times, as root with its owner too, and
compare the SHA-256 sums of both. A symbolic link is followed, and that is said where the copy then lies elsewhere; so
is a place in memory. When DIR already has such a copy with the same contents and mode, nothing is
copied. Refused is a directory of which every file is read, where the copy would come
into force beside the original: kubernetes/manifests, pod-manifests, cron.d, cron.daily
and its like, interfaces.d, dnsmasq.d, sites-enabled, NetworkManager/system-connections, monit, incron.d.

  --file FILE      the file to copy
  --directory DIR  where to put the copy; "." (the default) means beside FILE
  --dry-run        say what would be copied, change nothing
  --help           show this text

Exit status: 0 done, 1 there is no good copy, 2 wrong usage, 3 a precondition fails.
TEXT
}

die() {
  printf 'back-up-file: %s\n' "$2" >&2
  exit "$1"
}

file='' directory=. dry_run=false
while (($# > 0)); do
  case $1 in
    --file | --directory)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --file) file=$2 ;;
        --directory) directory=$2 ;;
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

[[ -n $file ]] || die 2 "--file is needed"
[[ -n $directory ]] || die 2 "--directory must not be empty"
for tool in cp sha256sum realpath cmp stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -e $file ]] || die 3 "no such file: $file"
[[ -f $file ]] || die 3 "not a regular file: $file"
[[ -r $file ]] || die 3 "cannot read $file"
# A newline at the end of a name would not survive this, so names with one are refused.
[[ $file != *$'\n'* ]] || die 3 "names with a newline in them are refused"
path=$(realpath -e -- "$file")
name=${path##*/}
if [[ $directory == . ]]; then
  directory=${path%/*}/
  # A release or a state directory that a link leads to is removed by others.
  [[ $path -ef $directory$name && $(realpath -s -- "$file") == "$path" ]] ||
    printf 'note: links lead to %s, and the copy will lie beside that; where it may be removed, name another place by --directory\n' "$path" >&2
fi
[[ -d $directory ]] || die 3 "no such directory: $directory"
[[ $directory == /* ]] || directory=./$directory
directory=${directory%/}
case $(realpath -e -- "$directory/") in
  */kubernetes/manifests | */pod-manifests | */NetworkManager/system-connections | */dispatcher.d | */dispatcher.d/*.d | */renewal-hooks/* | */cron.d | */cron.hourly | */cron.daily | */cron.weekly | */cron.monthly | */interfaces.d | */dnsmasq.d | */sites-enabled | */monit/conf.d | */monit/conf-enabled | */monit.d | */incron.d)
    die 3 "refused: every file in $directory/ is read, the copy as well; name another place by --directory"
    ;;
esac
[[ -w $directory/ ]] || die 3 "no permission to write in $directory/"
case $(stat -f -c %T -- "$directory/") in
  tmpfs | ramfs) printf 'note: %s/ lies in memory, and the copy is gone after a restart\n' "$directory" >&2 ;;
esac

# An identical copy from before is as good as a new one.
for copy in "$directory/$name".*.bak; do
  [[ ${copy#"$directory/$name".} =~ ^[0-9]{8}T[0-9]{6}Z\.bak$ && -f $copy ]] || continue
  if cmp -s -- "$path" "$copy" && [[ $(stat -c %a -- "$path") == "$(stat -c %a -- "$copy")" ]]; then
    printf 'backed up already: %s\n' "$copy"
    exit 0
  fi
done

copy=$directory/$name.$(date -u +%Y%m%dT%H%M%SZ).bak
if $dry_run; then
  printf 'would copy: %s to %s\n' "$path" "$copy"
  exit 0
fi
[[ ! -e $copy && ! -L $copy ]] || die 1 "$copy exists with other contents, try again in a second"

sum() {
  local line
  line=$(sha256sum <"$1") && printf '%s\n' "${line%% *}"
}

# Under a temporary name until it is known to be good. The mode of the original applies at the end
# of cp only, so the umask keeps others out until then.
umask 077
partial=$(mktemp -- "$copy.XXXXXX") || die 1 "could not make a file in $directory/"
trap 'rm -f -- "$partial"' EXIT
cp --preserve=all -- "$path" "$partial" || die 1 "could not copy $path"
want=$(sum "$path")
[[ $(sum "$partial") == "$want" ]] || die 1 "the copy differs from $path (it changed meanwhile?), copy removed"
# With -n and no file left under the temporary name, nobody else took the name in between.
mv -n -T -- "$partial" "$copy"
[[ ! -e $partial && $(sum "$copy") == "$want" ]] || die 1 "could not give the copy its name $copy"
printf 'backed up: %s\nsha256 %s\n' "$copy" "$want"
