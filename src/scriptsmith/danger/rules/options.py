"""Which options take the next word as their value, for the programs that rules ask about."""

from __future__ import annotations

from collections.abc import Mapping

from .word_lists import set_of

VALUES: Mapping[str, str] = {
    "apt": "-o --option -t --target-release -c --config-file",
    "apt-get": "-o --option -t --target-release -c --config-file",
    "at": "-f -q -t",
    "bash": "-c -O -o --rcfile --init-file",
    "aws": "--profile --region --output --endpoint-url --query --bucket --key --instance-ids --db-instance-identifier",
    "az": "-g --resource-group -n --name --subscription -o --output --query",
    "chmod": "--reference",
    "chown": "--reference --from",
    "chgrp": "--reference",
    "cp": "-t --target-directory -S --suffix",
    "crontab": "-u",
    "curl": "-o --output -d --data --data-binary --data-raw --data-urlencode --data-ascii --json -F --form -T "
    "--upload-file -X --request -H --header -u --user -A --user-agent -e --referer -x --proxy -b --cookie -c "
    "--cookie-jar "
    "-K --config -m --max-time --connect-timeout --retry --retry-delay --retry-max-time --cacert --cert -E --key "
    "--resolve --url -w --write-out -r --range -C --continue-at -D --dump-header --limit-rate -z --time-cond -U "
    "--proxy-user --interface --ciphers --form-string --unix-socket -P --ftp-port -Q --quote -y -Y --output-dir",
    "cut": "-d --delimiter -f --fields -c --characters -b --bytes --output-delimiter",
    "dnf": "-c --config -x --exclude --enablerepo --disablerepo --releasever --setopt",
    "docker": "-H --host --context -c --config -l --log-level --mount -e --env --env-file -p --publish --name "
    "-w --workdir -u --user --network --net --entrypoint -m --memory --cpus --filter --tail --since --until --format "
    "--pid --label --restart --time --scale --project-name --cap-add --device --security-opt --hostname "
    "--ipc --userns --signal",
    "docker-compose": "-f --file -p --project-name --profile --env-file -t --timeout --scale",
    "du": "-d --max-depth --exclude -t --threshold -B --block-size",
    "fuser": "-n --namespace",
    "gcloud": "--project --zone --region --format --filter",
    "git": "-C -c --git-dir --work-tree --namespace -m --message -b -B -u --set-upstream --author",
    "gpasswd": "-a --add -d --delete -A --administrators -M --members",
    "grep": "-e --regexp -f --file -m --max-count -A --after-context -B --before-context -C --context --include "
    "--exclude "
    "--exclude-dir -d -D --color=",
    "groupadd": "-g --gid",
    "head": "-n --lines -c --bytes",
    "helm": "-n --namespace --kube-context --kubeconfig -f --values --set --version --timeout --history-max",
    "install": "-m --mode -o --owner -g --group -t --target-directory -S --suffix",
    "iptables": "-t --table -A --append -D --delete -I --insert -R --replace -P --policy -p --protocol -s --source -d "
    "--destination -j --jump -i --in-interface -o --out-interface -m --match --dport --sport --dports --sports --state "
    "--ctstate -N --new-chain -E --to-destination --to-source --to-ports --limit --comment",
    "journalctl": "-u --unit -n --lines -p --priority -S --since -U --until -o --output -D --directory --vacuum-size "
    "--vacuum-time --vacuum-files -t --identifier -g --grep -b",
    "killall": "-s --signal -u --user -o --older-than -y --younger-than -n --ns -Z --context",
    "kubectl": "-n --namespace -f --filename -l --selector -o --output --context --kubeconfig --cluster --user "
    "-c --container "
    "--replicas --grace-period --timeout -k --kustomize -s --server --token --as --field-selector -p --patch --type "
    "--image --env --limits --requests --cpu-percent --min --max --since --tail --revision --to-revision --clusterrole "
    "--role --serviceaccount --from-literal --from-file --sort-by",
    "ln": "-S --suffix -t --target-directory",
    "ls": "-I --ignore -w --width -T --block-size --time-style",
    "make": "-f --file --makefile -C --directory -I -j -l -o -W",
    "mkdir": "-m --mode",
    "mkfs": "-t --type -L -b",
    "mongo": "--host --port -u --username -p --password --authenticationDatabase --eval",
    "mount": "-t --types -o --options -L --label -U --uuid -N",
    "mv": "-t --target-directory -S --suffix",
    "mysql": "-e --execute -u --user -h --host -P --port -D --database -S --socket --defaults-file "
    "--defaults-extra-file "
    "--login-path --init-command",
    "nc": "-e --exec -c --sh-exec -l: -p --source-port -s --source -w --wait -i -x -X -q -g -G -I -O -P -T -V -m",
    "nft": "-f --file -I --includepath -D --define",
    "nmap": "-p -oN -oX -oG -oA -iL --script -T --top-ports",
    "passwd": "-n --mindays -x --maxdays -w --warndays -i --inactive -R --root",
    "pgrep": "-u --euid -U --uid -g --pgroup -G --group -P --parent -s --session -t --terminal -d --delimiter",
    "pkill": "-u --euid -U --uid -g --pgroup -G --group -P --parent -s --session -t --terminal --signal -F --pidfile",
    "ps": "-u -U --user --User -o --format -p --pid -C -g -G --Group --group -t --tty --ppid -q --sort -s --sid",
    "psql": "-c --command -d --dbname -h --host -p --port -U --username -f --file -v --set -o --output -F -L",
    "redis-cli": "-h -p -a -n -u -s --user --pass -i -r -x: --pattern",
    "rsync": "-e --rsh --exclude --include --exclude-from --include-from --filter -f --files-from --bwlimit --log-file "
    "--backup-dir --suffix -T --temp-dir --rsync-path --port --password-file --compare-dest --link-dest --timeout -B "
    "--max-size --min-size --chown --chmod",
    "scp": "-i -P -F -o -l -c -J -S",
    "sed": "-e --expression -f --file -l --line-length",
    "setfacl": "-m --modify -x --remove -M -X --set --restore",
    "sftp": "-i -P -F -o -l -c -J -b -B",
    "shred": "-n --iterations -s --size --random-source",
    "sort": "-k --key -t --field-separator -o --output -S --buffer-size -T --temporary-directory",
    "sqlite3": "-cmd -separator -init -nullvalue",
    "ssh": "-i -p -l -F -o -c -D -L -R -J -W -b -B -E -e -I -m -O -Q -S -w",
    "ssh-keygen": "-t -b -f -C -N -P -R -r -F -V -I -n -s -z",
    "systemctl": "-t --type -p --property -H --host -M --machine -n --lines -o --output -s --signal --root --state "
    "--kill-who --kill-whom --job-mode --what --when --boot-loader-menu --boot-loader-entry --firmware-setup=",
    "tail": "-n --lines -c --bytes -s --sleep-interval --pid",
    "touch": "-d --date -r --reference -t",
    "truncate": "-s --size -r --reference",
    "umount": "-t --types -O",
    "useradd": "-u --uid -g --gid -G --groups -s --shell -d --home-dir -c --comment -p --password -e --expiredate -f "
    "--inactive -k --skel -K -R -b --base-dir -Z",
    "adduser": "--uid --gid --ingroup --home --shell --gecos -u -g -G -s -d -c -p -h",
    "userdel": "-R --root -P --prefix --backup-to",
    "usermod": "-u --uid -g --gid -G --groups -s --shell -d --home -c --comment -p --password -e --expiredate -f "
    "--inactive -l --login -R --root -v -V -w -W -Z",
    "wget": "-O --output-document -P --directory-prefix -o --output-file -a --append-output -i --input-file -U "
    "--user-agent --header --post-data --post-file --body-data --body-file --method --user --password -t --tries -T "
    "--timeout -w --wait -Q --quota -e --execute --referer --load-cookies --save-cookies -A -R -D -I -X -l --level "
    "--limit-rate --bind-address --http-user --http-password --ca-certificate -B --base",
    "xargs": "-I -i: -n --max-args -P --max-procs -d --delimiter -a --arg-file -L --max-lines -s --max-chars -E",
    "zip": "-P --password -x -i -b -t -n",
    "chroot": "--userspec --groups",
    "dig": "-t -p -b -k -f -x -q -c -y",
    "ping": "-c -i -I -s -t -w -W -p -Q -M -m -l -S",
    "tcpdump": "-i --interface -w -r -c -s -C -G -W -F -E -B -z -Z",
    "tar": "-f --file -C --directory -b --blocking-factor --exclude -X --exclude-from -T --files-from "
    "--strip-components "
    "-g --listed-incremental --transform --xform --owner --group --mode -I --use-compress-program --newer -N -H "
    "--format "
    "--to-command --checkpoint-action --checkpoint= -K --starting-file -V --label -L --tape-length",
    "awk": "-F --field-separator -v --assign -f --file -E --exec -i --include -l --load",
    "python": "-c -m -W -X -Q",
    "perl": "-e -E -I -M -m -x:",
    "ruby": "-e -I -r -C -E -K:",
    "node": "-e --eval -p --print -r --require",
    "php": "-r -f -d -c -S -t -B -R -F -E -z",
    "lua": "-e -l",
    "nice": "-n --adjustment",
    "nsenter": "-t --target -G -S --setuid --setgid",
    "unzip": "-d -P -x",
    "gpg": "-o --output -r --recipient -u --local-user --passphrase --passphrase-file --homedir --keyserver "
    "--pinentry-mode",
    "logrotate": "-s --state -l --log -m --mail",
    "mkswap": "-L --label -U --uuid -p --pagesize -v --swapversion",
    "virsh": "-c --connect",
    "etcdctl": "--endpoints --cacert --cert --key --user --password --dial-timeout --command-timeout",
    "kafka": "--bootstrap-server --zookeeper --topic --group --command-config --config --partitions "
    "--replication-factor --offset-json-file --to-datetime",
    "rabbitmqctl": "-n --node -p --vhost -t --timeout",
    "vault": "-address -namespace -format",
    "fallocate": "-l --length -o --offset",
    "resize2fs": "-d -S",
    "fdisk": "-b -c -L -o -t -w -W -C -H -S -u:",
    "sfdisk": "-b -N -O -o -w -W -X -Y --backup-file --label --wipe",
    "chattr": "-v -p",
    "date": "-d --date -s --set -f --file -r --reference",
    "hostname": "-F --file",
    "sysctl": "-p: -f -r --pattern",
    "modprobe": "-C --config -d --dirname -S --set-version",
    "socat": "-b -t -T -lf -L -W",
    "strace": "-e -o -p -s -u -a -E -I -O -S -P",
}
SAME: Mapping[str, str] = {
    "gawk": "awk",
    "sh": "bash",
    "dash": "bash",
    "ash": "bash",
    "zsh": "bash",
    "ksh": "bash",
    "su": "bash",
    "mawk": "awk",
    "nawk": "awk",
    "python3": "python",
    "python2": "python",
    "pypy3": "python",
    "mariadb": "mysql",
    "mysqldump": "mysql",
    "mysqladmin": "mysql",
    "mariadb-dump": "mysql",
    "pg_dump": "psql",
    "pg_dumpall": "psql",
    "dropdb": "psql",
    "dropuser": "psql",
    "mongosh": "mongo",
    "ncat": "nc",
    "netcat": "nc",
    "podman": "docker",
    "nerdctl": "docker",
    "oc": "kubectl",
    "ip6tables": "iptables",
    "yum": "dnf",
    "microdnf": "dnf",
    "aptitude": "apt",
    "egrep": "grep",
    "fgrep": "grep",
    "zgrep": "grep",
    "deluser": "userdel",
    "nodejs": "node",
    "unlink": "rm",
    "gsed": "sed",
    "tofu": "terraform",
    "valkey-cli": "redis-cli",
    "snap": "apt",
    "bsdtar": "tar",
    "gtar": "tar",
    "skill": "pkill",
    "kafka-topics": "kafka",
    "kafka-topics.sh": "kafka",
    "kafka-delete-records": "kafka",
    "kafka-delete-records.sh": "kafka",
    "kafka-consumer-groups": "kafka",
    "kafka-consumer-groups.sh": "kafka",
    "kafka-configs": "kafka",
    "kafka-configs.sh": "kafka",
}
# Programs whose options are whole words behind one dash.
# What the first operand of these says decides whether they look or destroy.
SUBCOMMANDS = set_of(
    "kubectl oc docker podman nerdctl helm aws gcloud az terraform tofu git apt apt-get yum dnf zypper apk vault "
    "consul etcdctl virsh qm pct zfs zpool rabbitmqctl redis-cli systemctl"
)
WORDY = set_of(
    "find terraform tofu openssl java gcc g++ clang convert mogrify ffmpeg ip route consul vault nomad "
    "packer xinput"
    " sqlite3 screen dotnet kafka ldapdelete MegaCli storcli"
)
