"""SS1120 to SS1149: disks, partitions, volumes, file systems and mounts."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .invocation import Invocation
from .paths import disk, precious, spelled
from .rule import dangerous, notable, rule

_MAKERS = (
    "mkfs mke2fs mkdosfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.msdos "
    "mkfs.ntfs mkntfs mkfs.exfat "
    "mkexfatfs mkfs.f2fs mkfs.jfs mkfs.reiserfs mkfs.minix mkfs.cramfs mkfs.bfs mkfs.bcachefs mkfs.nilfs2 "
    "mkreiserfs newfs "
    "mkfs.zonefs mkfs.erofs mkudffs mkswap make_bcache bcachefs"
)


@rule(
    "SS1120",
    "Makes a file system where another one lies",
    why="mkfs asks nobody: what was on the device is gone.",
    instead="check with lsblk -f and blkid that the device is empty and the one that is meant",
    on=_MAKERS,
    bad=(
        "mkfs.ext4 /dev/sda1",
        "mkfs -t xfs /dev/vdb",
        "mke2fs /dev/nvme0n1p1",
        "mkswap /dev/sdb2",
        'mkfs.btrfs -f "$DISK"',
    ),
    good=(
        "mkfs.ext4 disk.img",
        "mkswap /swapfile",
        "mkfs.ext4 --help",
        "mkfs.ext4 -n /dev/sda1",
        "mkfs.erofs image.erofs root/",
    ),
)
def new_file_system(call: Invocation) -> Hit | None:
    if call.name == "bcachefs" and call.verb != "format":
        return None
    if call.has("-n") and call.name.startswith(("mkfs.ext", "mke2fs")):
        return None
    if call.has("-V", "-h") and not call.operands:
        return None
    for word in call.operands:
        path = spelled(word, call.command.cwd)
        if disk(path) or (path.startswith("/dev/") and path not in ("/dev/null",)):
            return dangerous(f"makes a new file system on {path}, over what is there")
        if word.unknowns and path.partition("…")[0] in ("", "/dev/"):
            return dangerous(f"makes a new file system on {word.unknowns[0].source}, over whatever is there")
    return notable(f"makes a file system in {call.words[-1]}") if call.operands else None


@rule(
    "SS1121",
    "Changes the partitions of a disk or erases its signatures",
    why="Without its partition table or its signatures a disk's content is not found any more.",
    instead="save what is there first (sfdisk -d /dev/X > table, wipefs --backup), and check with lsblk that "
    "it is the disk that is meant",
    on="wipefs fdisk sfdisk cfdisk gdisk sgdisk cgdisk parted partprobe blkdiscard hdparm nvme sg_format badblocks "
    "sg_sanitize growpart gparted dmsetup losetup kpartx blkid diskutil format diskpart sedutil-cli testdisk",
    bad=(
        "wipefs -a /dev/sda",
        "sgdisk --zap-all /dev/sdb",
        "parted /dev/sda rm 1",
        "parted -s /dev/sda mklabel gpt",
        "blkdiscard /dev/nvme0n1",
        "echo 'd' | fdisk /dev/sda",
        "hdparm --user-master u --security-erase p /dev/sda",
        "nvme format /dev/nvme0n1",
        "badblocks -w /dev/sdb",
        "dmsetup remove_all",
    ),
    good=(
        "fdisk -l",
        "parted -l",
        "parted /dev/sda print",
        "sfdisk -d /dev/sda",
        "wipefs /dev/sda",
        "hdparm -I /dev/sda",
        "nvme list",
        "wipefs -n -a /dev/sda",
    ),
)
def partitions(call: Invocation) -> Hit | None:
    words, name = call.words, call.name
    device = next((word for word in words if word.startswith("/dev/")), words[-1] if words else "a disk")
    if name == "wipefs":
        return (
            dangerous(f"erases the signatures of {device}")
            if call.has("-a", "--all", "-o", "--offset") and not call.has("-n", "--no-act")
            else None
        )
    if name in ("fdisk", "gdisk", "cfdisk", "cgdisk"):
        return (
            dangerous(f"changes the partitions of {device}")
            if words and not call.has("-l", "--list", "-s", "-v", "-V", "-x", "--list-details")
            else None
        )
    if name == "sfdisk":
        reading = call.has(
            "-d",
            "--dump",
            "-l",
            "--list",
            "-J",
            "--json",
            "-s",
            "--show-size",
            "-F",
            "--list-free",
            "-V",
            "--verify",
            "-n",
            "--no-act",
            "-T",
            "--list-types",
        )
        return dangerous(f"writes the partitions of {device}") if words and not reading else None
    if name == "sgdisk":
        if call.has(
            "-p",
            "--print",
            "-i",
            "--info",
            "-v",
            "--verify",
            "-b",
            "--backup",
            "-P",
            "--pretend",
            "-L",
            "-D",
            "-F",
            "-E",
            "-O",
        ) and not call.has("-Z", "--zap-all", "-z", "-o", "-d", "--delete", "-n"):
            return None
        return dangerous(f"changes the partitions of {device}") if call.flags or call.values else None
    if name == "parted":
        acts = {
            "rm",
            "mklabel",
            "mktable",
            "mkpart",
            "mkpartfs",
            "resizepart",
            "resize",
            "move",
            "rescue",
            "mkfs",
            "set",
            "toggle",
            "name",
        }
        if any(word.split()[0] in acts for word in words[1:] if word.split()):
            return dangerous(f"changes the partitions of {device}")
        return (
            notable(f"opens {device} for changes of its partitions")
            if words and "print" not in words and "p" not in words and not call.has("-l", "--list")
            else None
        )
    if name == "blkdiscard":
        return dangerous(f"discards every block of {device}") if words else None
    if name == "hdparm":
        risky = any(
            flag.startswith(
                (
                    "--security-",
                    "--trim-sector",
                    "--write-sector",
                    "--repair-sector",
                    "--fwdownload",
                    "--make-bad",
                    "--dco",
                )
            )
            for flag in call.flags
        )
        return dangerous(f"erases or locks {device}") if risky and not call.has("--security-freeze") else None
    if name == "nvme":
        return (
            dangerous(f"erases {device}")
            if call.verb
            in (
                "format",
                "sanitize",
                "delete-ns",
                "write-zeroes",
                "dsm",
                "write",
                "fw-download",
                "detach-ns",
                "write-uncor",
            )
            else None
        )
    if name == "badblocks":
        return dangerous(f"overwrites {device} with test patterns") if call.has("-w") else None
    if name in ("sg_format", "sg_sanitize"):
        return dangerous(f"erases {device}")
    if name == "sedutil-cli":
        return (
            dangerous("erases or locks a disk")
            if any("revert" in flag.lower() or "erase" in flag.lower() for flag in call.flags)
            else None
        )
    if name == "diskutil":
        return (
            dangerous(f"erases {device}")
            if re.match(r"erase|partition|secureErase|zeroDisk|randomDisk|reformat|apfs|cs|ar", call.verb, re.I)
            and not {"list"} & set(words)
            else None
        )
    if name in ("format", "diskpart"):
        return dangerous("formats a disk") if any(re.match(r"[a-zA-Z]:", word) for word in words) else None
    if name == "dmsetup":
        return (
            dangerous("removes mapped devices")
            if call.verb in ("remove_all", "remove", "wipe_table", "clear", "suspend")
            else None
        )
    if name == "losetup":
        return (
            notable("changes loop devices")
            if call.has("-d", "-D", "--detach", "--detach-all", "-f", "-P") and words
            else None
        )
    return None


@rule(
    "SS1123",
    "Turns swap off",
    why="What was swapped out must fit into memory at once; where it does not, the kernel starts to kill.",
    instead="compare swapon --show with free -m first",
    on="swapoff",
    bad=("swapoff -a", "swapoff /dev/sda2", "sudo swapoff --all"),
    good=("swapon --show", "free -m", "swapon -a"),
)
def swap(call: Invocation) -> Hit | None:
    if call.words and all(re.match(r"/dev/zram\d+\Z", word) for word in call.words) and not call.has("-a", "--all"):
        return notable("turns compressed swap off")
    return dangerous("turns swap off, and memory may run out") if call.has("-a", "--all") or call.operands else None


@rule(
    "SS1124",
    "Unmounts or mounts over what the system stands on",
    why="A folder that is not mounted any more is empty for every program that needs it.",
    instead="look who uses it (lsof +D, findmnt), and unmount one named folder",
    on="mount umount fusermount pivot_root switch_root chroot",
    bad=(
        "umount -a",
        "umount -l /",
        "umount /home",
        "mount -o remount,ro /",
        "mount --bind /tmp/x /etc",
        "mount -t tmpfs none /var",
        "umount -f /boot",
        "mount /dev/sdb1 /",
    ),
    good=(
        "umount /mnt/usb",
        "mount /dev/sdb1 /mnt/data",
        "mount",
        "mount -t nfs host:/x /mnt/x",
        "umount /media/user/stick",
        "mount -a",
    ),
)
def mounts(call: Invocation) -> Hit | None:
    if call.name in ("pivot_root", "switch_root"):
        return dangerous("puts another tree in the place of the root")
    if call.name == "chroot":
        return None
    words = call.operands
    if call.name in ("umount", "fusermount"):
        if call.has("-a", "--all"):
            return dangerous("unmounts everything")
        for word in words:
            path = spelled(word, call.command.cwd)
            if (
                path.startswith("/")
                and not path.startswith(("/mnt", "/media", "/run/media", "/dev/", "/Volumes"))
                and precious(path)
            ):
                return dangerous(f"unmounts {path}")
        return notable(f"unmounts {call.words[-1]}") if words else None
    options = call.value("-o", "--options") or ""
    if not words:
        return None
    path = spelled(words[-1], call.command.cwd)
    if "remount" in options:
        if "ro" in options.split(","):
            return dangerous(f"makes {path} read-only, so that everything that writes there fails")
        return (
            dangerous(f"makes {path} writable, which it was not for a reason")
            if "rw" in options.split(",") and path in ("/", "/usr", "/boot")
            else notable(f"remounts {path}")
        )
    if (len(words) > 1 or call.has("--bind", "--rbind", "--move", "-B", "-R", "-M")) and (
        path.startswith("/")
        and not path.startswith(
            (
                "/mnt",
                "/media",
                "/run/media",
                "/boot",
                "/Volumes",
                "/data",
                "/home/",
                "/backup",
                "/export",
                "/proc",
                "/sys",
                "/dev",
            )
        )
        and precious(path)
    ):
        return dangerous(f"mounts over {path}, which hides what is there")
    return notable(f"mounts {path}")
