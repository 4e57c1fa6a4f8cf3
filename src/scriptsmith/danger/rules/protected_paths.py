"""The trees and files of a machine that somebody would miss, by name."""

from __future__ import annotations

import re

from .word_lists import row_of, set_of

BINARIES = "bin sbin lib lib32 lib64 libx32 usr boot"
TOPS = frozenset(
    f"{BINARIES} etc var home root opt srv dev proc sys run mnt media tmp data backup backups Users System Library "
    "Applications Volumes private nix snap export exports storage database db lost+found".split()
)
CODE = frozenset(BINARIES.split()) | {"System", "Library", "nix"}
STORE_TOPS = set_of("data backup backups export exports storage database db nfs")
MOUNT_TOPS = set_of("mnt media Volumes")
STORES = set_of(
    "mysql mariadb postgresql postgres pgsql pgdata mongodb mongo redis etcd elasticsearch "
    "opensearch kafka zookeeper "
    "cassandra clickhouse influxdb prometheus grafana rabbitmq docker containerd containers kubelet rancher couchdb "
    "neo4j ldap openldap libvirt vault consul ceph gluster glusterd nfs jenkins gitlab minio mssql oracle sqlite "
    "mongodata dbdata"
)
PASSING = set_of("tmp temp cache caches log logs lists workspace workspaces coredump crash core partial lock")
VAR_WHOLE = set_of("lib log www spool mail backups db opt games account crash local named ftp vmail")
HOME_OWN = set_of(
    ".ssh .gnupg .aws .kube .config .local .mozilla .thunderbird .password-store .docker .azure "
    ".gcloud Documents "
    "Desktop Pictures Music Videos Library Mail Maildir"
)
EVERY = re.compile(r"(?:\*+|\.\*|\*\.\*|\?\*|\*\?|\.\?\?\*|\.\[!?\^?\.\]\*|\[!\.\]\*|\[\^\.\]\*|\.\[!\.\]\?\*)\Z")
WILD = re.compile(r"[*?\[]")

