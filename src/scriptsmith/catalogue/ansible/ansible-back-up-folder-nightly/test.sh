#!/usr/bin/env bash
. "$HARNESS"
# with: backup_folder=/srv/it's mine
# with: backup_target=/backup/mine
# with: backup_name=mine
# refused: backup_name=a.b
# refused: backup_name=-a
# refused: backup_folder=srv
# refused: backup_folder=/
# refuses: no_folder: is no folder here
# refuses: archives_within: would lie in it
# given archives_within: backup_target=/srv/it's mine/archives
# refuses: archives_within_by_a_link: would lie in it
# refuses: no_cron: no cron runs
# refuses: database: holds a database
# refuses: sqlite: holds a database, which has to be dumped: /srv/it's mine/data/grafana.db
# refuses: sqlite_with_a_log_of_its_own: holds a database
# refuses: etcd: holds a database
# refuses: job_of_somebody: that is not of this playbook
# refuses: backup_of_another_folder: backs up something else
# refuses: archives_have_gone: is not there any more
# refuses: folder_not_mounted: is it mounted
# refuses: target_not_mounted: is it mounted

before() {
  stub pgrep <<<'[[ $* == "--exact crond?" ]]'
  if [[ $backup_name == mine ]]; then # By a link, as releases have it.
    mkdir -p /srv/mine-1.2
    ln -s mine-1.2 "$backup_folder"
  fi
  mkdir -p "$backup_folder"
  echo precious >"$backup_folder/file"
  echo 'not of SQLite format 3' >"$backup_folder/Thumbs.db"
  printf 'SQLite format 3\0' >"$backup_folder/cert9.db"
  touch -d '10 days ago' "$backup_folder/cert9.db"
  if [[ $backup_name == mine ]]; then
    mkdir -p -m 0750 "$backup_target"
    chmod 0750 "$backup_target"
  fi
}

no_folder() { rm -r "$backup_folder"; }
archives_within() { :; }

archives_within_by_a_link() {
  mkdir "$backup_folder/archives"
  rmdir "$backup_target"
  ln -s "$backup_folder/archives" "$backup_target"
}

no_cron() { stub pgrep <<<'exit 1'; }

database() {
  mkdir -p "$backup_folder/15/main"
  touch "$backup_folder/15/main/PG_VERSION"
}

sqlite() {
  mkdir "$backup_folder/data"
  printf 'SQLite format 3\0\377\n' >"$backup_folder/data/grafana.db"
}

sqlite_with_a_log_of_its_own() { touch "$backup_folder/cert9.db-wal"; }

etcd() {
  mkdir -p "$backup_folder/member/wal"
  touch "$backup_folder/member/wal/0000000000000000-0000000000000000.wal"
}

job_of_somebody() {
  mkdir -p /etc/cron.d
  echo '0 3 * * * root /opt/app/save' >"/etc/cron.d/backup-$backup_name"
}

backup_of_another_folder() {
  printf '#!/bin/sh\ntar --create --gzip --file /tmp/it.tgz --directory /srv .\n' >"/usr/local/sbin/backup-$backup_name"
}

# What an earlier run left, with the line for each file system.
earlier() {
  apart="'\"'\"'"
  quoted="'${backup_folder//"'"/$apart}'"
  printf '%s\n' '#!/bin/sh' "archive=$backup_target/x" "on $1 $quoted" "on $2 $backup_target" "tar --directory $quoted ." \
    >"/usr/local/sbin/backup-$backup_name"
}

archives_have_gone() {
  rmdir "$backup_target"
  earlier / /
}

folder_not_mounted() { earlier /mnt/elsewhere /; }
target_not_mounted() { earlier "$(df --output=target "$backup_folder" | tail -n 1)" /mnt/elsewhere; }

after() {
  script=/usr/local/sbin/backup-$backup_name
  archive=$backup_target/$backup_name-$(date +%F).tar.gz
  check 'cron runs the script' grep -q " root $script\$" "/etc/cron.d/backup-$backup_name"
  check 'cron reads the job: nobody else may write it' test "$(stat -c %U:%a "/etc/cron.d/backup-$backup_name")" = root:644
  if [[ $backup_name == mine ]]; then
    check 'a folder of archives that is there keeps its mode' test "$(stat -c %a "$backup_target")" = 750
  else
    check 'a new folder of archives is only for root' test "$(stat -c %U:%a "$backup_target")" = root:700
  fi
  check 'the script runs' "$script"
  check 'the archive holds the folder' test "$(tar -xzOf "$archive" ./file)" = precious
  check 'only root may read archives' test "$(stat -c %U:%a "$archive")" = root:600
  stub tar <<<'/usr/bin/tar "$@"; exit 1'
  check 'a file that changes meanwhile is no reason to have no archive' env PATH="$PATH" "$script"
  stub tar <<<'exit 2'
  check 'an error is one' bash -c '! "$1"' _ "$script"
  check 'and leaves the archive as it was' test "$(/usr/bin/tar -xzOf "$archive" ./file)" = precious
  stub tar <<<'exec /usr/bin/tar "$@"'
  rm "$archive"
  stub df <<<'/usr/bin/df "$@" | sed "s:^/.*:/mnt/elsewhere:"'
  check 'what is not mounted is an error' bash -c '! "$1"' _ "$script"
  check 'and gives no archive' test ! -e "$archive"
  stub df <<<'exec /usr/bin/df "$@"'
}
