"""SS1122: volumes, pools, arrays and their encryption."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, notable, rule

# What only looks, whatever states it asks for: `ceph osd tree down`, `gluster volume heal v info split-brain`.
# What takes a working member out of an array of disks; the kernel refuses to remove one that was not marked.
_MARKING = ("-f", "--fail", "--set-faulty", "--zero-superblock", "-S", "--stop", "-C", "--create")
_LOOKING = re.compile(
    r"\A(?:osd|pg|mon|mds|fs|device|orch) "
    r"(?:tree|df|dump\w*|ls(?:-\w+)?|stat|find|perf|metadata|ok-to-stop|safe-to-destroy)\b"
    r"|\Avolume (?:heal|status|profile|top|rebalance|quota)\b.* (?:info|status|list)\b"
)


@rule(
    "SS1122",
    "Removes volumes, pools, arrays or their encryption",
    why="What lay on a removed volume is gone, and a lost key slot is a lost disk.",
    instead="make a backup elsewhere first, as a snapshot lies in the same pool (for LUKS: cryptsetup "
    "luksHeaderBackup), and name one volume without -f or -y",
    on="lvremove vgremove pvremove lvreduce lvresize vgreduce lvconvert vgcfgrestore lvm zpool zfs btrfs mdadm "
    "cryptsetup ceph rbd gluster drbdadm resize2fs "
    "stratis xfs_repair debugfs e2fsck fsck tune2fs xfs_admin multipath iscsiadm ndctl bcache vgexport MegaCli "
    "storcli storcli64 megacli rados radosgw-admin",
    bad=(
        "lvremove -f /dev/vg0/data",
        "vgremove vg0",
        "zpool destroy tank",
        "zfs destroy -r tank/home",
        "mdadm --zero-superblock /dev/sdb",
        "cryptsetup luksErase /dev/sda2",
        "btrfs subvolume delete /data/snap",
        "lvreduce -L 1G /dev/vg0/root",
        "ceph osd pool delete p p --yes-i-really-really-mean-it",
        "ceph osd pool set rbd size 1 --yes-i-really-mean-it",
        "cryptsetup -y luksFormat /dev/sdb",
    ),
    good=(
        "lvs",
        "zpool status",
        "zfs list -t snapshot",
        "mdadm --detail /dev/md0",
        "mdadm /dev/md0 --remove /dev/sdc1",
        "cryptsetup luksOpen /dev/sda2 x",
        "lvextend -L +1G vg/lv",
        "lvremove --test vg/lv",
        "ceph osd tree down",
        "ceph osd ok-to-stop 3",
        "gluster volume heal v0 info split-brain",
    ),
)
def volumes(call: Invocation) -> Hit | None:
    name, words, verb = call.name, call.words, call.verb
    what = " ".join(words) or "a volume"
    if name == "lvm" and words:
        name = words[0]
    if call.has("-t", "--test") and name.startswith(("lv", "vg", "pv")):
        return None
    if name in ("lvremove", "vgremove", "pvremove", "lvreduce", "vgreduce", "vgexport"):
        return dangerous(f"{name} takes {what} away with what lies on it")
    if name == "lvresize":
        size = call.value("-L", "--size", "-l", "--extents") or " ".join(words)
        return (
            notable(f"resizes {what}")
            if "+" in size or call.has("--test")
            else dangerous(f"may shrink {what} below what lies on it")
        )
    if name == "zpool":
        if verb in ("destroy", "labelclear", "split", "remove", "detach", "offline", "export", "clear", "reguid"):
            return (dangerous if verb in ("destroy", "labelclear", "remove", "detach", "split") else notable)(
                f"zpool {what}"
            )
        if verb in ("create", "add", "replace", "attach", "import"):
            return (dangerous if verb == "create" or call.has("-f") else notable)(f"zpool {what}")
        return None
    if name == "zfs":
        if verb in ("destroy", "rollback") and not call.has("-n"):
            return dangerous(f"zfs {what}: the data is gone afterwards")
        return (
            notable(f"zfs {what}")
            if verb in ("create", "set", "rename", "promote", "receive", "unmount", "snapshot")
            else None
        )
    if name == "btrfs":
        if (
            words[:2] in (("subvolume", "delete"), ("su", "del"), ("sub", "del"), ("subvol", "delete"))
            or words[:2] in (("device", "delete"), ("device", "remove"))
            or "--repair" in call.flags
            or words[:2] == ("check", "--repair")
        ):
            return dangerous(f"btrfs {what}: the data is gone afterwards")
        return None
    if name == "mdadm" and call.has("-r", "--remove") and len(words) > 1 and not call.has(*_MARKING):
        return notable(f"mdadm --remove {words[-1]}: refused while the disk is a working member")
    if name == "mdadm":
        if call.has(
            "--zero-superblock", "-S", "--stop", "-f", "--fail", "-r", "--remove", "-C", "--create", "--set-faulty"
        ) and not call.has("--test"):
            return dangerous("takes a disk array apart")
        return None
    if name == "cryptsetup":
        if verb in (
            "luksFormat",
            "luksErase",
            "erase",
            "luksKillSlot",
            "luksRemoveKey",
            "luksHeaderRestore",
            "reencrypt",
            "luksSuspend",
            "format",
        ):
            return dangerous(f"cryptsetup {verb}: without its keys the content of {words[-1]} is lost")
        return (
            notable(f"cryptsetup {what}") if verb in ("open", "luksOpen", "close", "luksClose", "luksAddKey") else None
        )
    if name in ("ceph", "rbd", "rados", "radosgw-admin", "gluster", "drbdadm", "stratis", "ndctl"):
        if _LOOKING.search(what):
            return None
        if re.search(
            r"(?:^|[ _-])(?:delete|rm|remove|purge|destroy|zap|wipe[-_]?\w*|down|out|lost|stop|destroy-namespace|"
            r"invalidate|yes-i-really(?:-really)?-mean-it)(?:\b|-)",
            f"{what} {' '.join(call.flags)}",
        ):
            return dangerous(f"{name} {what}: stored data goes away")
        return None
    if name in ("resize2fs", "e2fsck", "fsck", "xfs_repair", "debugfs", "tune2fs", "xfs_admin"):
        if name == "debugfs" and call.has("-w"):
            return dangerous(f"writes into the file system on {words[-1] if words else 'a disk'} by hand")
        if name == "xfs_repair" and call.has("-L"):
            return dangerous("throws away the journal of a file system")
        writing = not call.has("-n", "-N", "-l", "--no-modify") and words
        return notable(f"changes the file system on {words[-1]}") if writing and name != "debugfs" else None
    if name.lower() in ("megacli", "storcli", "storcli64"):
        return (
            dangerous("takes a disk array apart")
            if re.search(r"del|clear|init|erase|offline", call.text, re.I) and not re.search(r"show", call.text)
            else None
        )
    if name == "iscsiadm":
        return dangerous("logs out of storage that may be mounted") if call.has("-u", "--logout") else None
    return None