ACCOUNTS = re.compile(r"/etc/(?:passwd|shadow|group|gshadow|subuid|subgid|opasswd|security/opasswd)-?\Z")
LOCKS = (
    (ACCOUNTS, "the account files"),
    (re.compile(r"/etc/sudoers(?:\.d(?:/.*)?)?\Z"), "the rules of who may become root"),
    (re.compile(r"/etc/pam\.(?:d(?:/.*)?|conf)\Z"), "how people log in"),
    (re.compile(r"/etc/ld\.so\.preload\Z"), "the library that every program loads first"),
    (re.compile(r"(?:(?:~\w*|/root|/home/[^/]+|.*)/)?\.ssh/authorized_keys2?\Z"), "the keys that may log in"),
    (re.compile(r"(?:.*/)?\.rhosts\Z|/etc/hosts\.equiv\Z"), "the hosts that may log in without a password"),
    (
        re.compile(r"/etc/(?:polkit-1|krb5|openldap|sssd|ipsec|strongswan)(?:[./].*)?\Z"),
        "who is trusted on this machine",
    ),
)
BASICS = (
    (re.compile(r"/etc/ssh/.*"), "the configuration of remote access"),
    (re.compile(r"/etc/(?:fstab|crypttab|mtab)\Z"), "what is mounted at boot"),
    (
        re.compile(
            r"/etc/(?:hosts|resolv\.conf|nsswitch\.conf"
            r"|hostname|hosts\.allow|hosts\.deny)\Z"
        ),
        "how names resolve",
    ),
    (
        re.compile(
            r"/etc/(?:network/interfaces|netplan/.*|sysconfig/network.*"
            r"|NetworkManager/.*)\Z"
        ),
        "the network settings",
    ),
    (re.compile(r"/etc/(?:default/)?grub.*"), "how the machine boots"),
    (re.compile(r"/etc/(?:selinux|apparmor|apparmor\.d|audit)/.*"), "the security policy"),
    (re.compile(r"/etc/(?:ssl|pki|letsencrypt)/.*"), "certificates and keys"),
    (re.compile(r"/etc/(?:kubernetes|etcd|docker)/.*"), "the configuration of the container platform"),
    (
        re.compile(
            r"/etc/(?:crontab|inittab|profile|bash\.bashrc|environment|login\.defs|rc\.local|machine-id|"
            r"ld\.so\.conf)\Z"
        ),
        "what runs at boot and login",
    ),
    (re.compile(r"/etc/(?:iptables|nftables|ufw|firewalld)(?:[./].*)?\Z"), "the firewall rules"),
)
AUDIT_NAMES = row_of(
    "auth.log secure wtmp btmp lastlog faillog utmp syslog messages kern.log audit.log user.log "
    "daemon.log sudo.log "
    "tallylog auth.log.1 secure.log dmesg boot.log cron cron.log maillog"
)
DISK = re.compile(
    r"/dev/(?:[shvx]v?d[a-zX…*?\[]|nvme|mmcblk|dm-|md\d|mapper/|disk\d?|disk/|rdisk|loop\d|vg|lv|zvol|block/|"
    r"root\b|bcache"
    r"|pmem|drbd|rbd|nbd|ubi|mtd|usb_drive|cciss|sdX|ram\d)[^\s]*\Z|/dev/(?:sd|hd|vd|xvd|disk|nvme)?[*?\[].*"
)
MEMORY = re.compile(r"/dev/(?:mem|kmem|port|core|watchdog\d*)\Z")
STREAMS = re.compile(
    r"/dev/(?:null|zero|full|stdin|stdout|stderr|tty\w*|pts/.*|fd/.*|console|u?random|ptmx|log|lp\d|snd/.*|dsp|"
    r"audio|pcspkr"
    r"|clipboard|rtc\d?|input/.*|video\d|i2c-\d|hidraw\d|cu\..*)\Z"
)
# Where certificates lie on another machine that is given new ones over ssh.
CERTIFICATES = re.compile(r":/etc/(?:\S*/)?(?:certs?|ssl|tls|pki|haproxy|nginx|letsencrypt)(?:/|\Z)")
SECRETS = (
    (re.compile(r"/etc/(?:g?shadow|master\.passwd|security/opasswd)-?(?:\.bak|\.old|~)?\Z"), "password hashes"),
    (
        re.compile(
            r".*/\.ssh/(?:id_(?!.*\.pub\Z).*|identity|.*\.pem"
            r"|.*_key|\*|.*_rsa|.*_ed25519)\Z|.*/\.ssh\Z"
        ),
        "private SSH keys",
    ),
    (re.compile(r"(?:.*/)?id_(?:rsa|dsa|ecdsa|ed25519)\Z"), "private SSH keys"),
    (re.compile(r"/etc/ssh/ssh_host_\w+_key\Z|/etc/ssh/ssh_host_\*(?:key)?\Z"), "the host's private SSH keys"),
    (re.compile(r".*/\.aws(?:/(?:credentials|config|\*))?\Z|(?:.*/)?\.boto\Z|.*/\.s3cfg\Z"), "cloud credentials"),
    (re.compile(r".*/\.config/gcloud(?:/.*)?\Z|.*/\.azure(?:/.*)?\Z|.*/\.oci/.*\.pem\Z"), "cloud credentials"),
    (re.compile(r".*/\.kube(?:/config)?\Z|/etc/kubernetes/(?:admin\.conf|pki/.*\.key|pki)\Z"), "cluster credentials"),
    (re.compile(r"(?:/var)?/run/secrets(?:/.*)?\Z"), "mounted secrets"),
    (re.compile(r".*/\.gnupg(?:/(?:secring\.gpg|private-keys.*|\*))?\Z"), "private keys"),
    (
        re.compile(
            r"(?:.*/)?\.(?:netrc|pgpass|my\.cnf|git-credentials|npmrc|pypirc|vault-token|htpasswd|"
            r"dockercfg)\Z"
        ),
        "stored passwords",
    ),
    (re.compile(r".*/\.docker/config\.json\Z|/etc/mysql/debian\.cnf\Z|/root/\.my\.cnf\Z"), "stored passwords"),
    (re.compile(r".*/\.\w*_history\Z|.*/\.(?:bash|zsh)_history\Z|~/\.history\Z"), "what was typed, passwords among it"),
    (
        re.compile(
            r".*/\.(?:mozilla|config/google-chrome|config/chromium|thunderbird)/.*(?:logins|cookies|key4|"
            r"Login Data).*"
        ),
        "saved logins",
    ),
    (re.compile(r".*/\.local/share/keyrings(?:/.*)?\Z|.*/\.password-store(?:/.*)?\Z"), "stored passwords"),
    (
        re.compile(
            r"/etc/(?:ssl/private|pki/tls/private|letsencrypt/(?:live"
            r"|archive))(?:/.*(?:key|\*).*)?(?<!/cert\.pem)(?<!chain\.pem)\Z"
        ),
        "private keys",
    ),
    (
        re.compile(
            r"/proc/(?:\d+|\*|self|…)/(?:environ|mem"
            r"|auxv)\Z|/dev/k?mem\Z|/proc/kcore\Z"
        ),
        "memory of running programs",
    ),
    (re.compile(r"/etc/krb5\.keytab\Z|.*\.keytab\Z"), "keys of this host"),
    (
        re.compile(
            r"/etc/(?:sudoers\.d/.*secret.*|ppp/chap-secrets|ipsec\.secrets|wireguard/.*\.conf|"
            r"openvpn/.*\.key)\Z"
        ),
        "keys of the network",
    ),
    (re.compile(r"(?:.*/)?\.env(?:\.(?:local|prod|production|staging|live|secret\w*))?\Z"), "an application's secrets"),
    (
        re.compile(
            r"(?:.*/)?(?:credentials\.json|secrets?\.(?:ya?ml|json|env|txt)|service-account.*\.json|"
            r"master\.key)\Z"
        ),
        "an application's secrets",
    ),
)
# Who may write to one of these is root on the machine, or as good as root.
CONTROL = re.compile(
    r"(?:/var)?/run/(?:docker|podman/podman|containerd/containerd|crio/crio|libvirt/libvirt-sock|snapd|lxd/unix|incus/unix|"
    r"k3s/containerd/containerd|systemd/private|haproxy/admin)(?:\.sock(?:et)?)?\Z|/var/snap/lxd/common/lxd/unix\.socket\Z|"
    r"/var/lib/(?:lxd|incus)/unix\.socket\Z"
)
