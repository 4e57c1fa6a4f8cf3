"""What a change is made to, as areas: the programs that change something in each, and the words that speak of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

PROGRAM_LINES = """
files: rm rmdir unlink shred srm truncate fallocate mv find rename rsync tar git-clean dd cp tee sed install ln patch
service: systemctl service rc-service initctl sv supervisorctl rc-update update-rc.d chkconfig invoke-rc.d monit
  nginx apachectl apache2ctl
process: kill pkill killall killall5 skill renice ionice taskset chrt prlimit fuser
package: apt apt-get aptitude apt-mark apt-key dpkg dpkg-reconfigure add-apt-repository yum dnf microdnf rpm zypper
  pacman apk snap flatpak pip pip3 pipx npm yarn pnpm gem cargo brew conda go
account: useradd adduser usermod userdel deluser groupadd addgroup groupdel delgroup groupmod passwd chpasswd chage
  gpasswd visudo vipw newusers chsh chfn loginctl ssh-copy-id faillock pam_tally2 realm
permission: chmod chown chgrp setfacl chattr setcap semanage setsebool setenforce restorecon chcon aa-disable
firewall: iptables ip6tables iptables-restore ip6tables-restore nft ufw firewall-cmd ipset fail2ban-client ebtables
network: ip ifconfig ifup ifdown ifenslave route nmcli ethtool tc brctl hostnamectl hostname resolvectl netplan
  networkctl arp dhclient wg wg-quick openvpn ovs-vsctl
kernel: sysctl modprobe rmmod insmod depmod dmesg kexec grub-install update-grub grub2-mkconfig update-initramfs dracut
power: reboot shutdown poweroff halt telinit init rtcwake pm-suspend
disk: mkfs mkswap swapon swapoff mount umount fdisk sfdisk cfdisk parted sgdisk gdisk wipefs blkdiscard hdparm
  lvremove lvcreate lvextend lvreduce lvresize lvconvert lvrename vgremove vgreduce vgcreate vgextend pvremove pvcreate
  pvmove mdadm zfs zpool btrfs cryptsetup losetup resize2fs xfs_growfs growpart tune2fs e2fsck fsck fstrim badblocks
  dmsetup multipath iscsiadm nvme debugfs
schedule: crontab at batch atrm
container: docker podman nerdctl crictl ctr docker-compose podman-compose buildah lxc lxd incus machinectl
cluster: kubectl oc helm k3s kubeadm minikube kind argocd flux istioctl velero kustomize
machine: virsh virt-install qemu-img qm pct vboxmanage VBoxManage vagrant xl
database: psql pg_restore pg_ctl pg_ctlcluster pg_dropcluster dropdb createdb dropuser createuser vacuumdb reindexdb
  mysql mariadb mysqladmin mysqlimport mongo mongosh mongorestore redis-cli valkey-cli cqlsh nodetool sqlite3
  clickhouse-client influx etcdctl rabbitmqctl rabbitmqadmin kafka-topics kafka-topics.sh kafka-configs
  kafka-configs.sh kafka-consumer-groups kafka-consumer-groups.sh sqlcmd memcflush consul vault
cloud: aws gcloud az gsutil doctl terraform tofu pulumi openstack ibmcloud oci s3cmd mc rclone packer
versions: git hg svn gh glab
time: date timedatectl hwclock chronyc ntpdate
journal: journalctl logrotate auditctl
code: eval source
message: mail mailx sendmail mutt wall write
"""
"""Area, then the programs whose changes are made in it."""

WORD_LINES = """
files: directory file log symlink cache backup content line config checksum core dump temporary archive copy path name
  folder tree space usage size inode entry release version data document text script image compress decompress rename
  move sync rotate trash old empty export import extract upload download unlock lock certificate key permission report
  swap snapshot save disk filesystem artifact artefact build workspace home junk leftover garbage record module host
  hosts dataset pem csv json duplicate read write append replace checkpoint keytab template binary tarball
service: service socket timer boot daemon unit start stop restart reload enable disable mask unmask runlevel server
  agent login ssh journal config deploy certificate apply web proxy listener runner scrape
process: process connection session memory handle cpu load port nice priority job kill stop restart reload signal
  throttle renice limit zombie hang stuck command program task thread user service runaway query container script
  server affinity pin core swap
package: package version kernel upgrades install uninstall upgrade downgrade update software library dependency
  repository module hold pin patch security tool program application setup keyring index plugin
  snap flatpak formula gem crate wheel cache space cleanup environment tap cask registry channel
