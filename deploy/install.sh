#!/bin/sh
# Installs the site and Caddy on a Debian server: `sh deploy/install.sh studio.example.com`, as root, from the clone of the repository in
# /opt/sajingwan/source. Running it again repairs what is missing and changes no settings and no data.
set -eu
umask 022

home=/opt/sajingwan
data=/var/lib/sajingwan
here=$(cd "$(dirname "$0")" && pwd)

say() { printf '%s\n' "$*"; }
fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

domain=${1:-}
printf '%s' "$domain" | grep -Eq '^([a-z0-9-]+\.)+[a-z0-9-]+$' ||
  fail "도메인을 지정해 주세요. 예: sh $0 studio.example.com"
[ "$(id -u)" = 0 ] || fail "root로 실행해 주세요. 예: sudo sh $0 $domain"
[ "$here" = "$home/source/deploy" ] ||
  fail "프로그램을 $home/source에 받아 주세요: git clone <저장소 주소> $home/source"
command -v apt-get >/dev/null ||
  fail 'Debian 13에서 실행해 주세요. 다른 배포판에서는 docker compose로 설치할 수 있습니다. (docs/guide/installation.md)'

say '1/6 필요한 프로그램을 설치합니다.'
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
node=$(node --version 2>/dev/null | tr -d v || true)
[ -n "$node" ] || node=$(apt-cache policy nodejs | sed -n 's/^ *Candidate: *\([0-9.]*\).*/\1/p')
dpkg --compare-versions "${node:-0}" ge 20.19 ||
  fail "이 배포판의 Node.js(${node:-없음})는 20.19보다 오래되었습니다. docker compose로 설치해 주세요. (docs/guide/installation.md)"
packages='git curl caddy'
command -v node >/dev/null || packages="$packages nodejs"
command -v npm >/dev/null || packages="$packages npm"
# shellcheck disable=SC2086 # one argument for each package
apt-get install -y -qq --no-install-recommends $packages >/dev/null

say '2/6 계정과 폴더를 만듭니다.'
id sajingwan >/dev/null 2>&1 ||
  useradd --system --home-dir "$home" --no-create-home --shell /usr/sbin/nologin sajingwan
install -d -m 755 "$home/releases"
install -d -o sajingwan -g sajingwan -m 700 "$data"

say '3/6 프로그램을 빌드합니다. 몇 분 걸립니다.'
if [ ! -e "$home/current" ]; then
  kilobytes=$(awk '/^(MemAvailable|SwapFree):/ { sum += $2 } END { print sum }' /proc/meminfo)
  [ "$kilobytes" -ge 1200000 ] ||
    say "   남은 메모리가 $((kilobytes / 1000)) MB입니다. 빌드에는 1,200 MB가 필요하니, 실패하면 스왑을 추가한 뒤 다시 실행해 주세요."
  version=$(git -C "$home/source" describe --tags --always)
  sh "$here/build-release.sh" "$version" >"$home/build.log" 2>&1 ||
    fail "빌드하지 못했습니다. 이유는 $home/build.log에 있습니다. 해결한 뒤 다시 실행해 주세요."
  ln -sfn "releases/$version" "$home/current"
fi
# After an update, the running version is newer than the clone.
here=$home/current/deploy

say '4/6 설정을 적습니다.'
if [ ! -e "$home/.env" ]; then
  (
    umask 077
    cat >"$home/.env" <<END
# 설정의 설명은 $home/current/.env.example에 있습니다. 바꾼 뒤에는 systemctl restart sajingwan을 실행하세요.
DATA_DIR=$data
PUBLIC_URL=https://$domain
TRUST_PROXY=1
ACCESS_LOG=on
METRICS_PORT=9464
END
  )
  chown sajingwan:sajingwan "$home/.env"
fi

say '5/6 서버를 켭니다.'
install -m 644 "$here/sajingwan.service" /etc/systemd/system/sajingwan.service
systemctl daemon-reload
systemctl enable --quiet sajingwan.service
systemctl restart sajingwan.service
seconds=0
until curl -fs -o /dev/null http://127.0.0.1:3000/healthz; do
  seconds=$((seconds + 1))
  [ "$seconds" -le 60 ] || fail '서버가 응답하지 않습니다. 이유는 journalctl -u sajingwan -n 50에 있습니다.'
  sleep 1
done

say '6/6 HTTPS를 켭니다.'
# The file of the package serves a welcome page on every address.
if grep -qs '/usr/share/caddy' /etc/caddy/Caddyfile; then mv /etc/caddy/Caddyfile /etc/caddy/Caddyfile.welcome; fi
grep -qs '^import sajingwan.caddyfile' /etc/caddy/Caddyfile || printf 'import sajingwan.caddyfile\n' >>/etc/caddy/Caddyfile
sed "s/{\$DOMAIN:http:\/\/localhost}/$domain/" "$here/Caddyfile" >/etc/caddy/sajingwan.caddyfile
# Options for all sites may only stand first. A Caddyfile of the owner keeps its own.
[ "$(grep -cv '^#' /etc/caddy/Caddyfile)" = 1 ] || sed -i '/^{$/,/^}$/d' /etc/caddy/sajingwan.caddyfile
systemctl enable --quiet caddy.service
systemctl reload-or-restart caddy.service
if command -v ufw >/dev/null && ufw status | grep -q '^Status: active'; then
  say '방화벽(ufw)이 켜져 있습니다. 접속할 수 없으면 다음을 실행해 주세요: ufw allow 80,443/tcp && ufw allow 443/udp'
fi

say ''
say "설치했습니다: https://$domain"
grep -q "^PUBLIC_URL=https://$domain\$" "$home/.env" ||
  say "$home/.env의 PUBLIC_URL이 다릅니다. 도메인을 바꾸려면 PUBLIC_URL=https://${domain}으로 고치고 systemctl restart sajingwan을 실행해 주세요."
cd "$home/current"
# Says so when there is an admin already.
node scripts/cli.js admin setup-link || true
