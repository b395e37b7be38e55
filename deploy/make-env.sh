#!/bin/sh
# sh deploy/make-env.sh DOMAIN: writes .env for docker-compose.yml with fresh secrets. Never overwrites an existing one.
set -eu
cd "$(dirname "$0")/.."

domain=${1:-}
case $domain in
  '' | *[!A-Za-z0-9.-]*) echo 'sh deploy/make-env.sh DOMAIN, for example registration.example.org' >&2; exit 2 ;;
esac
if [ -e .env ]; then echo '.env is there already; move it away first.' >&2; exit 1; fi

secret() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
umask 077
sed -e "s|^LAB_DOMAIN=.*|LAB_DOMAIN=$domain|" \
  -e "s|^POSTGRES_PASSWORD=.*|POSTGRES_PASSWORD=$(secret)|" \
  -e "s|^SESSION_SECRET=.*|SESSION_SECRET=$(secret)|" \
  deploy/lab.env.example > .env
echo 'Wrote .env. Fill in SMTP_URL, MAIL_FROM, SUPPORT_EMAIL and ADMIN_EMAIL, then: docker compose up --build --detach --wait'
