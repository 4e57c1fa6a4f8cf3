"""SS1065 to SS1069: commands of frameworks, stores, clusters and backups that destroy, as a table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from ...core.shortening import shortened
from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, notable, rule

# The command line without the program's name, in lower case, against each pattern.
Table = Mapping[str, str]

FRAMEWORKS: Table = {
    "manage.py django-admin": r"\b(?:flush|reset_db|sqlflush.*\||clear_index|drop_\w+|delete_\w+|migrate\s+\S+\s+zero)"
    r"\b",
    "rails rake": r"\bdb:(?:drop|reset|purge|truncate\w*|migrate:reset|schema:load|structure:load|seed:replant"
    r"|environment:set)\b|\b(?:delete_all|destroy_all|truncate)\b|drop_table",
    "artisan": r"\b(?:migrate:(?:fresh|refresh|reset)|db:wipe|queue:(?:flush|clear)|down)\b",
    "console": r"\bdoctrine:(?:database:drop|schema:drop|fixtures:load(?!.*--append)|query:sql.*\b(?:drop|truncate)\b)",
    "prisma": r"\bmigrate\s+reset\b|\bdb\s+push\b.*(?:--force-reset|--accept-data-loss)",
    "sequelize sequelize-cli": r"\bdb:(?:drop|migrate:undo:all|seed:undo:all)\b",
    "typeorm": r"\bschema:drop\b",
    "knex": r"\bmigrate:rollback\b.*--all",
    "mikro-orm": r"\b(?:schema|migration):(?:drop|fresh)\b",
    "alembic flask": r"\bdowngrade\s+base\b|\bdrop[-_](?:all|db)\b",
    "flyway": r"\bclean\b",
    "liquibase": r"\b(?:drop-?all|rollback-?to-?date)\b",
    "dbmate goose atlas migrate": r"\b(?:drop|down-to\s+0|reset|down\s+-all)\b|\bschema\s+clean\b",
    "ef dotnet dotnet-ef": r"\bdatabase\s+drop\b",
    "ecto mix": r"\becto\.(?:drop|reset)\b",
    "supabase": r"\bdb\s+reset\b|\bprojects\s+delete\b",
    "hasura": r"\bmigrate\s+apply\b.*--down|\bmetadata\s+clear\b",
    "wp": r"\bdb\s+(?:drop|reset|clean)\b|\bsite\s+empty\b|\b(?:user|site|post)\s+delete\b"
    r"|\bsearch-replace\b(?!.*--dry-run)",
    "drush": r"\b(?:sql[-:]drop|site[-:]install|si|entity:delete|sql[-:]sync)\b",
    "magento bin/magento": r"\bsetup:uninstall\b",
    "occ": r"\buser:delete\b|\bmaintenance:mode\s+--on\b",
    "pm2 forever": r"\b(?:delete|stop|kill|stopall)\b(?:\s+all\b)?(?!\s+\d+\s*$)",
    "odoo odoo-bin": r"\bdb\s+drop\b",
    "bench": r"\bdrop-site\b|\breinstall\b",
    "gitlab-rake gitlab-ctl": r"\b(?:gitlab:setup|cleanse|uninstall)\b",
}
STORES: Table = {
    "hdfs hadoop": r"(?:-rmr|-rm\b.*\s-(?:r|R|skiptrash)|-expunge|-format\b|-safemode\s+enter|-deletesnapshot)",
    "s5cmd": r"\b(?:rm\b.*\*|rb\b|sync\b.*--delete)",
    "b2": r"\b(?:delete-bucket|bucket\s+delete|rm\b.*(?:-r|--recursive)|sync\b.*--delete)",
    "nodetool": r"\b(?:decommission|drain|removenode|assassinate|clearsnapshot|truncatehints|stopdaemon|disablegossip"
    r"|disablebinary|resetlocalschema)\b",
    "doveadm": r"\bexpunge\b.*\bmailbox\s+\*|\bmailbox\s+delete\b.*\*",
    "pcs": r"\bcluster\s+(?:destroy|stop\s+--all)\b|\bstonith\s+(?:disable|delete)\b|\bstonith-enabled=false",
    "patronictl": r"\b(?:failover|remove|pause|reinit)\b",
    "repmgr": r"\b(?:unregister|switchover|promote)\b",
    "mysqlimport mariadb-import": r"--delete|--replace",
    "mysqlsh": r"\b(?:dropmetadataschema|removeinstance|dissolve|drop)\b",
    "xtrabackup mariabackup": r"--force-non-empty-directories",
    "impdp": r"table_exists_action=(?:replace|truncate)",
    "rman": r"\bdelete\b|\bdrop\b",
    "dgmgrl": r"\b(?:failover|switchover|remove)\b",
    "riak-admin": r"\b(?:force-remove|force-replace|leave)\b",
    "influx influxd": r"\b(?:bucket|org|user|auth)\s+delete\b|^delete\b",
    "curator": r"\bdelete_indices\b",
    "elasticsearch-node elasticsearch-users": r"\b(?:detach-cluster|unsafe-bootstrap|userdel|repurpose)\b",
    "kcadm kcadm.sh": r"\bdelete\b",
    "samba-tool": r"\b(?:user|group|computer|ou|domain)\s+(?:delete|disable|demote|remove)\b",
    "kadmin kadmin.local": r"\b(?:del(?:ete)?_?princ(?:ipal)?|delpol|delprinc|change_password|cpw)\b",
    "kdb5_util": r"\bdestroy\b",
    "ipa": r"\b(?:user|host|group|service)-(?:del|disable)\b",
    "dsconf dsctl": r"\b(?:remove|delete|backend\s+delete)\b",
    "p4": r"\bobliterate\b.*-y",
    "svnadmin": r"\brmtxns|load\b.*--force",
    "glusterfs gluster": r"\bvolume\s+(?:delete|stop|reset)\b|\bpeer\s+detach\b|\bremove-brick\b",
    "rados rbd ceph": r"\b(?:rmpool|purge|osd\s+(?:out|down|purge|destroy)|pool\s+(?:delete|rm)|fs\s+rm|rm|remove"
    r"|fail)\b",
    "drbdadm drbdsetup": r"\bsecondary\b.*--force|\b(?:wipe-md|invalidate\w*|detach|down)\b|\bcreate-md\b.*--force",
    "linstor": r"\b(?:delete|lost)\b",
    "pvesh": r"^delete\b|\bcreate\b.*/status/(?:stop|shutdown)",
    "vim-cmd": r"\bvmsvc/(?:destroy|unregister|power\.(?:off|shutdown|reset))|\bsnapshot\.removeall",
    "esxcli": r"\bsystem\s+(?:shutdown|maintenancemode)|\bremove\b|\bvm\s+process\s+kill\b",
    "vboxmanage VBoxManage": r"\bunregistervm\b.*--delete|\bclosemedium\b.*--delete|\bpoweroff\b",
    "govc": r"\b(?:vm\.destroy|datastore\.rm|object\.destroy)\b",
    "xe": r"\b(?:vm-destroy|vm-uninstall|vdi-destroy|sr-destroy)\b",
    "kind k3d minikube colima": r"\bdelete\b.*\bprod\w*",
    "exoscale exo": r"\b(?:delete|rm)\b",
    "pulumi": r"\bdestroy\b",
    "nats": r"\b(?:rm|purge|del|edit)\b",
    "pulsar-admin": r"\b(?:delete|clear-backlog|skip-all)\b",
    "kubectl oc": r"\bapply\b.*--prune\b.*--all|\benforce=privileged|\"(?:privileged|hostpid|hostnetwork)\"\s*:\s*true",
    "rclone": r"^(?:delete|rmdirs|deletefile|cleanup)\b(?!.*--dry-run)|^sync\s(?:\S*/)?empty\w*/?\s",
    "ctr": r"\b(?:volumes?|snapshots?)\s+(?:rm|remove)\b|\bnamespaces?\s+rm\b",
    "docker podman": r"\bsecret\s+(?:rm|remove)\b",
}
BACKUPS: Table = {
    "restic": r"\bforget\b(?!.*--dry-run)(?:(?!.*--keep)|.*--keep-(?:last|daily)[ =][12]\b(?!.*--keep-(?:w|m|y)))"
    r"|\bkey\s+remove\b|\brebuild-index\b|\bprune\b(?<!--prune)",
    "borg borgmatic": r"\bdelete\b(?!.*(?:-n\b|--dry-run))|\bprune\b(?!.*(?:-n\b|--dry-run))"
    r"(?:(?!.*--keep)|.*--keep-(?:last|daily)[ =][12]\b(?!.*--keep-(?:w|m|y)))|\bcompact\b.*--threshold[ =]0",
    "duplicity": r"\bremove-all-\S+.*--force|\bremove-older-than\b.*--force|\bcleanup\b.*--force",
    "duply": r"\bpurge\w*\b.*--force",
    "bconsole": r"\b(?:purge|delete|prune)\b",
    "kopia": r"\b(?:snapshot\s+delete|repository\s+disconnect)\b.*|\bpolicy\s+remove\b",
    "rdiff-backup": r"--remove-older-than\s+(?:0|now|[01]B)|--force",
    "tarsnap": r"(?:^|\s)-d\b|--nuke",
    "wal-g wal-e": r"\bdelete\b.*(?:everything|--confirm)",
    "pgbackrest": r"\bstanza-delete\b|\bexpire\b|^stop\b|\brestore\b.*--delta",
    "barman": r"\bdelete\b",
    "velero": r"\b(?:backup|schedule|restore)\s+delete\b",
    "snapper": r"\bdelete\b|\bundochange\b",
    "timeshift": r"--delete",
    "tmutil": r"\bdelete",
    "proxmox-backup-client proxmox-backup-manager": r"\bforget\b|\bprune\b.*--keep-last\s+[01]\b|\bremove\b",
    "vzdump": r"--remove\b.*--maxfiles\s+[01]\b",
    "zfs-prune-snapshots": r".",
}
MACHINES: Table = {
    "fsfreeze": r"(?:^|\s)(?:-f|--freeze)\b",
    "flashrom": r"(?:^|\s)(?:-w|-E|--write|--erase)\b",
    "fwupdtool fwupdmgr": r"\b(?:downgrade|install-blob|reinstall)\b",
    "ifconfig": r"^\S+\s+(?:0\.0\.0\.0|0)\b",
    "tcpdump": r"(?:^|\s)-z\s*/",
    "cpio": r"(?:-D\s*|--directory[ =])/(?:\s|$)",
    "start-stop-daemon": r"(?:--stop|-K)\b.*(?:--name|-n|--exec|-x|--pidfile|-p)[ =]\S*"
    r"(?:mysqld?|mariadbd?|postgres|sshd?|mongod|redis|nginx|dockerd?|apache2?|httpd)\b",
    "emacs": r"\(delete-(?:directory|file)\s+\"(?:/(?!tmp)|~)",
    "julia": r"\brm\(\s*\"(?:/(?!tmp)|~)",
    "ipmitool": r"\bpower\s+(?:off|reset|cycle|soft)|\bchassis\s+power\s+(?:off|reset|cycle|soft)|\buser\s+disable",
    "racadm": r"\b(?:racreset\w*|serveraction\s+power\w+|systemerase)\b",
    "nvme": r"^(?:format|sanitize|delete-ns)\b",
    "hdparm": r"--security-(?:erase|set-pass|disable)|--trim-sector|--make-bad-sector",
    "efibootmgr": r"(?:^|\s)-[a-zA-Z]*B\b|--delete-bootnum",
    "mokutil": r"--(?:reset|delete|disable-validation)",
}
KEYS: Table = {
    "gpg gpg2": r"--delete-(?:secret|key)\S*|--delete-secret-and-public-key",
    "certbot": r"^(?:delete|revoke)\b|\s(?:delete|revoke)\b",
    "acme.sh": r"--(?:revoke|remove|deactivate)",
    "keytool": r"-delete\b|-genkeypair\b.*-keystore\s+/etc",
    "certutil pk12util": r"(?:^|\s)-[df]\s.*(?:^|\s)-D\b|(?:^|\s)-[DF]\s",
    "step": r"\bca\s+revoke\b",
    "easyrsa": r"\b(?:revoke|init-pki|clean-all)\b",
    "vault bao": r"\bkv\s+(?:delete|destroy)\b|\btoken\s+revoke\b|\blease\s+revoke\b",
    "pass gopass": r"\brm\b.*-(?:r|f)",
    "op": r"\b(?:item|vault|user)\s+delete\b",
    "bw": r"^delete\b",
    "sops": r"\brotate\b.*--rm-\w+",
    "tpm2_clear": r"",
    "security": r"\bdelete-(?:keychain|certificate|identity)\b",
    "cryptsetup": r"\bluks(?:erase|killslot|removekey)\b|\berase\b",
}


@cache
def _patterns() -> dict[str, tuple[str, re.Pattern[str]]]:
    found: dict[str, tuple[str, re.Pattern[str]]] = {}
    for words, table in (
        ("data", FRAMEWORKS),
        ("store", STORES),
        ("backup", BACKUPS),
        ("keys", KEYS),
        ("machine", MACHINES),
    ):
        for names, pattern in table.items():
            for name in names.split():
                found[f"{words} {name}"] = (words, re.compile(pattern, re.DOTALL | re.IGNORECASE))
    return found


def _names(table: Table) -> str:
    return " ".join(table)


_HARMLESS = frozenset(("--help", "-h", "--dry-run", "--dryrun", "--pretend", "--sql", "--version"))


def _looked(call: Invocation, kind: str, message: str) -> Hit | None:
    """What the table says of a command; every program in it changes something unless it only explains itself."""
    known = _patterns().get(f"{kind} {call.name}")
    if known is None or not _HARMLESS.isdisjoint(call.texts):
        return None
    text = call.text
    for redirect in call.command.redirects:
        if redirect.operator in ("<<", "<<-", "<<<"):
            text += "\n" + redirect.target.shape
    if call.command.stdin is not None:
        text += "\n" + call.command.stdin.shape
    found = known[1].search(text)
    return dangerous(f"{call.name} {shortened(text)}: {message}") if found else None


@rule(
    "SS1065",
    "Resets what an application keeps",
    why="The commands that set up a database for development drop the one that they are pointed at.",
    instead="make a dump first, and check which database the settings name",
    on=_names(FRAMEWORKS),
    bad=(
        "./manage.py flush --noinput",
        "rails db:drop",
        "php artisan migrate:fresh",
        "npx prisma migrate reset",
        "bundle exec rake db:reset",
        "flyway clean",
        "pm2 delete all",
        "alembic downgrade base",
    ),
    good=(
        "./manage.py migrate",
        "rails db:migrate",
        "php artisan cache:clear",
        "npx prisma generate",
        "flyway info",
        "pm2 list",
        "alembic upgrade head",
        "pm2 restart web",
    ),
)
def applications(call: Invocation) -> Hit | None:
    return _looked(call, "data", "what the application keeps or serves goes away")


@rule(
    "SS1066",
    "Destroys what a store, a cluster or a host of machines holds",
    why="A store's own tools delete at once and on every node.",
    instead="list what is there first, and make a snapshot",
    on=_names(STORES),
    bad=(
        "hdfs dfs -rm -r /warehouse",
        "s5cmd rm 's3://data/*'",
        "nodetool decommission",
        "samba-tool user delete bob",
        "kadmin.local -q 'delprinc bob'",
        "VBoxManage unregistervm box --delete",
        "docker secret rm key",
        "kind delete cluster --name production",
    ),
    good=(
        "hdfs dfs -ls /",
        "nodetool status",
        "s5cmd ls",
        "samba-tool user list",
        "VBoxManage list vms",
        "docker secret ls",
        "kind delete cluster",
        "ceph status",
    ),
)
def kept(call: Invocation) -> Hit | None:
    return _looked(call, "store", "what is kept or runs there goes away")


@rule(
    "SS1067",
    "Deletes backups",
    why="A backup is what is left when everything else is gone.",
    instead="keep by age (--keep-daily 7 --keep-weekly 4), and look with --dry-run first",
    on=_names(BACKUPS),
    bad=(
        "restic forget latest",
        "restic forget --keep-last 1 --prune",
        "borg delete repo::monday",
        "borg prune --keep-daily 1 repo",
        "duplicity remove-all-but-n-full 1 --force file:///b",
        "bconsole <<< 'purge volume=A'",
    ),
    good=(
        "restic snapshots",
        "restic forget --keep-daily 7 --keep-weekly 5 --prune",
        "restic forget --keep-last 1 --dry-run",
        "borg list repo",
        "borg prune --keep-daily 7 --keep-weekly 4 repo",
        "restic backup /srv",
    ),
)
def backups(call: Invocation) -> Hit | None:
    return _looked(call, "backup", "what was backed up can no longer be brought back")


@rule(
    "SS1068",
    "Deletes or revokes keys and certificates",
    why="What was encrypted to a deleted key stays encrypted, and a revoked certificate is refused everywhere.",
    instead="export the key to a safe place first, and put the new certificate in place before the old one is revoked",
    on=_names(KEYS),
    bad=(
        "gpg --batch --yes --delete-secret-keys ABC",
        "certbot delete --cert-name example.org",
        "certbot revoke --cert-name example.org",
        "keytool -delete -alias web -keystore a.jks",
        "vault kv delete secret/db",
        "vault token revoke -mode path auth/",
    ),
    good=(
        "gpg --list-keys",
        "certbot renew",
        "certbot certificates",
        "keytool -list -keystore a.jks",
        "vault kv list x",
    ),
)
def keys(call: Invocation) -> Hit | None:
    return _looked(call, "keys", "what it opens or proves cannot be had back")


@rule(
    "SS1364",
    "Takes the machine, its link or its firmware away",
    why="A frozen file system, an erased chip and a link without an address leave nobody a way in.",
    instead="do it at the console, with a way back that starts by itself",
    on=_names(MACHINES),
    bad=("fsfreeze -f /", "flashrom -w new.bin", "ifconfig eth0 0.0.0.0", "efibootmgr -b 0001 -B", "cpio -id -D / < a"),
    good=("fsfreeze -u /", "flashrom -r old.bin", "ifconfig eth0", "efibootmgr", "cpio -it < a", "cpio -id -D out < a"),
)
def machines(call: Invocation) -> Hit | None:
    return _looked(call, "machine", "the machine or its data cannot be reached any more")


@rule(
    "SS1069",
    "Changes something outside this machine or this script's files",
    why="Who may log in, what is published and what others run is worth a look.",
    instead="check that the names are the ones that are meant",
    on="svn ssh-copy-id ssh-add apt-key make gmake fd fdfind restic borg grpcurl nodetool pm2 wp drush certbot",
    level="notable",
    bad=(
        "svn delete -m x https://svn.example.org/trunk",
        "ssh-copy-id user@host",
        "ssh-add -D",
        "make uninstall",
        "borg create repo::a .",
    ),
    good=("svn log", "ssh-add -l", "make -n install", "restic snapshots", "pm2 list"),
)
def outside_changed(call: Invocation) -> Hit | None:
    pattern = _OUTSIDE.get(call.name)
    if pattern is None or not re.search(pattern, call.text) or not {"-n", "--dry-run"}.isdisjoint(call.texts):
        return None
    return notable(f"{call.name} {shortened(call.text)}".rstrip())


_OUTSIDE = {
    "svn": r"^(?:delete|del|rm|commit|ci|import|move|mv|mkdir|lock|unlock|copy|cp)\b",
    "ssh-copy-id": r"",
    "ssh-add": r"-[dD]\b",
    "apt-key": r"\b(?:add|del|adv)\b",
    "make": r"\b(?:un|de)?install\b|\buninstall\b|\bdeploy\b",
    "gmake": r"\b(?:un|de)?install\b",
    "fd": r"(?:^|\s)(?:-x|-X|--exec\S*)\b",
    "fdfind": r"(?:^|\s)(?:-x|-X|--exec\S*)\b",
    "restic": r"\b(?:backup|forget|prune|restore|init|tag|unlock)\b",
    "borg": r"\b(?:create|prune|delete|init|compact|rename|recreate)\b",
    "grpcurl": r"(?i)\b\w*(?:delete|drop|purge|reset|create|update)\w*\s*$",
    "nodetool": r"^(?!status|info|ring|tpstats|describe|netstats|cfstats|tablestats|version)\w",
    "pm2": r"^(?!list|ls|status|logs|show|describe|monit|info|jlist|prettylist)\w",
    "wp": r"\b(?:delete|update|install|activate|deactivate|import|create|set)\b",
    "drush": r"^(?!status|st\b|list|pm:list)\w",
    "certbot": r"^(?!certificates|plugins)\w",
}
