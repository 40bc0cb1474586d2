#!/bin/sh
# Builds a version of the program beside the running one: `build-release.sh v0.3.0` makes /opt/sajingwan/releases/v0.3.0 from the
# repository in /opt/sajingwan/source. A release that is there already is left as it is.
set -eu

home=/opt/sajingwan
version=$1
release=$home/releases/$version
draft=$release.part

[ ! -d "$release" ] || exit 0
rm -rf "$draft"
install -d -m 755 "$draft"
trap 'rm -rf "$draft"' EXIT
git -C "$home/source" archive "$version" | tar -x -C "$draft"
cd "$draft"
npm ci --no-audit --no-fund
npm run build
# The server and the commands read the settings from the folder of the program.
ln -s "$home/.env" .env
mv "$draft" "$release"
trap - EXIT
