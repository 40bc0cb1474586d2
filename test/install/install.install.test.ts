import { execFileSync } from 'node:child_process';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDebianRoot, type DebianRoot } from './debian-root.ts';
import { readGuideCommands } from './guide-commands.ts';

/*
 * Follows docs/guide/installation.md in a fresh Debian: its commands are run as they stand there, but for the names that a reader replaces.
 * Caddy issues certificates for names that end in `.local` itself, so no public name is needed.
 */

const DOMAIN = 'studio.local';
const owner = { loginId: 'studio', password: 'Studio!2026', name: '김사진' };
const MAX_SECONDS_WITHOUT_SERVICE = 30;
let debian: DebianRoot;
let commands: Record<
  'install' | 'setupLink' | 'update' | 'goBack' | 'backUp' | 'copy' | 'restore' | 'postgres' | 'toPostgres',
  string
>;

/** Puts the values of this test in the place of the guide's. */
const fill = (block = ''): string =>
  block
    .replaceAll('studio.example.com', DOMAIN)
    .replaceAll('<저장소 주소>', '/opt/origin.git')
    .replaceAll('root@<새 컴퓨터>:', '')
    .replaceAll('비밀번호', 'secret')
    .replaceAll('<이전 버전>', 'v9.0.0')
    .replaceAll('<새 버전>', 'v9.0.1');

beforeAll(async () => {
  const [install, setupLink] = await readGuideCommands('installation.md', '서버에 올리기');
  const [update, goBack] = await readGuideCommands('installation.md', '새 버전으로 바꾸기');
  const [backUp, copy, restore] = await readGuideCommands('operations.md', '새 컴퓨터로 옮기기');
  const [postgres] = await readGuideCommands('scaling.md', 'PostgreSQL');
  const [toPostgres] = await readGuideCommands('operations.md', '내장 데이터베이스에서 PostgreSQL로 옮기기');
  commands = {
    install: fill(install),
    setupLink: fill(setupLink),
    update: fill(update),
    // As the guide says while no member has withdrawn.
    goBack: fill(goBack).replace(/ --erased \S+/, ''),
    backUp: fill(backUp),
    copy: fill(copy).replace(/ \S+erasures.jsonl/, ''),
    restore: fill(restore).replace(/^mv \S+erasures.jsonl.*$/m, ''),
    postgres: fill(postgres),
    toPostgres: fill(toPostgres),
  };
  debian = await createDebianRoot();
  execFileSync('git', ['clone', '--quiet', '--bare', '.', join(debian.folder, 'opt/origin.git')]);
  execFileSync('git', ['-C', join(debian.folder, 'opt/origin.git'), 'tag', '-f', 'v9.0.0', 'HEAD']);
  await writeFile(join(debian.folder, 'root/.gitconfig'), '[safe]\n\tdirectory = *\n');
});
afterAll(() => debian.remove());

const agent = new Agent({ rejectUnauthorized: false, keepAlive: false });

