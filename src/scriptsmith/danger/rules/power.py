"""SS1350 to SS1379: the machine itself, its kernel and its protections."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .invocation import Invocation
from .known_names import runs_service
from .rule import dangerous, notable, rule
from .virtual_machines import LOST, PROGRAMS, guest
from .write_targets import content, targets
from .writes import inserted


@rule(
    "SS1350",
    "Turns the machine off or restarts it",
    why="Everybody who uses the machine loses it, and it may not come back by itself.",
    instead="restart the one service that is meant",
    on="shutdown reboot halt poweroff init telinit systemctl kexec pm-suspend pm-hibernate ipmitool "
    "loginctl rtcwake dnf wall sysrq racadm busybox " + PROGRAMS,
    bad=(
        "reboot",
        "shutdown -h now",
        "init 0",
        "systemctl poweroff",
        "halt -f",
        "telinit 6",
        "systemctl isolate rescue.target",
        "ipmitool chassis power off",
        "kexec -e",
        "shutdown -r +5",
        "virsh destroy vm1",
        "qm shutdown 100 --forceStop",
        "qm stop 100",
        "VBoxManage controlvm web poweroff",
        "vmrun stop web.vmx hard",
    ),
    good=(
        "shutdown -c",
        "shutdown --show",
        "systemctl reboot --when=cancel",
        "systemctl soft-reboot --when cancel",
        "systemctl poweroff --dry-run",
        "qm shutdown 100",
        "qm shutdown 100 --forceStop 0",
        "systemctl status",
        "last reboot",
        "init q",
        "reboot --help",
        "ipmitool chassis status",
        "virsh list --all",
        "who -b",
        "systemctl get-default",
    ),
)
def power(call: Invocation) -> Hit | None:
    name, words, verb = call.name, call.words, call.verb
    if name in ("reboot", "halt", "poweroff", "pm-suspend", "pm-hibernate"):
        if call.has("-w", "--wtmp-only"):
            return None
        return dangerous(f"{name} takes the machine away from everybody who uses it")
    if name == "shutdown":
        if call.has("--show"):
            return None
        if call.has("-c", "-k"):
            return notable("cancels a shutdown") if call.has("-c") else None
        return (
            dangerous("shuts the machine down")
            if call.command.arguments or call.command.privileged or not words
            else None
        )
    if name in ("init", "telinit"):
        return (
            dangerous(f"takes the machine to run level {verb}")
            if verb in ("0", "1", "6", "s", "S", "single", "emergency")
            else None
        )
    if name == "systemctl":
        if call.has("--dry-run"):
            return None
        if call.value("--when") in ("cancel", ""):
            return notable("cancels a planned restart or shutdown")
        if call.value("--when") == "show":
            return None
        if verb in (
            "poweroff",
            "reboot",
            "halt",
            "kexec",
            "rescue",
            "emergency",
            "suspend",
            "hibernate",
            "hybrid-sleep",
            "suspend-then-hibernate",
            "exit",
            "soft-reboot",
            "switch-root",
        ):
            return dangerous(f"systemctl {verb} takes the machine away from everybody who uses it")
        goals = [
            word
            for word in words[1:]
            if re.match(r"(?:rescue|emergency|poweroff|reboot|halt|shutdown|kexec)(?:\.target)?\Z", word)
        ]
        if verb in ("isolate", "start", "set-default") and goals:
            return dangerous(f"takes the machine to {goals[0]}")
        return None
    if name == "kexec":
        return (
            dangerous("starts another kernel at once")
            if call.has("-e", "--exec", "-f", "--force")
            else notable("loads another kernel")
            if words
            else None
        )
    if name in ("ipmitool", "racadm"):
        return (
            dangerous("switches a machine off from outside")
            if re.search(r"power (?:off|cycle|reset|soft|diag)|serveraction (?:power|hard|grace)", call.text)
            else None
        )
    if name in LOST:
        return guest(call)
    if name == "loginctl":
        if verb in ("poweroff", "reboot", "halt", "suspend", "hibernate"):
            return dangerous(f"loginctl {verb} takes the machine away")
        if verb in ("terminate-user", "kill-user", "terminate-session", "kill-session", "terminate-seat"):
            vital = verb.endswith("user") and any(user in ("root", "0") or runs_service(user) for user in words[1:])
            return (dangerous if vital else notable)(f"ends the sessions of {' '.join(words[1:])}")
        return None
    if name == "rtcwake":
        return (
            (notable if call.has("-s", "--seconds", "-t", "--time") else dangerous)("puts the machine to sleep")
            if call.has("-m", "--mode") and not re.search(r"\b(?:no|show|disable|on)\b", call.text)
            else None
        )
    if name == "dnf" and words[:2] == ("system-upgrade", "reboot"):
        return dangerous("restarts the machine into an upgrade")
    if name == "busybox" and verb in ("reboot", "poweroff", "halt"):
        return dangerous(f"busybox {verb} takes the machine away")
    return None


_RISKY = re.compile(
    r"kernel[./](?:randomize_va_space|core_pattern|sysrq|panic\w*|modprobe|kptr_restrict|dmesg_restrict|"
    r"yama[./]\S*|modules_disabled"
    r"|unprivileged_\w+|hotplug|pid_max|threads-max|perf_event_paranoid|poweroff_cmd|hung_task_panic|softlockup_panic)|"
    r"fs[./](?:protected_\w+|suid_dumpable|file-max|binfmt_misc\S*)|vm[./](?:panic_on_oom|mmap_min_addr|"
    r"overcommit_ratio|oom_kill_allocating_task)|"
    r"net[./]ipv[46][./]conf[./]\S+[./](?:disable_ipv6|accept_redirects|accept_source_route|rp_filter)|"
    r"net[./]ipv4[./](?:tcp_syncookies|icmp_echo_ignore_all)"
)


@rule(
    "SS1360",
    "Changes a setting of the running kernel",
    why="Some switches of the kernel crash it, restart it or take its protections away at once.",
    instead="note the old value (sysctl KEY), try the new one on another machine, and only then put it into "
    "/etc/sysctl.d",
    on="> sysctl",
    bad=(
        "echo b > /proc/sysrq-trigger",
        "sysctl -w kernel.randomize_va_space=0",
        "echo c > /proc/sysrq-trigger",
        "echo 0 > /proc/sys/kernel/randomize_va_space",
        "echo '|/tmp/x' > /proc/sys/kernel/core_pattern",
        "echo 1 > /sys/block/sda/device/delete",
        "echo 0 | tee /sys/devices/system/cpu/cpu1/online",
        "sysctl kernel.panic=1",
        "sysctl -w vm.swappiness=10 kernel.kptr_restrict=0",
        "echo 'kernel.randomize_va_space = 0' > /etc/sysctl.d/60-x.conf",
        'cat > /etc/sysctl.d/db.conf <<< "vm.nr_hugepages = $1"',
        "printf 'vm.overcommit_memory = 2\\nvm.overcommit_ratio = 10\\n' | sudo tee -a /etc/sysctl.conf",
        "sysctl -w net.ipv4.conf.all.rp_filter=0",
        "sysctl -w vm.panic_on_oom=1",
    ),
    good=(
        "sysctl -a",
        "cat /proc/sys/vm/swappiness",
        "sysctl -w vm.swappiness=10",
        "sysctl -p",
        "echo 3 > /proc/sys/vm/drop_caches",
        "sysctl kernel.hostname",
        "echo 'vm.swappiness = 10' > /etc/sysctl.d/60-swap.conf",
        "echo 'net.ipv4.tcp_syncookies = 1' >> /etc/sysctl.conf",
        "sysctl -w net.ipv4.ip_forward=1",
        "sysctl -w kernel.kptr_restrict=2",
        "printf 'vm.nr_hugepages = 512\\nvm.overcommit_memory = 2\\n' > /etc/sysctl.d/60-db.conf",
    ),
)
def kernel(call: Invocation) -> Hit | None:
    if call.name == "sysctl":
        pairs = [(key, value) for word in call.words for key, equals, value in [word.partition("=")] if equals]
        if risky := [f"{key} to {value}" for key, value in pairs if risks(key, value)]:
            return dangerous(f"sets {', '.join(risky)} in the running kernel")
        if pairs:
            return notable(f"sets {', '.join(f'{key} to {value}' for key, value in pairs)} in the running kernel")
        return notable("loads kernel settings from a file") if call.has("-p", "--load", "--system") else None
    for target in targets(call):
        path = target.path
        if path.endswith("selinux/enforce"):
            return dangerous("stops SELinux from keeping anybody from anything")
        if path.startswith("/proc/sysrq"):
            return dangerous("pulls an emergency lever of the kernel: crash, restart or kill")
        if path.startswith("/proc/sys/"):
            key = path.removeprefix("/proc/sys/")
            value = (content(call.command) or "").strip()
            if risks(key, value):
                return dangerous(f"sets {key} of the running kernel")
            return notable(f"sets {key} of the running kernel")
        if _SETTINGS.match(path) and target.how != "creates":
            text = content(call.command) or (inserted(call) if target.how == "edits" else "")
            pairs = [(found[1], found[2].strip()) for found in _SETTING.finditer(text)]
            if risky := [f"{key} to {value}" for key, value in pairs if risks(key, value)]:
                return dangerous(f"sets {', '.join(risky)} at every start, in {path}")
        if path.startswith("/sys/") and not path.startswith(
            ("/sys/fs/cgroup", "/sys/class/leds", "/sys/class/backlight")
        ):
            if re.search(
                r"/(?:delete|remove|reset|unbind|online|state|disksize|new_id|power/control|enable)\Z|firmware|"
                r"efivars|/sys/kernel/debug|/sys/power",
                path,
            ):
                return dangerous(f"takes hardware away or puts the machine to sleep through {path}")
            return notable(f"changes the running kernel through {path}")
        if re.match(r"/proc/(?:\d+|self|…)/(?:mem|oom_\w+)", path):
            return notable(f"changes a running process through {path}")
    return None


_SETTINGS = re.compile(r"/etc/sysctl\.conf\Z|/(?:etc|run|usr/lib|lib)/sysctl\.d/")
_SETTING = re.compile(r"(?m)^\s*-?([a-z]+[./][\w./*-]+)\s*=\s*(.*)$")
# Settings by which a machine may not start, or may start to end its own processes, where the number does not fit it.
_FATAL = re.compile(r"vm[./](?:nr_hugepages|min_free_kbytes|admin_reserve_kbytes|user_reserve_kbytes)\Z")
_MOST = 1_048_576  # pages of 2 MiB, or KiB: more is a mistake on most machines


def risks(key: str, value: str) -> bool:
    """Whether a setting of the kernel, at that value, takes a protection away or can take the machine down."""
    if key.endswith("core_pattern") and re.match(r"[\w.%-]+\Z", value):
        return False
    if _FATAL.match(key):
        return not value.isdigit() or int(value) > _MOST
    if key.endswith("overcommit_ratio"):
        return not value.isdigit() or int(value) < 50
    return bool(_RISKY.match(key)) and not _stricter(key, value)


def _stricter(key: str, value: str) -> bool:
    if key.endswith("sysrq"):
        return value == "0"
    if key.endswith(("randomize_va_space",)):
        return value == "2"
    if re.search(r"protected_|kptr|dmesg|yama|syncookies|rp_filter|perf_event|unprivileged_bpf", key):
        return value not in ("0", "", "-1")
    if key.endswith(
        (
            "accept_redirects",
            "accept_source_route",
            "suid_dumpable",
            "unprivileged_userns_clone",
            "disable_ipv6",
            "icmp_echo_ignore_all",
        )
    ):
        return value == "0"
    return (key.endswith("file-max") and value.isdigit() and int(value) > 60_000) or (
        key.endswith(("pid_max", "threads-max")) and value.isdigit() and int(value) >= 32_768
    )


@rule(
    "SS1361",
    "Loads code into the kernel or takes a driver out",
    why="A module is part of the kernel: a bad one crashes or owns the machine, a missing one takes disk or "
    "network away.",
    instead="look with lsmod and modinfo who uses it, and use modprobe with a module of the distribution",
    on="insmod modprobe rmmod kldload kldunload depmod dkms mokutil",
    bad=("insmod /tmp/x.ko", "modprobe -r e1000e", "rmmod -f nvme", "insmod ./rootkit.ko"),
    good=("lsmod", "modprobe br_netfilter", "modinfo ext4", "modprobe -r pcspkr", "modprobe -n -v x"),
)
def modules(call: Invocation) -> Hit | None:
    if call.has("-n", "--dry-run", "--show", "-c", "--showconfig", "-D", "--show-depends"):
        return None
    if call.name in ("insmod", "kldload"):
        return dangerous(f"loads {call.verb or 'a file'} into the kernel")
    if call.name in ("rmmod", "kldunload") or (call.name == "modprobe" and call.has("-r", "--remove")):
        vital = [
            word
            for word in call.words
            if re.match(
                r"(?:e1000|ixgbe|igb|i40e|ice|mlx|bnx|tg3|r8169|virtio|vmxnet|ena|hv_|xen|nvme|ahci|sd_mod|scsi|"
                r"megaraid|mpt|ext[234]|xfs|btrfs|dm[_-]|md|raid|bonding|bridge|ip_?tables|nf_|nft|iptable|loop|"
                r"overlay|fuse|nfs|usb|kvm)",
                word,
            )
        ]
        if vital or call.has("-f", "--force", "-w"):
            return dangerous(f"takes the driver {vital[0] if vital else call.verb} out of the kernel")
        return notable(f"takes the driver {call.verb} out of the kernel")
    if call.name == "mokutil":
        return (
            dangerous("changes what the machine may boot")
            if call.has("--disable-validation", "--reset", "--import", "--delete")
            else None
        )
    return notable(f"loads the driver {call.verb} into the kernel") if call.name == "modprobe" and call.words else None


@rule(
    "SS1362",
    "Turns off a protection of the machine",
    why="What SELinux, AppArmor or the audit kept from happening can happen from now on, unseen.",
    instead="read the denial (ausearch -m avc, aa-status) and allow the one thing that is needed",
    on="setenforce semanage setsebool aa-teardown aa-disable aa-complain apparmor_parser auditctl "
    "selinux-config-enforcing chcon spctl csrutil "
    "Set-MpPreference fail2ban-client aa-remove-unknown",
    bad=(
        "setenforce 0",
        "auditctl -e 0",
        "auditctl -D",
        "aa-teardown",
        "setenforce Permissive",
        "apparmor_parser -R /etc/apparmor.d/usr.sbin.mysqld",
        "aa-disable /usr/sbin/mysqld",
    ),
    good=("getenforce", "setenforce 1", "aa-status", "auditctl -l", "semanage port -l", "sestatus"),
)
def protections(call: Invocation) -> Hit | None:
    name, words = call.name, call.words
    if name == "setenforce":
        return (
            dangerous("stops SELinux from keeping anybody from anything")
            if call.verb.lower() in ("0", "permissive", "…")
            else notable("makes SELinux enforce its rules")
        )
    if name == "auditctl":
        if call.has("-D", "-d", "-W") or (call.has("-e") and "0" in words) or "-e0" in call.flags:
            return dangerous("stops the record of who did what")
        return notable("changes what is recorded") if call.has("-a", "-w", "-e", "-A") else None
    if name == "apparmor_parser":
        return (
            dangerous("takes a profile of AppArmor away")
            if call.has("-R", "--remove")
            else notable("loads a profile of AppArmor")
            if words
            else None
        )
    if name in ("aa-teardown", "aa-disable", "aa-remove-unknown"):
        return dangerous("takes AppArmor's protection away")
    if name == "aa-complain":
        return dangerous("keeps AppArmor from enforcing a profile")
    if name == "semanage":
        if "permissive" in words and call.has("-a", "--add"):
            return dangerous("exempts a domain from SELinux")
        return (
            notable("changes the rules of SELinux")
            if call.has("-a", "-d", "-m", "--add", "--delete", "--modify", "-D")
            else None
        )
    if name in ("spctl", "csrutil"):
        return (
            dangerous("turns off the protection of the system")
            if "disable" in words or call.has("--master-disable", "--global-disable")
            else None
        )
    if name == "fail2ban-client":
        return (
            dangerous("stops the defence against guessing of passwords")
            if {"stop", "unban"} & set(words) and ("stop" in words or call.has("--all"))
            else None
        )
    return notable(f"changes the security policy with {name}") if words else None
