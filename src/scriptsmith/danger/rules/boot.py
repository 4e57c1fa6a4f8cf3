"""SS1363: what the machine boots from."""

from __future__ import annotations

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, notable, rule
from .word_lists import set_of

_UPDATING = set_of("grub-install grub2-install grub-mkconfig grub2-mkconfig update-grub dracut mkinitcpio extlinux")


@rule(
    "SS1363",
    "Takes away a kernel, its first files or an entry of the boot menu",
    why="When it was the kernel or the entry that starts the machine, the next start ends in a rescue prompt.",
    instead="remove old kernels with the package manager (apt autoremove, dnf remove --oldinstallonly), which "
    "keeps the one that runs, and look at the entries (bootctl list) first",
    on="kernel-install bootctl efibootmgr update-initramfs grubby grub-install grub2-install grub-mkconfig "
    "grub2-mkconfig update-grub dracut mkinitcpio extlinux grub-editenv grub2-editenv",
    bad=(
        "kernel-install remove 6.1.0",
        "bootctl remove",
        "efibootmgr -b 0001 -B",
        "efibootmgr --delete-bootnum -b 2",
        "update-initramfs -d -k 6.1.0",
        "grubby --remove-kernel=/boot/vmlinuz-6.1.0",
    ),
    good=(
        "kernel-install list",
        "kernel-install add 6.1.0 /lib/modules/6.1.0/vmlinuz",
        "bootctl status",
        "efibootmgr -v",
        "update-initramfs -u",
        "grubby --info=ALL",
        "update-grub",
    ),
)
def boot(call: Invocation) -> Hit | None:
    name, verb = call.name, call.verb
    if name == "kernel-install":
        if verb == "remove":
            return dangerous(f"removes the kernel {' '.join(call.words[1:])} and its entry from the boot menu")
        return notable("adds a kernel to the boot menu") if verb in ("add", "add-all") else None
    if name == "bootctl":
        if verb in ("remove", "unlink", "cleanup"):
            return dangerous("removes the boot loader or an entry of its menu")
        return notable("changes the boot loader") if verb in _BOOTCTL else None
    if name == "efibootmgr":
        if call.has("-B", "--delete-bootnum", "-O", "--delete-bootorder"):
            return dangerous("removes an entry of the firmware's boot menu")
        return notable("changes the firmware's boot menu") if call.has(*_EFI) else None
    if name == "update-initramfs":
        if call.has("-d"):
            return dangerous("removes the first files that a kernel starts with")
        return notable("makes the first files of a kernel again") if call.has("-u", "-c") else None
    if name == "grubby":
        if call.has("--remove-kernel"):
            return dangerous("removes a kernel from the boot menu")
        return notable("changes the boot menu") if call.has(*_GRUBBY) else None
    if name in ("grub-editenv", "grub2-editenv"):
        return None if "list" in call.words else notable("changes the settings of the boot loader")
    if name not in _UPDATING or call.has("--list-modules", "--help", "-L", "-A", "-H", "-P"):
        return None
    return notable("makes what the machine boots from again")


_BOOTCTL = set_of("install update set-default set-oneshot set-timeout random-seed kernel-image")
_EFI = ("-c", "--create", "-o", "--bootorder", "-n", "--bootnext", "-a", "-A", "-N", "-t", "-T")
_GRUBBY = ("--add-kernel", "--set-default", "--update-kernel", "--args", "--remove-args", "--set-default-index")
