"""SS1237: a tree that is deleted while something may still be mounted in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...interpreter.model import Hit, Word
from .invocation import Invocation
from .rule import dangerous, script_rule
from .word_lists import set_of

# What lies there is made by the kernel, or goes with the mount: nothing of somebody else's is deleted.
_EMPTY = set_of("tmpfs proc sysfs devpts cgroup cgroup2 ramfs overlay securityfs mqueue binfmt_misc")
_MOUNTERS = set_of("mount sshfs s3fs rclone bindfs mount.nfs mount.cifs gcsfuse guestmount fuse-overlayfs")
_UNMOUNTERS = set_of("umount fusermount fusermount3 guestunmount")
_ASKING = set_of("mountpoint findmnt")


@script_rule(
    "SS1237",
    "Deletes a tree in which something is mounted",
    why="rm follows into what is mounted there. An unmount that fails, because the file system is busy, leaves the "
    "real folder or disk in its place.",
    instead="stop when the unmount fails (umount DIR || exit 1), and delete with rm -r --one-file-system",
    on=" ".join(sorted(_MOUNTERS)),
    yields="SS1005",
    bad=(
        "mount --bind /home /srv/ch/home; make -C /srv/ch; umount /srv/ch/home 2>/dev/null; rm -rf /srv/ch",
        'D=$(mktemp -d); mount -o ro /dev/vg0/data "$D/m"; tar cf a.tar "$D/m"; umount "$D/m"; rm -rf "$D"',
        "sshfs host:/srv /mnt/x/h; cp /mnt/x/h/a .; rm -rf /mnt/x",
        "for m in dev proc home; do mount --bind /$m /srv/r/$m; done; umount /srv/r/dev /srv/r/proc; rm -r /srv/r",
    ),
    good=(
        "mount --bind /home /srv/ch/home; umount /srv/ch/home || exit 1; rm -rf /srv/ch",
        "set -e; mount --bind /home /srv/ch/home; umount /srv/ch/home; rm -rf /srv/ch",
        "mount --bind /home /srv/ch/home; umount /srv/ch/home; rm -rf --one-file-system /srv/ch",
        "mount -t tmpfs tmpfs /srv/ch/tmp; rm -rf /srv/ch",
        "mount /dev/sdb1 /mnt; rm -rf /srv/ch",
        "umount /srv/ch/home; mountpoint -q /srv/ch/home && exit 1; rm -rf /srv/ch",
    ),
)
def deleted_through(calls: Sequence[Invocation]) -> Iterator[Hit]:
    mounted: dict[str, None] = {}
    strict = False
    for call in calls:
        command = call.command
        if call.name == "set":
            strict = strict or call.has("-e") or "errexit" in call.words
        elif call.name in _MOUNTERS:
            if (place := _place(call)) is not None:
                mounted[_name(place)] = None
        elif call.name in _UNMOUNTERS or call.name in _ASKING:
            if command.tested or (strict and call.name in _UNMOUNTERS):
                below = call.has("-R", "--recursive")
                for word in call.operands:
                    gone = _name(word)
                    for each in [each for each in mounted if each == gone or (below and each.startswith(f"{gone}/"))]:
                        del mounted[each]
        elif call.name == "rm" and call.has("-r", "-R", "--recursive") and not call.has("--one-file-system"):
            for word in call.operands:
                tree = _name(word)
                inside = next((each for each in mounted if each == tree or each.startswith(f"{tree}/")), "")
                if inside and tree:
                    yield dangerous(f"deletes {tree} and, if it is still mounted, what lies in {inside}", command.place)
                    break


def _name(word: Word) -> str:
    return word.written.removesuffix("/*").rstrip("/")


def _place(call: Invocation) -> Word | None:
    """Where a command mounts something that belongs to somebody: a disk, a share, another folder."""
    if call.name == "rclone":
        return call.operands[2] if call.verb == "mount" and len(call.operands) > 2 else None
    if (call.value("-t", "--types") or "") in _EMPTY or len(call.operands) < 2:
        return None
    options = call.value("-o", "--options") or ""
    if "remount" in options.split(",") or call.has("--make-rslave", "--make-rprivate", "--make-private"):
        return None
    source = call.operands[0].shape
    bound = call.has("-B", "--bind", "-R", "--rbind") or "bind" in options or call.name != "mount"
    if bound and (source in ("/proc", "/sys", "/dev/pts", "/dev/shm", "/run") or source.startswith("/proc/")):
        return None
    return call.operands[-1]
