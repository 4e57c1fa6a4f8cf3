#!/usr/bin/env bash
. "$HARNESS"
# with: backup_folder=/srv/it's mine
# with: backup_target=/backup/mine
# with: backup_name=mine
# refused: backup_name=a.b
# refused: backup_folder=srv

before() {
  mkdir -p "$backup_folder"
  echo precious >"$backup_folder/file"
}

after() {
  script=/usr/local/sbin/backup-$backup_name
  check 'cron runs the script' grep -q " root $script\$" "/etc/cron.d/backup-$backup_name"
  check 'cron reads the job: nobody else may write it' test "$(stat -c %U:%a "/etc/cron.d/backup-$backup_name")" = root:644
  check 'only root may read archives' test "$(stat -c %U:%a "$backup_target")" = root:700
  check 'the script runs' "$script"
  check 'the archive holds the folder' test "$(tar -xzOf "$backup_target/$backup_name-$(date +%F).tar.gz" ./file)" = precious
}
