"""Virtual machines: what cuts their power or deletes them. SS1350 speaks of them."""

from __future__ import annotations

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, notable
from .word_lists import row_of, set_of

PROGRAMS = "virsh qm pct xe vmadm xl VBoxManage vboxmanage vmrun prlctl vim-cmd esxcli"
_LOST = {
    "virsh": "destroy undefine vol-delete pool-delete pool-destroy snapshot-delete net-destroy net-undefine vol-wipe "
    "managedsave-remove detach-disk",
    "qm": "destroy delete",
    "pct": "destroy delete",
    "xe": "vm-destroy vm-uninstall vdi-destroy vdi-forget sr-destroy sr-forget vm-reset-powerstate host-reboot "
    "host-shutdown",
    "vmadm": "destroy delete",
    "xl": "destroy",
    "VBoxManage": "",
    "vmrun": "deleteVM deleteSnapshot",
    "prlctl": "delete snapshot-delete",
    "vim-cmd": "vmsvc/destroy vmsvc/power.off vmsvc/power.reset",
    "esxcli": "",
}
_CHANGED = {
    "virsh": "shutdown reboot suspend reset start snapshot-revert",
    "qm": "shutdown reboot reset suspend rollback",
    "pct": "shutdown reboot suspend rollback",
    "xe": "vm-shutdown vm-reboot vm-suspend vm-start",
    "vmadm": "stop reboot",
    "xl": "shutdown reboot pause create",
    "VBoxManage": "controlvm startvm modifyvm snapshot",
    "vmrun": "stop reset suspend start revertToSnapshot",
    "prlctl": "stop restart suspend start reset",
    "vim-cmd": "vmsvc/power.shutdown vmsvc/power.reboot vmsvc/power.on",
    "esxcli": "",
}
_NAMES = {"vboxmanage": "VBoxManage"}
LOST = {name: set_of(words) for name, words in (_LOST | {"vboxmanage": _LOST["VBoxManage"]}).items()}
CHANGED = {name: set_of(words) for name, words in _CHANGED.items()}
# These end the guest as pulling its plug does, `stop` of qm and pct too: their kind way is `shutdown`.
_HARD = {
    "qm": row_of("stop"),
    "pct": row_of("stop"),
    "VBoxManage": row_of("poweroff reset"),
    "vmrun": row_of("hard"),
    "esxcli": row_of("kill"),
}
_FORCED = ("--forceStop", "-forceStop", "--force", "-F", "--kill", "-f")
_NO = frozenset(("0", "false", "no", "off"))


def guest(call: Invocation) -> Hit | None:
    """What a command does to a virtual machine of this host."""
    name = _NAMES.get(call.name, call.name)
    words, verb = call.words, call.verb
    shown = " ".join((call.name, *words))
    if verb in LOST[name] or words[:2] in (("disk", "unlink"), ("guest", "exec")):
        return dangerous(f"{shown}: a virtual machine or its disk is lost")
    hard = _HARD.get(name, ())
    if verb in hard or (name not in ("qm", "pct") and any(word in hard for word in words[1:])):
        return dangerous(f"{shown}: cuts the power of a virtual machine in the middle of its work")
    if verb in CHANGED[name]:
        ending = verb not in ("start", "vm-start", "create", "startvm")
        if ending and (_forced(call) or "force=true" in words):
            return dangerous(f"{shown}: cuts the power of a virtual machine when it does not end by itself")
        return notable(shown)
    if name in _OTHERS and words and _LOOKING.isdisjoint((verb, *words[1:3])) and not call.has("--help", "--version"):
        if call.has("--delete", "--delete-all"):
            return dangerous(f"{shown}: a virtual machine or its disk is lost")
        return notable(shown)
    return None


# What these do otherwise is not known one by one.
_OTHERS = frozenset(("xl", "VBoxManage", "vmrun", "prlctl", "vim-cmd", "esxcli"))
_LOOKING = set_of(
    "list showvminfo showmediuminfo showhdinfo info vm-list top uptime dmesg vmsvc/getallvms vmsvc/power.getstate "
    "vmsvc/get.summary listSnapshots readVariable problem-report get metrics guestproperty getextradata help status"
)


def _forced(call: Invocation) -> bool:
    """Whether a stop is forced: `--forceStop`, `--forceStop 1`, `--forceStop=true`, and not `--forceStop 0`."""
    texts = call.texts
    for index, text in enumerate(texts):
        name, equals, value = text.partition("=")
        if name in _FORCED:
            following = value if equals else texts[index + 1] if index + 1 < len(texts) else ""
            return following.lower() not in _NO
    return False
