"""Names that mean something: services, processes, packages, groups and interfaces whose loss is felt."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import fnmatchcase

from .word_lists import row_of, set_of

# Stopping one of these takes away access to the machine, or its protection.
ACCESS = set_of(
    "ssh sshd openssh-server dropbear network networking NetworkManager network-manager "
    "systemd-networkd systemd-resolved "
    "wpa_supplicant dhcpcd dhclient netplan firewalld ufw iptables ip6tables nftables fail2ban apparmor auditd "
    "rsyslog "
    "rsyslogd syslog syslog-ng systemd-journald journald systemd-logind logind dbus dbus-daemon dbus-broker sssd "
    "nscd "
    "winbind krb5kdc slapd openvpn wireguard wg-quick strongswan ipsec systemd-udevd udev polkit chronyd ntpd "
    "crond cron "
    "systemd-timesyncd falcon-sensor clamav-daemon ossec wazuh-agent osqueryd aide crowdsec sysmon teleport"
)
# Stopping one of these takes a service away from its users.
PRODUCTION = set_of(
    "nginx apache apache2 httpd haproxy varnish traefik envoy caddy lighttpd squid mysql mysqld "
    "mariadb mariadbd postgres "
    "postgresql postmaster mongod mongodb mongos redis redis-server memcached rabbitmq rabbitmq-server kafka "
    "zookeeper "
    "elasticsearch opensearch logstash kibana cassandra clickhouse clickhouse-server influxdb influxd prometheus "
    "grafana "
    "grafana-server alertmanager etcd docker dockerd containerd crio cri-o kubelet kube-apiserver kube-proxy "
    "kube-scheduler "
    "kube-controller-manager k3s k3s-agent rke2-server consul vault nomad jenkins gitlab gitlab-runsvdir tomcat "
    "php-fpm "
    "php7.4-fpm php8.1-fpm php8.2-fpm gunicorn uwsgi bind9 named dnsmasq unbound pdns coredns postfix exim4 exim "
    "sendmail "
    "dovecot vsftpd proftpd smbd samba nmbd nfs-server nfs-kernel-server nfsd rpcbind libvirtd ceph ceph-osd "
    "ceph-mon "
    "glusterd minio asterisk freeradius keepalived pacemaker corosync patroni pgbouncer supervisord supervisor "
    "pulseaudio- "
    "zabbix-server zabbix-agent node_exporter node-exporter datadog-agent telegraf filebeat fluentd fluent-bit "
    "vector nagios "
    "icinga2 oracle mssql-server couchdb neo4j solr activemq nats nats-server vaultwarden drbd multipathd iscsid"
)
INIT = set_of("init systemd launchd upstart runit s6-svscan tini dumb-init dockerd containerd-shim")
DATABASES = set_of(
    "mysql mysqld mysqld_safe mariadb mariadbd postgres postgresql postmaster mongod mongodb "
    "mongos redis redis-server etcd "
    "cassandra clickhouse clickhouse-server elasticsearch opensearch influxd oracle couchdb neo4j cockroach "
    "kafka zookeeper "
    "sqlservr db2sysc slapd"
)
# A package whose removal leaves a machine that does not boot, log in, or install.
ESSENTIAL = row_of(
    "linux linux-lts linux-zen linux-image* linux-headers-generic linux-generic linux-modules* "
    "kernel kernel-core kernel-*core kernel-modules* kernel-default* kernel-[lm][tl] kernel-uek kernel-rt "
    "linux-hardened linux-virt linux-rt linux-current linux-aws linux-azure linux-gcp linux-raspi linux-rpi* "
    "raspberrypi-kernel pve-kernel* proxmox-ve pve-manager alpine-base* openrc mkinitfs mkinitcpio snapd "
    "core core[0-9]* pc-kernel dropbear libcrypto3 libc musl-utils opkg pkg libc6 "
    "libc-bin glibc glibc-* musl openssh* ssh sshd systemd systemd-* bash dash zsh coreutils util-linux sudo "
    "doas dpkg apt rpm "
    "yum dnf zypper pacman apk-tools base-files base-passwd login passwd shadow* grub* shim* initramfs-tools "
    "dracut mount "
    "libpam* pam libssl* openssl openssl-libs krb5-libs libkrb5* zlib zlib1g* libz glib2 ncurses-libs libcurl* "
    "libselinux* libcrypt1 libxcrypt libzstd* liblzma* xz-libs pcre2 libpcre2* libtinfo* readline libreadline* "
    "elfutils-libelf libstdc++6 libgcc* gcc-libs python3 python3-minimal python python3.* perl-base "
    "init sysvinit* "
    "network-manager NetworkManager* netplan* ifupdown iproute2 iproute isc-dhcp-client dhcpcd* e2fsprogs lvm2 mdadm "
    "cryptsetup* cloud-init firewalld ufw iptables nftables auditd audit apparmor selinux-* fail2ban rsyslog "
    "ca-certificates "
    "gnupg filesystem setup busybox tar gzip ubuntu-desktop ubuntu-server ubuntu-minimal gnome-shell xorg"
)
_SERVICE_PACKAGES = row_of(
    "mysql-server* mariadb-server* postgresql postgresql-[0-9]* postgresql[0-9]* "
    "postgresql-server mongodb* mongodb-org* redis-server redis "
    "docker-ce* docker.io docker-engine containerd containerd.io nginx* apache2 httpd haproxy rabbitmq-server "
    "elasticsearch "
    "kubelet kubeadm k3s etcd* bind9 bind postfix dovecot* samba nfs-kernel-server nfs-utils jenkins grafana "
    "prometheus "
    "consul vault libvirt* memcached varnish tomcat[0-9]* openldap* slapd mysql mariadb docker docker-ce "
    "podman lxd incus microk8s nextcloud valkey* keepalived pacemaker corosync patroni pgbouncer"
)
SUPER_GROUPS = set_of("sudo wheel root admin adm shadow disk lxd libvirt kmem sudoers admins incus")
SUPER_USERS = frozenset(("root", "0", "toor"))
PLATFORM_USERS = set_of("root 0 postgres mysql nginx www-data apache systemd-network sshd")
# Accounts under which services run: ending all of one's processes ends the service.
SERVICE_USERS = set_of(
    "www-data apache nginx http postgres pgsql mysql mariadb mongodb mongod redis valkey rabbitmq elasticsearch "
    "opensearch kibana logstash kafka zookeeper cassandra clickhouse influxdb etcd vault consul nomad jenkins git "
    "gitlab-psql gitlab-redis tomcat haproxy varnish squid proxy bind named unbound dnsmasq postfix dovecot dovenull "
    "exim Debian-exim memcache memcached prometheus grafana systemd-network systemd-resolve systemd-timesync "
    "messagebus dbus polkitd sshd sssd ntp chrony _chrony syslog ceph minio ldap openldap oracle mssql neo4j couchdb "
    "solr zabbix nagios icinga ftp vsftpd asterisk libvirt-qemu qemu docker daemon ossec wazuh haclient hacluster"
)
# Ports on which a database or the way into the machine listens.
PORTS = {
    **dict.fromkeys(("22", "ssh"), "remote access"),
    **dict.fromkeys(("3306", "mysql", "5432", "postgresql", "27017", "6379", "redis", "1521", "1433"), "a database"),
    **dict.fromkeys(("9200", "9300", "9042", "5984", "8086", "2181", "9092", "5672", "389", "ldap"), "a data store"),
    **dict.fromkeys(("2379", "2380", "6443", "10250"), "the cluster"),
    **dict.fromkeys(("53", "domain"), "name resolution"),
    **dict.fromkeys(("2049", "nfs", "3260"), "file sharing"),
}
SHELLS = set_of("sh bash dash ash zsh ksh mksh csh tcsh fish busybox rbash yash pwsh")
INTERPRETERS = set_of(
    "python python2 python3 perl ruby node nodejs php lua tclsh osascript deno bun Rscript "
    "groovy scala jshell gawk awk mawk "
    "pypy3 guile"
)
FETCHERS = set_of("curl wget aria2c http https lwp-download GET fetch lynx links w3m axel ftp tftp lftp xh curlie")
_LINKS = re.compile(
    r"(?:eth|en[ospx]|ens|eno|enp|wlan|wl[opx]|bond|br|ib|em|venet|team|tun|wg|vmbr|virbr|docker|cni|lo\b)\w*"
)


def service(name: str) -> str:
    """The service that a unit's name means: `sshd.service` is `sshd`, `postgresql@14-main` is `postgresql`."""
    name = name.strip("'\"")
    for suffix in (".service", ".socket", ".target", ".timer"):
        name = name.removesuffix(suffix)
    name = name.partition("@")[0]
    return name.rpartition("/")[2]


