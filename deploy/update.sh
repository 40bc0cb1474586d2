#!/bin/sh
# Changes to the newest version: `sh /opt/sajingwan/current/deploy/update.sh`, as root. The new version is built beside the running one.
# After the old server has stopped, the new one first runs on a port that Caddy does not use. So no visitor's booking is lost when it
# fails: the copy of the database is put back and the old version starts again. Caddy lets requests wait meanwhile. The link `current`
# changes only after the trial, so that a machine that loses power during it starts the old version.
set -eu
umask 022

home=/opt/sajingwan
data=/var/lib/sajingwan
copy=$data/db-before-update
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

[ -d "$data/db" ] || fail "데이터베이스가 $data/db에 없습니다. DATA_DIR를 바꾼 서버는 안내서의 순서대로 바꿔 주세요. (docs/guide/scaling.md)"

is_healthy() {
  curl -fs -o /dev/null -m 2 --retry 60 --retry-delay 1 --retry-max-time "$2" --retry-all-errors "http://127.0.0.1:$1/healthz"
}
put_back() {
  systemctl stop sajingwan.service
  if [ -d "$copy" ]; then
    rm -rf "$data/db"
    mv "$copy" "$data/db"
  fi
  systemctl reset-failed sajingwan.service 2>/dev/null
  systemctl start sajingwan.service
}

# The last update was cut off, for example by a power failure, after it had changed the database.
if [ -d "$copy" ] && ! is_healthy 3000 5; then
  say '끊긴 업데이트를 되돌립니다.'
  put_back || true
  is_healthy 3000 30 || fail '서버가 응답하지 않습니다. journalctl -u sajingwan -n 50을 확인해 주세요.'
fi

git -C "$home/source" fetch --quiet --force --tags origin ||
  fail '새 버전을 확인하지 못했습니다. 인터넷 연결을 확인하고 다시 실행해 주세요. 지금 버전은 그대로 켜져 있습니다.'
new=$(git -C "$home/source" tag --list 'v*' --sort=-version:refname | head -n 1)
old=$(basename "$(readlink "$home/current")")
if [ -z "$new" ] || git -C "$home/source" merge-base --is-ancestor "$new" "$old" 2>/dev/null; then
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

go_back() {
  # Nothing may keep the old version from starting, not even a lost terminal.
  set +e
  trap '' HUP INT TERM
  trap - EXIT
  say '새 버전이 켜지지 않아 이전 버전으로 되돌립니다.' >&2
  rm -f "$trial" "$home/current.new"
  ln -s "releases/$old" "$home/current.new" && mv -T "$home/current.new" "$home/current"
  install -m 644 "$home/current/deploy/sajingwan.service" /etc/systemd/system/sajingwan.service
  systemctl daemon-reload
  put_back
  is_healthy 3000 30 || fail "이전 버전도 응답하지 않습니다. 백업은 $backup에 있습니다. journalctl -u sajingwan -n 50을 확인해 주세요."
  fail "$old 버전으로 되돌렸습니다. 데이터는 그대로입니다. 이유는 journalctl -u sajingwan -n 100에 있습니다."
}

say '3/4 새 버전을 켜 봅니다.'
rm -rf "$copy" "$copy.part"
trap go_back EXIT
trap 'exit 1' HUP INT TERM
systemctl stop sajingwan.service
cp -a --reflink=auto "$data/db" "$copy.part"
mv "$copy.part" "$copy"
install -d "${trial%/*}"
cat >"$trial" <<END
[Service]
WorkingDirectory=
WorkingDirectory=$home/releases/$new
Environment=PORT=$TRIAL_PORT
END
systemctl daemon-reload
systemctl start sajingwan.service
is_healthy "$TRIAL_PORT" 30

say '4/4 새 버전으로 바꿉니다.'
systemctl stop sajingwan.service
rm -f "$trial"
ln -sfn "releases/$new" "$home/current.new"
mv -T "$home/current.new" "$home/current"
install -m 644 "$home/current/deploy/sajingwan.service" /etc/systemd/system/sajingwan.service
systemctl daemon-reload
systemctl start sajingwan.service
is_healthy 3000 30
trap - EXIT HUP INT TERM

rm -rf "$copy"
for release in "$home"/releases/*; do
  case ${release##*/} in
    "$new" | "$old") ;;
    *) rm -rf "$release" ;;
  esac
done
say "$new 버전으로 바꾸었습니다."
