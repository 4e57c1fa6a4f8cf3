"""What a script would read, write, delete, reach, start and stop, from what its programs do with their arguments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..core.effects import Effects
from ..interpreter.model import Command, Word
from .rules.find_results import find_roots
from .rules.invocation import Invocation
from .rules.packages import simulated
from .rules.paths import scratch, spelled, stream
from .rules.word_lists import set_of
from .rules.write_targets import targets, writes

# What the programs that only look do with their operands: every one is a file, or all but the first, or none.
_ALL = set_of(
    "cat head tail less more sort uniq wc cut diff cmp comm file stat nl od hexdump xxd strings md5sum "
    "sha1sum sha256sum sha512sum "
    "cksum base64 base32 rev tac paste join column fold fmt pr expand unexpand zcat bzcat xzcat zless gunzip "
    "gzip bzip2 xz zstd lz4 "
    "source . ls du tree readlink realpath bash sh dash zsh ksh python python3 perl ruby node php lua shuf split "
    "csplit tsort look "
    "iconv dos2unix unix2dos jq yq xmllint aspell hunspell shasum b2sum sum vim vi nano emacs view ldd nm "
    "objdump readelf size"
)
_BUT_FIRST = set_of("grep egrep fgrep zgrep rg ag ack awk gawk mawk nawk sed gsed perl-n pcregrep ngrep jq")
_DELETERS = set_of("rm unlink rmdir shred srm trash trash-put")
_REACHING = set_of(
    "curl wget ssh scp sftp rsync nc ncat netcat socat telnet ftp tftp ping ping6 traceroute "
    "tracepath mtr dig nslookup host whois nmap "
    "aria2c http https xh openssl mysql psql mongo mongosh redis-cli ldapsearch snmpwalk smbclient curlie lftp "
    "ssh-copy-id ssh-keyscan rclone "
    "aws gcloud az gsutil kubectl oc helm docker-pull"
)
_MANAGERS = set_of(
    "apt apt-get aptitude yum dnf microdnf zypper pacman apk pip pip3 npm yarn pnpm gem cargo brew "
    "snap flatpak conda go"
)
_CLUSTER = set_of("kubectl oc helm aws gcloud az gsutil terraform tofu pulumi")
_FETCHING = set_of("install update upgrade download dist-upgrade full-upgrade add sync i ci fetch -S -Syu refresh get")
_QUIET = set_of(
    "status is-active is-enabled is-failed show list-units list-unit-files list-timers "
    "list-dependencies list-sockets list-jobs cat get-default "
    "is-system-running help show-environment --status-all"
)
# Programs that this analysis knows: those that rules speak of count as well.
LOOKERS = (
    _ALL
    | _BUT_FIRST
    | _REACHING
    | set_of(
        "echo printf true false : test [ [[ cd pwd pushd popd dirs exit return break continue shift set "
        "unset export declare typeset local readonly read "
        "mapfile readarray wait jobs fg bg trap eval exec type command builtin hash help alias unalias shopt let "
        "getopts umask ulimit times source logout disown caller enable bind "
        "complete compgen compopt printenv env date cal sleep seq yes tr tee xargs find locate updatedb fd "
        "fdfind which whereis whatis man info apropos basename dirname expr bc dc factor "
        "id whoami who w users groups last lastb lastlog finger tty uptime uname arch hostname hostid nproc "
        "lscpu lsblk lsusb lspci lsmod lsof lsattr lsns lsipc lslogins free vmstat iostat mpstat "
        "sar dstat top htop atop iotop iftop nethogs ps pstree pgrep pidof pmap pwdx df mount findmnt blkid "
        "dmesg journalctl ss netstat ifconfig ip route arp ethtool "
        "time timeout watch nice ionice nohup stdbuf script tput clear reset stty setterm mesg write wall talk "
        "getent getconf getfacl getcap getfattr "
        "cp mv ln mkdir touch install mktemp mkfifo truncate tar zip unzip cpio ar rar 7z patch git svn hg diff3 "
        "sdiff colordiff vimdiff tmux screen "
        "gpg openssl ssh-keygen ssh-add ssh-agent sudo doas su crontab at atq batch systemctl service chmod "
        "chown chgrp chattr setfacl kill killall pkill rm rmdir "
        "docker podman kubectl helm terraform make cmake gcc cc g++ clang ld strip ar ranlib java javac mvn "
        "gradle go cargo rustc npm npx yarn pip pip3 ansible ansible-playbook "
        "figlet cowsay fortune lolcat toilet banner sl convert identify mogrify ffmpeg ffprobe sox gs pdftotext "
        "pandoc latex pdflatex xdg-open open pbcopy pbpaste xclip xsel "
        "numfmt envsubst gettext logger getopt tsort ts sponge parallel env_parallel sem pv rename prename mmv cloc "
        "stow dialog "
        "whiptail zenity notify-send inotifywait strace ltrace gdb perf valgrind ldconfig "
        "free swapon sysctl modinfo lshw dmidecode hwinfo inxi smartctl sensors acpi upower xrandr xdpyinfo "
        "setxkbmap loadkeys fc-list fc-cache lpr lpq lpstat mail mailx "
        "history fc logname runlevel systemd-analyze systemd-cgls hostnamectl timedatectl localectl loginctl apt "
        "apt-get apt-cache apt-config dpkg dpkg-query rpm yum dnf zypper pacman apk snap brew flatpak "
        "crictl etcdctl consul vault sqlite3 mysqldump pg_dump pg_dumpall mysqladmin virsh qemu-img iptables nft "
        "ufw firewall-cmd tcpdump tshark showmount rpcinfo exportfs nfsstat "
        "ntpq chronyc hdparm nvme zpool zfs lvs vgs pvs lvdisplay vgdisplay pvdisplay btrfs mdadm cryptsetup "
        "e2label dumpe2fs tune2fs xfs_info gzexe zgrep zdiff zcmp xzgrep bzgrep less lesskey "
        "rsync csplit egrep fgrep pathchk sync chroot unshare nsenter setsid flock logrotate mcookie uuidgen "
        "base64 sha256sum xxd hexdump od dd fallocate tload slabtop numactl taskset chrt renice "
        "cut paste join comm expand fold pr nl tac rev shuf sum cksum users hostid tsort ptx printf stat file "
        "sed awk dos2unix iconv jq yq xmllint xmlstarlet csvcut mlr sort uniq "
        "a2ensite a2dissite a2enmod nginx apachectl haproxy named-checkconf named-checkzone postconf sshd visudo "
        "update-alternatives update-grub mkinitcpio dracut locale-gen dpkg-reconfigure tldr "
        "ldapsearch kinit klist smbstatus testparm rpcclient nmblookup avahi-browse bluetoothctl nmcli iw "
        "iwconfig iwlist rfkill wpa_cli "
    )
)


_TOUCHING = (
    _ALL
    | _BUT_FIRST
    | _DELETERS
    | _MANAGERS
    | _REACHING
    | _CLUSTER
    | set_of("cp mv rsync scp ln install tar zip dd find logrotate git docker podman")
    | set_of("systemctl service rc-service initctl sv supervisorctl")
)


class _Sums:
    """The effects found so far, each once, in order."""

    def __init__(self) -> None:
        self.reads: dict[str, None] = {}
        self.writes: dict[str, None] = {}
        self.deletes: dict[str, None] = {}
        self.network: dict[str, None] = {}
        self.privilege: dict[str, None] = {}
        self.services: dict[str, None] = {}


def effects(calls: Sequence[Invocation]) -> Effects:
    """What the commands would touch, as far as their arguments tell, each thing once in the order of the text."""
    sums = _Sums()
    for call in calls:
        _one(call, sums)
    return Effects(
        reads=tuple(sums.reads),
        writes=tuple(sums.writes),
        deletes=tuple(sums.deletes),
        network=tuple(sums.network),
        privilege=tuple(sums.privilege),
        services=tuple(sums.services),
    )


def _one(call: Invocation, sums: _Sums) -> None:
    command, name = call.command, call.name
    if command.privileged:
        sums.privilege[f"{name or '…'} as root"] = None
    elif name in ("su", "sudo", "doas", "pkexec"):
        sums.privilege[f"{name} {' '.join(call.words[:2])}".rstrip()] = None
    if command.host:
        sums.network[command.host] = None
    for redirect in command.redirects:
        if redirect.operator == "<":
            _path(redirect.target, command, sums.reads)
        if redirect.target.shape.startswith(("/dev/tcp/", "/dev/udp/")):
            sums.network[redirect.target.shape.removeprefix("/dev/")] = None
    if not command.arguments and not command.redirects:
        return
    if name not in _TOUCHING and not command.redirects and not writes(name):
        return
    for target in targets(call):
        if not stream(target.path) and not target.path.startswith("/dev/tcp/") and target.path:
            sums.writes[target.path] = None
    _touched(call, sums)
    if name in _REACHING:
        _reached(call, sums)
    if name in _CLUSTER:
        clusters = ("kubectl", "oc", "helm")
        sums.network["the cluster" if name in clusters else f"the interface of {name}"] = None


def _touched(call: Invocation, sums: _Sums) -> None:
    """What the program does to its operands."""
    command, name = call.command, call.name
    if name in _ALL:
        outputs = [target.word for target in targets(call)]
        for word in call.operands:
            if not any(word is each for each in outputs):
                _path(word, command, sums.reads)
    elif name in _BUT_FIRST:
        skipped = 0 if call.has("-e", "-f", "--regexp", "--file", "--expression") else 1
        for word in call.operands[skipped:]:
            _path(word, command, sums.reads)
    elif name in ("cp", "mv", "rsync", "scp", "ln", "install", "tar", "zip", "dd"):
        _sources(call, sums)
    elif name == "find":
        _found(call, sums)
    elif name in _DELETERS:
        for word in call.operands:
            _path(word, command, sums.deletes)
    elif name in ("systemctl", "service", "rc-service", "initctl", "sv", "supervisorctl"):
        _service(call, sums)
    elif name == "logrotate":
        if not call.has("-d", "--debug"):
            sums.writes["rotated logs"] = None
    elif name == "git":
        if call.verb in ("clone", "pull", "push", "fetch", "ls-remote"):
            sums.network[next((word for word in call.words[1:] if ":" in word or "/" in word), "the git remote")] = None
        if call.verb == "clean":
            sums.deletes["untracked files"] = None
    elif name in _MANAGERS:
        _packages(call, sums)
    elif name in ("docker", "podman") and call.verb in ("pull", "push", "run", "login", "build"):
        sums.network["container registry"] = None


def _packages(call: Invocation, sums: _Sums) -> None:
    if simulated(call):
        return
    if call.verb in _FETCHING:
        sums.network["package repositories"] = None
        sums.writes["installed packages"] = None
    elif call.verb in ("remove", "purge", "erase", "autoremove", "uninstall", "del", "rm"):
        sums.deletes[" ".join(("packages", *call.words[1:]))] = None


def _path(word: Word, command: Command, into: dict[str, None]) -> None:
    path = spelled(word, command.cwd)
    if path and path != "-" and not stream(path):
        into[path] = None


def _sources(call: Invocation, sums: _Sums) -> None:
    name, command = call.name, call.command
    if name == "dd":
        for word in call.operands:
            if word.shape.startswith("if="):
                sums.reads[word.shape[3:]] = None
        return
    if name in ("tar", "zip"):
        words = call.operands[1:] if (call.words and not call.has("-f", "--file")) or name == "zip" else call.operands
        for word in words:
            _path(word, command, sums.reads)
        return
    sources: Iterable[Word] = call.operands if call.has("-t", "--target-directory") else call.operands[:-1]
    for word in sources:
        _path(word, command, sums.deletes if name == "mv" else sums.reads)
    if name in ("rsync", "scp"):
        for text in call.words:
            if found := re.match(r"(?:[^/@\s]+@)?([^/:\s@]+):", text):
                sums.network[found[1]] = None
    if name == "rsync" and any(flag.startswith("--del") for flag in call.flags) and call.words:
        sums.deletes[f"{call.words[-1]} (what the source lacks)"] = None


def _found(call: Invocation, sums: _Sums) -> None:
    roots = [spelled(root, call.command.cwd) for root in find_roots(call)] or ["."]
    for root in roots:
        sums.reads[root] = None
        if call.has("-delete"):
            sums.deletes[f"{root.rstrip('/')}/… (what find yields)"] = None


def _service(call: Invocation, sums: _Sums) -> None:
    words = call.words
    if call.name in ("service", "rc-service"):
        verb, units = (words[1] if len(words) > 1 else ""), words[:1]
    else:
        verb, units = call.verb, words[1:]
    if verb and verb not in _QUIET and not verb.startswith("list-"):
        for unit in units or ("",):
            sums.services[f"{verb} {unit}".strip()] = None


def _reached(call: Invocation, sums: _Sums) -> None:
    name = call.name
    if name in _CLUSTER:
        return
    if name in ("mysql", "psql", "mongo", "mongosh", "redis-cli"):
        host = call.value("-h", "--host")
        if host and host not in ("localhost", "127.0.0.1"):
            sums.network[host] = None
        return
    if name in ("rsync", "scp", "openssl"):
        return
    for word in call.words:
        if "://" in word or re.match(r"(?:[\w.-]+@)?[\w-]+(?:\.[\w-]+)+(?:[:/].*)?\Z", word) or word == "…":
            sums.network[word] = None
            if name in ("ssh", "sftp"):
                return
        elif name in (
            "ssh",
            "sftp",
            "ssh-copy-id",
            "telnet",
            "nc",
            "ncat",
            "ping",
            "nmap",
            "traceroute",
            "host",
            "dig",
            "nslookup",
            "whois",
        ):
            if not word.startswith(("+", "@")):
                sums.network[word] = None
            return


def changes(summary: Effects) -> bool:
    """Whether anything in the summary is more than looking and using scratch files of its own."""
    return bool(summary.services) or not all(map(scratch, (*summary.writes, *summary.deletes)))
