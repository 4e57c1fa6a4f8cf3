#!/usr/bin/env bash
# Run one program in a throwaway machine: a writable layer in memory over a tree with real services, in namespaces of its
# own for mounts, processes, network, host name and IPC. Nothing of it is left afterwards.
#
#   run.sh TREE FILES DEVICES SECONDS DIRECTORY COMMAND…
#
# TREE      folder with the file system of a Debian, which is not written to
# FILES     folder whose content is laid into the root of the machine
# DEVICES   `devices` when the program may use loop devices, the device mapper and md; anything else: it may not
# SECONDS   how long COMMAND may take; it gets SIGKILL a little later
# DIRECTORY where COMMAND starts; made if need be
#
# To be started by root with a mount namespace of its own: unshare --mount --propagation private bash run.sh …
# Exit status: that of COMMAND, 124 when it took too long, 125 when the machine could not be made.
set -uo pipefail
tree=$1 files=$2 devices=$3 seconds=$4 directory=$5
shift 5

fail() {
  printf 'the machine could not be made: %s\n' "$1" >&2
  exit 125
}

stage=$files.machine
mkdir -p "$stage"
mount -t tmpfs -o size=2g,mode=0755 machine "$stage" || fail 'no tmpfs'
mkdir "$stage/upper" "$stage/work" "$stage/root"
root=$stage/root
mount -t overlay -o "lowerdir=$tree,upperdir=$stage/upper,workdir=$stage/work" machine "$root" || fail 'no overlay'
mkdir -p "$root/proc" "$root/sys" "$root/dev" "$root/run" "$root/tmp" "$root$directory"
mount -t tmpfs -o mode=0755 run "$root/run" && mkdir -p "$root/run/lock" && chmod 1777 "$root/run/lock" "$root/tmp"
mount -t tmpfs -o mode=0755 dev "$root/dev" || fail 'no /dev'
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$root/dev/pts" || fail 'no /dev/pts'
mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx" && ln -s /proc/self/fd "$root/dev/fd"
ln -s fd/0 "$root/dev/stdin" && ln -s fd/1 "$root/dev/stdout" && ln -s fd/2 "$root/dev/stderr"
device() { # NAME MAJOR MINOR [b|c]
  mknod -m 0666 "$root/dev/$1" "${4-c}" "$2" "$3"
}
for node in 'null 1 3' 'zero 1 5' 'full 1 7' 'random 1 8' 'urandom 1 9' 'tty 5 0'; do
  read -r name major minor <<<"$node"
  device "$name" "$major" "$minor" || fail 'no device nodes'
done
if [[ $devices == devices ]]; then
  mkdir "$root/dev/mapper"
  device loop-control 10 237
  device mapper/control 10 236
  for ((number = 0; number < 32; number++)); do device "loop$number" 7 "$number" b; done
fi
cp -a "$files/." "$root/" || fail 'its files could not be laid'

# What is set for the whole kernel is only read; a network of its own is the machine's to set.
cat >"$root/run/.start" <<'EOF'
mount -t proc proc /proc && mount -t sysfs sysfs /sys || exit 125
mount --bind /proc/sys /proc/sys && mount -o remount,bind,ro /proc/sys && mount --bind /proc/sys/net /proc/sys/net
mount -o remount,bind,rw /proc/sys/net
[ ! -e /proc/sysrq-trigger ] || mount --bind /dev/null /proc/sysrq-trigger
hostname machine
ip link set lo up
cd "$1" || exit 125
shift
exec setpriv --bounding-set -sys_module,-sys_boot,-sys_time,-sys_rawio --inh-caps -all "$@"
EOF

status=0
timeout --kill-after=5 "$seconds" \
  unshare --mount --pid --net --uts --ipc --fork --kill-child chroot "$root" \
  env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 TERM=dumb \
  bash /run/.start "$directory" "$@" </dev/null || status=$?
if [[ $devices == devices ]]; then # a device outlives the processes that made it
  chroot "$root" bash /fixtures/.release >/dev/null 2>&1
fi
exit "$status"