account: user group password owner session key permission grant lock unlock sudo ssh login expire home shell account
  credential privilege access member root signin loggedin admin rootlogin kick team
permission: permission owner user group access readable writable executable world-writable read-only attribute acl
  mode secure hardening privilege selinux context immutable file directory setuid suid bit capability
  key directory label
firewall: firewall port address connection rule policy block allow open close ban network traffic ip ipv4 ipv6 packet
  drop deny forward nat chain table jail subnet ssh interface expose
network: interface network route address dns machine link vlan bridge mtu ip ipv4 ipv6 gateway connection wifi port
  wireless hostname tunnel vpn nameserver domain resolve device cache neighbour neighbor arp server name mac bond
  loopback qdisc latency traffic bandwidth metric
kernel: kernel module parameter sysctl tune limit memory setting driver swap swappiness boot backlog buffer forward
  initramfs grub bootloader cache network tcp cpu governor file descriptor core variable device value
power: reboot shutdown_machine machine stop restart halt poweroff power suspend hibernate sleep node off down kernel
  wake runlevel system
disk: disk filesystem swap volume space partition mount unmount raid lvm size device snapshot array pool image
  increase resize format read-only trim encrypt decrypt luks usb zfs dataset share nfs bind block root label attach
  detach directory subvolume loop target sector storage extend physical logical group inode drive superblock journal
schedule: cronjob schedule job timer minute hour day night task at rotate run command queue entry line
container: container image volume docker podman compose space network service registry build cache layer dangling
  instance kubernetes project stack swarm secret node plugin namespace unused process application restart stop start
  bridge tag checkpoint machine update profile device file snapshot server
cluster: kubernetes pod node namespace deployment statefulset daemonset replicaset replica workload configmap secret
  ingress quota event cronjob job service volume policy cluster container rollout rollback drain cordon uncordon evict
  taint untaint scale hpa autoscaler label annotate chart helm release manifest resource crd limit request memory cpu
  canary chaos flag role context certificate image rule disruption budget experiment fault injection probe instance
  restart environment variable application app backend frontend schedule replicas claim capacity repository plugin
  gateway mesh sidecar webhook storage contexts kubeconfig token profile control plane operator argocd flux
machine: machine guest domain vm snapshot image disk pool network kvm libvirt box virtual hypervisor container
database: database table index queue topic connection key user backup restore vacuum replica replication row record
  cluster schema query dump cache master primary shard keyspace node partition offset consumer lag exchange vhost
  policy import extension role transaction session memory snapshot sequence slow log statistics privilege column
  message messages bloat leader failover slot member history endpoint group binlog lock locks event alarm value token
  secret permission path server process stream compact view configuration setting
cloud: aws bucket instance volume snapshot stack cloud azure gcp ec2 s3 lambda image storage object region account
  key role vpc subnet dns machine state terraform resource group cluster project function certificate database queue
  plan infrastructure workspace file directory server registry container package user policy api config apply domain
  secret droplet deployment service provider module tag record table environment repository login token subscription
versions: repository branch commit git tag version merge rebase squash release change checkout stash remote submodule
  history pull clone file patch worktree index config hook conflict push upstream origin project request issue
  workflow directory head code author key job ci pipeline secret gist revision alias bisect note repo
time: time clock ntp timezone date hour sync hardware rtc
journal: log journal journald rotate vacuum space audit entry rule history retention
code: run execute command script shell evaluate source load interpret install environment variable alias function
  completion eval string program download
message: mail email send notify message alert terminal user report
"""
"""Area, then the words (and the vocabulary's names for them) by which an action speaks of it."""


def rows_of(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The rows `name: words` of a table, whose words may go on in indented lines."""
    for row in text.replace("\n  ", " ").strip().splitlines():
        name, _, words = row.partition(":")
        yield name, tuple(words.split())


def _columns(text: str) -> Mapping[str, frozenset[str]]:
    return {name: frozenset(words) for name, words in rows_of(text)}


PROGRAMS: Mapping[str, str] = {name: area for area, names in rows_of(PROGRAM_LINES) for name in names}
"""The area of a program that changes things in it."""

WORDS: Mapping[str, frozenset[str]] = _columns(WORD_LINES)
"""The words that speak of an area."""


def area_of(program: str) -> str:
    """The area that a program changes things in, empty where it is not known."""
    if program.startswith("mkfs."):
        return "disk"
    return PROGRAMS.get(program, "")
