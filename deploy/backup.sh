#!/bin/sh
# What the service `backup` runs: notes erasures every five minutes, and at BACKUP_HOUR makes a backup, encrypts it, copies
# it out and removes old ones. A failure is logged and tried again an hour later; the health check sees a missing backup.
#   backup.sh once     one backup now
set -u
folder=${BACKUP_FOLDER:-/backups}
hour=${BACKUP_HOUR:-2}
keep=${BACKUP_KEEP_DAYS:-14}
umask 077

log() { echo "$(date -u +%Y-%m-%dT%H:%M:%SZ) $*"; }

note_erasures() { npm run --silent erasures -- "$folder/erasures"; }

back_up() {
  file=$folder/kidlab-$(date +%Y-%m-%d-%H%M%S).dump
  npm run --silent backup -- "$file" || return 1
  if [ -n "${BACKUP_AGE_RECIPIENT:-}" ]; then
    age --encrypt --recipient "$BACKUP_AGE_RECIPIENT" --output "$file.age.part" "$file" || return 1
    mv "$file.age.part" "$file.age" && rm "$file" || return 1
    file=$file.age
  fi
  if [ -n "${BACKUP_COPY_COMMAND:-}" ]; then
    FILE=$file sh -c "$BACKUP_COPY_COMMAND" || return 1
    FILE=$folder/erasures sh -c "$BACKUP_COPY_COMMAND" || return 1
  fi
  find "$folder" -maxdepth 1 -name 'kidlab-*.dump*' -mtime "+$keep" -delete
  touch "$folder/last-success"
  log "backup $file"
}

if [ "${1:-}" = once ]; then
  note_erasures && back_up
  exit
fi

failed_in=''
while :; do
  note_erasures || log 'noting erasures failed'
  now=$(date +%H)
  last=$(date -r "$folder/last-success" +%F 2>/dev/null)
  if [ "$last" != "$(date +%F)" ] && [ "${now#0}" -ge "$hour" ] && [ "$failed_in" != "$now" ]; then
    back_up || { failed_in=$now; log 'the backup failed'; }
  fi
  # In the background, so that a stop does not wait for the pause.
  sleep 300 & wait $!
done
