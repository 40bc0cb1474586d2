#!/bin/sh
# Changes to the newest version: `sh /opt/sajingwan/current/deploy/update.sh`, as root. The new version is built beside the running one.
# After the old server has stopped, the new one first runs on a port that Caddy does not use. So no visitor's booking is lost when it
# fails: the copy of the database is put back and the old version starts again. Caddy lets requests wait meanwhile.
set -eu
umask 022

home=/opt/sajingwan
data=/var/lib/sajingwan
trial=/run/systemd/system/sajingwan.service.d/trial.conf
TRIAL_PORT=3999

say() { printf '%s\n' "$*"; }
fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

[ "$(id -u)" = 0 ] || fail "root로 실행해 주세요. 예: sudo sh $0"
[ -L "$home/current" ] || fail "install.sh로 설치한 서버에서 실행해 주세요. ($home/current가 없습니다.)"
! grep -Eqs '^[[:space:]]*DATABASE_URL=.' "$home/.env" ||
  fail 'PostgreSQL을 쓰는 서버는 안내서의 순서대로 바꿔 주세요. (docs/guide/scaling.md)'

git -C "$home/source" fetch --quiet --force --tags origin ||
  fail '새 버전을 확인하지 못했습니다. 인터넷 연결을 확인하고 다시 실행해 주세요. 지금 버전은 그대로 켜져 있습니다.'
new=$(git -C "$home/source" tag --list 'v*' --sort=-version:refname | head -n 1)
old=$(basename "$(readlink "$home/current")")
if [ -z "$new" ] || [ "$new" = "$old" ]; then
  say "이미 최신 버전입니다: $old"
  exit 0
fi

say "1/4 $new 버전을 빌드합니다. 몇 분 걸리며, 그동안 홈페이지는 켜져 있습니다."
sh "$home/current/deploy/build-release.sh" "$new" >"$home/build.log" 2>&1 ||
  fail "빌드하지 못했습니다. 지금 버전은 그대로 켜져 있습니다. 이유는 $home/build.log에 있습니다."

say '2/4 백업합니다.'
backup=$data/backups/before-$new
rm -rf "$data"/backups/before-*
(cd "$home/current" && node scripts/cli.js backup "$backup" >/dev/null) ||
  fail '백업하지 못해서 바꾸지 않았습니다. 지금 버전은 그대로 켜져 있습니다.'

wait_for_health() {
  seconds=0
  until curl -fs -m 2 -o /dev/null "http://127.0.0.1:$1/healthz"; do
    seconds=$((seconds + 1))
    [ "$seconds" -le 30 ] || return 1
    sleep 1
  done
}
# The running server keeps the files of its folder open, so the link can change at any time.
use() {
  ln -sfn "releases/$1" "$home/current.new"
  mv -T "$home/current.new" "$home/current"
}
go_back() {
  trap - EXIT
  say '새 버전이 켜지지 않아 이전 버전으로 되돌립니다.' >&2
  systemctl stop sajingwan.service || true
  rm -f "$trial"
  systemctl daemon-reload
  rm -rf "$data/db"
  mv "$data/db-before-update" "$data/db"
  use "$old"
  systemctl start sajingwan.service
  wait_for_health 3000 || fail "이전 버전도 응답하지 않습니다. 백업은 $backup에 있습니다. journalctl -u sajingwan -n 50을 확인해 주세요."
  fail "$old 버전으로 되돌렸습니다. 데이터는 그대로입니다. 이유는 journalctl -u sajingwan -n 100에 있습니다."
}

say '3/4 새 버전을 켜 봅니다.'
systemctl stop sajingwan.service
rm -rf "$data/db-before-update"
cp -a --reflink=auto "$data/db" "$data/db-before-update"
trap go_back EXIT
use "$new"
install -d "${trial%/*}"
printf '[Service]\nEnvironment=PORT=%s\n' "$TRIAL_PORT" >"$trial"
systemctl daemon-reload
systemctl start sajingwan.service
wait_for_health "$TRIAL_PORT"

say '4/4 새 버전으로 바꿉니다.'
rm -f "$trial"
install -m 644 "$home/current/deploy/sajingwan.service" /etc/systemd/system/sajingwan.service
systemctl daemon-reload
systemctl restart sajingwan.service
wait_for_health 3000
trap - EXIT

rm -rf "$data/db-before-update"
for release in "$home"/releases/*; do
  case ${release##*/} in
    "$new" | "$old") ;;
    *) rm -rf "$release" ;;
  esac
done
say "$new 버전으로 바꾸었습니다."