def holds(name: str) -> str:
    """What a service is to people, in words; empty for one that only its owner knows."""
    plain = service(name)
    if plain in ACCESS:
        return "access to the machine or its protection"
    if plain in PRODUCTION or re.match(
        r"(?:postgresql|mysql|php|redis|kafka|elasticsearch|mongo|kube)[-\w.]*\Z", plain
    ):
        return "a service that others depend on"
    if any(mark in plain for mark in "*?[") and any(fnmatchcase(known, plain) for known in ACCESS | PRODUCTION):
        return "services that others depend on"
    return ""


def essential(package: str) -> bool:
    """Whether the machine needs the package to boot, log in or install."""
    plain = _bare(package).removesuffix("-").removesuffix("+")
    if any(mark in plain for mark in "*?[") or plain in (".*", "^.*"):
        bare = plain.strip("^$*.?")
        return len(bare) < 3 or any(fnmatchcase(known.strip("*"), plain.strip("^$")) for known in ESSENTIAL)
    return any(fnmatchcase(plain, known) for known in ESSENTIAL)


def serving(package: str) -> bool:
    """Whether the package is a server that people or data depend on."""
    plain = _bare(package)
    return any(fnmatchcase(plain, known) for known in _SERVICE_PACKAGES)


def _bare(package: str) -> str:
    """A package without its version, architecture and category: `=sys-libs/glibc-2.38`, `curl:i386`, `jq=1.7`."""
    return package.lstrip("=<>~!").partition("=")[0].partition(":")[0].rpartition("/")[2]


def runs_service(user: str) -> bool:
    """Whether a service that others depend on runs under the account."""
    return user in SERVICE_USERS or user in DATABASES or user in ACCESS or user in PRODUCTION


def interface(name: str) -> bool:
    """Whether the name is that of a network interface, by the usual schemes."""
    return bool(_LINKS.match(name))


def first(words: Iterable[str], known: frozenset[str]) -> str:
    """The first word that is known, or the empty string."""
    return next((word for word in words if word in known), "")
