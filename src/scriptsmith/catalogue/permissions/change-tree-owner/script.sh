#!/usr/bin/env bash
# Change the owner of all files below a directory.
#
# Undo: set the former owners again; it prints how many files each of them had, not which.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: change-tree-owner --directory DIR --user NAME [--group NAME] [--dry-run]

Give a directory and everything below it to a user, and to a group where one is given. Only what
has another owner is changed. Links themselves are changed, never what they lead to; what is mounted
below is left out and named; files with a second name outside are told, and so are those that lose their
setuid bit or, where getcap is installed, their capabilities. System directories, directories just below
/, and those of container engines and the kubelet are refused; those of rootless containers in a home
are left out and named.

  --directory DIR  directory to give away
  --user NAME      new owner
  --group NAME     new group; same leaves the groups as they are (default same)
  --dry-run        say what would be done, change nothing
  --help           show this text

Exit status: 0 all belongs to the user, 1 something could not be changed, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'change-tree-owner: %s\n' "$2" >&2
  exit "$1"
}

directory='' user='' group=same dry_run=false
while (($# > 0)); do
  case $1 in
    --directory | --user | --group)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --directory) directory=$2 ;;
        --user) user=$2 ;;
        --group) group=$2 ;;
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

[[ -n $directory ]] || die 2 "--directory is required (see --help)"
[[ -n $user ]] || die 2 "--user is required (see --help)"
[[ $directory != -* ]] || directory=./$directory
[[ $user =~ ^[A-Za-z_][A-Za-z0-9_.-]{0,31}$ ]] || die 2 "--user takes a login name, not '$user'"
[[ $group =~ ^[A-Za-z_][A-Za-z0-9_.-]{0,31}$ ]] || die 2 "--group takes the name of a group, not '$group'"
for tool in find getent realpath sort awk; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -d $directory ]] || die 3 "no such directory: $directory"
root=$(realpath -e -- "$directory")
case $root/ in
  /bin/* | /boot/* | /dev/* | /etc/* | /lib*/* | /proc/* | /root/* | /run/* | /sbin/* | /sys/* | /usr/bin/* | /usr/lib* | /usr/sbin/* | /usr/share/*)
    die 3 "refused: $root belongs to the system" ;;
esac
[[ $root =~ ^/[^/]+/. && $root != /usr/* || $root == /usr/local/* ]] || die 3 "refused: $root is too wide" # not /srv, /home
case $root in
  /var/lib | /var/log | /var/cache | /var/spool | /var/tmp | /var/run) die 3 "refused: $root is shared by many services" ;;
esac
case $root/ in
  /var/lib/docker/* | /var/lib/containers/* | /var/lib/containerd/* | /var/lib/kubelet/* | */.local/share/containers/* | */.local/share/docker/*) die 3 "refused: $root holds the files of containers, whose owners are those of their images" ;;
esac
uid=$(getent passwd -- "$user" | cut -d : -f 3) || die 3 "no such user: $user"
wanted=$uid
other=(! -uid "$uid")
if [[ $group != same ]]; then
  gid=$(getent group -- "$group" | cut -d : -f 3) || die 3 "no such group: $group"
  wanted=$uid:$gid
  other=(\( ! -uid "$uid" -o ! -gid "$gid" \))
fi

# find would take the mount points themselves, and enter a directory of the same file system that is mounted here.
walk=("$root" -ignore_readdir_race -xdev) mounts=() # files may go while it looks
while read -r _ _ _ _ mount _; do
  printf -v mount %b "$mount"
  [[ $mount == "$root"/* ]] || continue
  mounts+=("$mount")
  walk+=(-path "${mount//[\\*?[]/?}" -prune -o)
done </proc/self/mountinfo || die 3 "the mounts of this machine cannot be read"
((${#mounts[@]} == 0)) || printf 'left out, for something is mounted there: %q\n' "${mounts[@]}"
for each in "$root"/.local/share/{containers,docker}; do # of rootless containers, with the owners of their images
  [[ -d $each ]] || continue
  printf 'left out, for it holds the files of containers: %q\n' "$each"
  walk+=(-path "${each//[\\*?[]/?}" -prune -o)
done
former=$(find "${walk[@]}" "${other[@]}" -printf '%u:%g\n' | awk '{ files[$0]++ } END { for (each in files) printf "%7d %s\n", files[each], each }' | sort -k2) || die 1 "not all of $root can be read"
if [[ -z $former ]]; then
  printf 'nothing to do: all below %s belongs to %s already\n' "$root" "$user"
  exit 0
fi
printf 'files by former owner:\n%s\n' "$former"
twice=$(find "${walk[@]}" -type f -links +1 "${other[@]}" -printf x | wc -c)
((twice == 0)) || printf 'warning: %d files have a second name, perhaps outside of %s\n' "$twice" "$root" >&2
special=$(find "${walk[@]}" -type f -perm /6000 "${other[@]}" -printf x | wc -c)
((special == 0)) || printf 'warning: %d files lose their setuid or setgid bit by this\n' "$special" >&2
if command -v getcap >/dev/null; then
  able=$(find "${walk[@]}" -type f "${other[@]}" -exec getcap {} + | grep -c .) || able=0
  ((able == 0)) || printf 'warning: %d files lose their capabilities by this (getcap -r %q names them)\n' "$able" "$root" >&2
fi
if $dry_run; then
  printf 'would give to %s: all of these below %s\n' "$user" "$root"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "this needs root"
rc=0
change() { find "${walk[@]}" "${other[@]}" -exec chown -h -- "$wanted" {} +; }
change || change || rc=1 # once more, for a file may have gone
left=$(find "${walk[@]}" "${other[@]}" -printf x | wc -c)
((rc == 0 && left == 0)) || die 1 "$left files below $root still have another owner"
printf 'given to %s: all below %s\n' "$user" "$root"
