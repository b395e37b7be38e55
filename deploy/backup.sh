#!/bin/sh
# The service `backup`. Records erasures every five minutes and copies their list away when it changes. At the first
# start and each night at BACKUP_HOUR, makes a backup, encrypts it, copies it away and removes old ones. A failed backup
# is logged and retried when the next clock hour begins.
#   backup.sh once     one backup now
set -u
folder=${BACKUP_FOLDER:-/backups}
hour=${BACKUP_HOUR:-2}
keep=${BACKUP_KEEP_DAYS:-14}
umask 077

log() { echo "$(date -u +%Y-%m-%dT%H:%M:%SZ) $*"; }

copy() {
  [ -n "${BACKUP_COPY_COMMAND:-}" ] || return 0
  FILE=$1 sh -c "$BACKUP_COPY_COMMAND" || { log "copying $1 failed"; return 1; }
}

# The list is copied away as soon as it changes: a restore of the newest backup needs what was erased after it.
copied=''
note_erasures() {
  npm run --silent erasures -- "$folder/erasures" || return 1
  list=$(cksum < "$folder/erasures")
  [ "$list" = "$copied" ] && return
  copy "$folder/erasures" && copied=$list
}

# Never keep an unencrypted backup, not even after a failure or a signal. A signal is handled at once only while the
# shell waits for a command in the background; Compose kills the service after ten seconds.
plain=''
trap 'rm -f ${plain:+"$plain"*}' EXIT
trap 'exit 1' TERM INT

back_up() {
  file=$folder/kidlab-$(date +%Y-%m-%d-%H%M%S-%N).dump
  # Remove what a killed run left: no backup takes half a day.
  find "$folder" -maxdepth 1 -name 'kidlab-*.plain*' -mmin +720 -delete
  plain=${BACKUP_AGE_RECIPIENT:+$file.plain}
  npm run --silent backup -- "${plain:-$file}" & wait $! || return 1
  if [ -n "$plain" ]; then
    age --encrypt --recipient "$BACKUP_AGE_RECIPIENT" --output "$file.age.part" "$plain" & wait $!
    encrypted=$?
    rm "$plain"
    if [ $encrypted -ne 0 ]; then rm -f "$file.age.part"; return 1; fi
    file=$file.age
    mv "$file.part" "$file"
  fi
  # Before copying: while that fails, each hour adds a backup.
  find "$folder" -maxdepth 1 -name 'kidlab-*.dump*' -mtime "+$keep" -delete
  copy "$file" || return 1
  touch "$folder/last-success" || return 1
  log "backup $file"
}

if [ "${1:-}" = once ]; then
  note_erasures; noted=$?
  back_up && exit $noted
  exit 1
fi

# True after 26 hours without a backup, and at the first start. Compose's health check uses the same limit.
is_overdue() { [ -z "$(find "$folder/last-success" -mmin -1560 2>/dev/null)" ]; }

is_tonight() { [ "$(date -r "$folder/last-success" +%F)" != "$(date +%F)" ] && [ "${now#0}" -ge "$hour" ]; }

# A container's first process ignores signals that it has no handler for.
trap 'exit 0' TERM INT
failed_in=''
while :; do
  note_erasures || log 'noting erasures failed'
  now=$(date +%H)
  if [ "$failed_in" != "$now" ] && { is_overdue || is_tonight; }; then
    back_up || { failed_in=$now; log 'the backup failed'; }
  fi
  sleep 300 & wait $!
done