/** Sends a request through Caddy. */
const call = (path: string, body?: object, token?: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const headers = {
      host: DOMAIN,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const options = { host: '127.0.0.1', port: 443, servername: DOMAIN, path, method, headers, agent };
    request(options, (response) => {
      text(response).then(
        (received) => resolve({ status: response.statusCode ?? 0, text: received }),
        reject,
      );
    })
      .once('error', reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });

const logIn = async (): Promise<string> => {
  const { status, text: body } = await call('/api/auth/login', {
    loginId: owner.loginId,
    password: owner.password,
  });
  expect(status).toBe(200);
  return (JSON.parse(body) as { accessToken: string }).accessToken;
};

/** The names on all bookings. */
const listBookings = async (): Promise<string[]> => {
  const { text: body } = await call('/api/admin/reservation', undefined, await logIn());
  return [...body.matchAll(/"memberName":"([^"]+)"/g)].map(([, name = '']) => name).toSorted();
};
const book = async (guestName: string, date: string): Promise<void> => {
  const booking = { guestName, phoneNumber: '01012345678', shootType: 'FOOD', date, time: '12-13' };
  expect(await call('/api/admin/reservation', booking, await logIn())).toMatchObject({ status: 201 });
};
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const currentVersion = (): string => debian.sh('readlink /opt/sajingwan/current').output.trim();

/** Makes a release that needs no build: a copy of the installed one. */
const addRelease = (version: string): void => {
  const made = debian.sh(`
    cp -al /opt/sajingwan/releases/v9.0.0 /opt/sajingwan/releases/${version}
    cd /opt/origin.git
    commit=$(git -c user.name=Test -c user.email=test@studio.local commit-tree -p v9.0.0 -m ${version} 'v9.0.0^{tree}')
    git tag ${version} $commit`);
  expect(made).toEqual({ status: 0, output: '' });
};
const replaceFile = async (version: string, file: string, content: string): Promise<void> => {
  const path = join(debian.folder, 'opt/sajingwan/releases', version, file);
  // The releases share their files.
  await rm(path, { force: true });
  await writeFile(path, content);
};

/** Asks for the home page ten times a second until `work` is done. Returns the failures and the longest time without the server itself. */
const watch = async (work: () => Promise<void>) => {
  let isDone = false;
  let away = 0;
  let longest = 0;
  const failures: number[] = [];
  const pages = (async () => {
    while (!isDone) {
      const { status } = await call('/').catch(() => ({ status: 0 }));
      if (status !== 200) failures.push(status);
      await sleep(100);
    }
  })();
  const health = (async () => {
    while (!isDone) {
      const began = performance.now();
      const isThere = await fetch('http://127.0.0.1:3000/livez', { signal: AbortSignal.timeout(2_000) }).then(
        ({ ok }) => ok,
        () => false,
      );
      await sleep(100);
      away = isThere ? 0 : away + (performance.now() - began) / 1_000;
      longest = Math.max(longest, away);
    }
  })();
  await work();
  isDone = true;
  await Promise.all([pages, health]);
  return { failures, longest };
};
/** In another process, so that this one can watch meanwhile. */
const runUpdate = async (): Promise<void> => {
  debian.sh(`(set +e; ${commands.update.trim()}; echo "ended with $?") > /root/update.log 2>&1 &`);
  while (!(await readUpdate()).includes('ended with')) await sleep(200);
};
const readUpdate = (): Promise<string> => readFile(join(debian.folder, 'root/update.log'), 'utf8');

const run = (script: string): void => {
  const { status, output } = debian.sh(script);
  expect(status, output).toBe(0);
};
const expectOpen = async (): Promise<void> => {
  await expect
    .poll(() =>
      call('/').then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
};

it('one command makes an empty Debian a site with HTTPS, and ends with the link for the first admin', async () => {
  const { status, output } = debian.sh(commands.install);
  expect(status, output).toBe(0);
  const link = output.trim().split('\n').at(-1) ?? '';
  expect(link).toMatch(/^https:\/\/studio\.local\/setup\?token=[\w-]{32}$/);
  const token = new URL(link).searchParams.get('token');
  await expectOpen();
  expect((await call('/healthz')).status).toBe(404);
  expect((await call('/api/setup', { ...owner, token })).status).toBe(201);
  await book('김하나', dayIn(20));
});

it('the command can be run again, and changes nothing that is there', async () => {
  const env = await readFile(join(debian.folder, 'opt/sajingwan/.env'), 'utf8');
  const { status, output } = debian.sh(commands.install.replace(/^git clone.*$/m, ''));
  expect(status, output).toBe(0);
  expect(output).toContain('관리자가 이미 있습니다');
  expect(await readFile(join(debian.folder, 'opt/sajingwan/.env'), 'utf8')).toBe(env);
  await expectOpen();
  expect(await listBookings()).toEqual(['김하나']);
});

it('root runs the operators’ commands as the account of the server, while it runs', () => {
  expect(debian.sh(commands.setupLink).output).toContain('관리자가 이미 있습니다');
  const { output } = debian.sh('cd /opt/sajingwan/current && node scripts/cli.js admin list');
  expect(output).toContain('studio  마지막 로그인');
  const doctor = debian.sh('cd /opt/sajingwan/current && node scripts/cli.js doctor || true').output;
  expect(doctor.split('\n').filter((line) => line.startsWith('✗'))).toEqual([
    '✗ 문자를 발송하지 않습니다',
    '✗ 스튜디오 정보가 예시 그대로입니다',
  ]);
  expect(debian.sh('find /var/lib/sajingwan ! -user sajingwan').output).toBe('');
});

it('an update whose migration fails goes back by itself and loses nothing', async () => {
  addRelease('v9.0.2');
  await replaceFile('v9.0.2', 'db/migrations/9001-tried.sql', "update reservations set guest_name = '없음';");
  // Fails on the data of the site only.
  const broken = "alter table reservations add constraint tried check (guest_name <> '없음');";
  await replaceFile('v9.0.2', 'db/migrations/9002-tried.sql', broken);
  await book('이두리', dayIn(21));
  await runUpdate();
  expect(await readUpdate()).toContain('v9.0.0 버전으로 되돌렸습니다.');
  expect(await readUpdate()).toContain('ended with 1');
  expect(currentVersion()).toBe('releases/v9.0.0');
  expect(await listBookings()).toEqual(['김하나', '이두리']);
  debian.sh('git -C /opt/origin.git tag -d v9.0.2; git -C /opt/sajingwan/source tag -d v9.0.2');
});

it('an update whose server does not answer goes back by itself and loses nothing', async () => {
  addRelease('v9.0.3');
  // Changes the database before it hangs, so that the old version could not use it.
  await replaceFile('v9.0.3', 'db/migrations/9001-tried.sql', "update reservations set guest_name = '없음';");
  debian.sh('cd /opt/sajingwan/releases/v9.0.3/dist/server && cp main.js elsewhere.js');
  await replaceFile('v9.0.3', 'dist/server/main.js', "process.env.PORT = '4999'; import('./elsewhere.js');");
  await runUpdate();
  expect(await readUpdate()).toContain('v9.0.0 버전으로 되돌렸습니다.');
  expect(currentVersion()).toBe('releases/v9.0.0');
  expect(await listBookings()).toEqual(['김하나', '이두리']);
  debian.sh('git -C /opt/origin.git tag -d v9.0.3; git -C /opt/sajingwan/source tag -d v9.0.3');
});

it('an update changes to the newest version while visitors wait at most half a minute', async () => {
  addRelease('v9.0.1');
  const { failures, longest } = await watch(runUpdate);
  expect(failures).toEqual([]);
  expect(await readUpdate()).toContain('v9.0.1 버전으로 바꾸었습니다.');
  expect(currentVersion()).toBe('releases/v9.0.1');
  expect(longest).toBeLessThanOrEqual(MAX_SECONDS_WITHOUT_SERVICE);
  expect(await listBookings()).toEqual(['김하나', '이두리']);
  expect(debian.sh(commands.update).output).toContain('이미 최신 버전입니다: v9.0.1');
});

it('the former version is back after the commands of the guide, with the data of before the update', async () => {
  await book('박세나', dayIn(22));
  const { status, output } = debian.sh(commands.goBack);
  expect(status, output).toBe(0);
  expect(currentVersion()).toBe('releases/v9.0.0');
  await expectOpen();
  expect(await listBookings()).toEqual(['김하나', '이두리']);
});

it('the commands of the guide move the site to a new machine, where everybody is still logged in', async () => {
  const token = await logIn();
  // This machine is both.
  run(commands.backUp);
  run(commands.copy);
  run(commands.restore);
  await expectOpen();
  expect(await listBookings()).toEqual(['김하나', '이두리']);
  expect((await call('/api/member/profile', undefined, token)).status).toBe(200);
  expect(debian.sh('find /var/lib/sajingwan ! -user sajingwan').output).toBe('');
});

it('the commands of the guide move the site to PostgreSQL', async () => {
  // An update leaves this folder, by which packages would take systemd for process 1.
  run('rm -rf /run/systemd');
  run(commands.postgres);
  const token = await logIn();
  run(`rm -r /var/lib/sajingwan/backups/move\n${commands.toPostgres}`);
  await appendFile(
    join(debian.folder, 'opt/sajingwan/.env'),
    '\nDATABASE_URL=postgresql://sajingwan:secret@localhost/sajingwan\n',
  );
  run('systemctl start sajingwan');
  await expectOpen();
  expect(await listBookings()).toEqual(['김하나', '이두리']);
  expect((await call('/api/member/profile', undefined, token)).status).toBe(200);
  const doctor = debian.sh('cd /opt/sajingwan/current && node scripts/cli.js doctor || true').output;
  expect(doctor).toContain('PostgreSQL');
});
