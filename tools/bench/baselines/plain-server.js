// Baseline for `npm run bench -- beside`: the server that an engineer writes with hono, drizzle and pg for the same calls on the
// same tables, without rate limits, messages, idempotency keys and caches. Started by tools/bench/beside.ts with the database
// URL, the data folder, the key of access tokens in hexadecimal digits and their issuer as arguments; prints its port.
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { verify } from '@node-rs/argon2';
import { and, asc, between, desc, eq, gt, gte, isNull, lte, or } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { jwtVerify, SignJWT } from 'jose';
import pg from 'pg';
import { runnerImport } from 'vite';
import * as z from 'zod';

const [databaseUrl, dataDir, keyDigits, issuer] = process.argv.slice(2);
const importTables = async (noun) => (await runnerImport(`./src/${noun}/server/tables.ts`)).module;
const { answers, questions } = await importTables('features/questions');
const { members, refreshTokens, sessions } = await importTables('core/auth');
const { photos } = await importTables('core/files');
const { reservations, slotClaims, slotPlans } = await importTables('features/reservations');

const db = drizzle({ client: new pg.Pool({ connectionString: databaseUrl, max: 10 }) });
const key = Buffer.from(keyDigits, 'hex');
const token = { algorithms: ['HS256'], typ: 'at+jwt', issuer, audience: 'sajingwan-api' };
const DAY_MS = 86_400_000;
const after = (days) => new Date(Date.now() + days * DAY_MS);
const app = new Hono();

const HIDDEN = '비밀글입니다.';
const maskName = (name) => {
  const letters = [...name];
  return letters.length <= 2
    ? `${letters[0]}*`
    : letters[0] + '*'.repeat(letters.length - 2) + letters.at(-1);
};

app.get('/api/question', async (context) => {
  const { id, content, createdAt } = answers;
  const rows = await db
    .select({ question: questions, memberName: members.name, answer: { id, content, createdAt } })
    .from(questions)
    .innerJoin(members, eq(members.id, questions.memberId))
    .leftJoin(answers, eq(answers.questionId, questions.id))
    .orderBy(desc(questions.id))
    .limit(Number(context.req.query('limit') ?? 20));
  return context.json(
    rows.map(({ question, memberName, answer }) => ({
      id: question.id,
      title: question.secret ? HIDDEN : question.title,
      content: question.secret ? HIDDEN : question.content,
      memberName: maskName(memberName),
      createdAt: question.createdAt,
      answered: answer !== null,
      answer: question.secret ? null : answer,
      mine: false,
      secret: question.secret,
      notify: false,
    })),
  );
});

app.get('/api/photo', async (context) => {
  const category = eq(photos.category, context.req.query('category'));
  const rows = await db
    .select()
    .from(photos)
    .where(and(category, isNull(photos.deletedAt), isNull(photos.damagedAt), isNull(photos.hiddenAt)))
    .orderBy(desc(photos.id))
    .limit(Number(context.req.query('limit') ?? 20));
  const url = (name) => `/photos/${name}`;
  return context.json(
    rows.map(({ id, savedFileName, category: shown, width, height, widths, alt, placeholder, ...row }) => ({
      id,
      imageUrl: url(`${savedFileName}.jpg`),
      savedFileName,
      category: shown,
      width,
      height,
      alt,
      placeholder,
      sources: ['avif', 'webp'].map((type) => ({
        type: `image/${type}`,
        srcset: widths.map((one) => `${url(`${savedFileName}-${one}.${type}`)} ${one}w`).join(', '),
      })),
      focus: { x: row.focusX, y: row.focusY },
    })),
  );
});

app.get('/api/reservation/availability', async (context) => {
  const [year, month] = context.req.query('month').split('-').map(Number);
  const days = Array.from({ length: new Date(Date.UTC(year, month, 0)).getUTCDate() }, (_, index) =>
    new Date(Date.UTC(year, month - 1, index + 1)).toISOString().slice(0, 10),
  );
  const [first, last] = [days[0], days.at(-1)];
  const hasBegun = or(isNull(slotPlans.effectiveFrom), lte(slotPlans.effectiveFrom, last));
  const hasNotEnded = or(isNull(slotPlans.effectiveUntil), gte(slotPlans.effectiveUntil, first));
  const [plans, claims] = await Promise.all([
    db.select().from(slotPlans).where(and(hasBegun, hasNotEnded)).orderBy(asc(slotPlans.slot)),
    db
      .select()
      .from(slotClaims)
      .where(between(slotClaims.date, first, last)),
  ]);
  const claimsBySlot = new Map(claims.map((claim) => [`${claim.date} ${claim.slot}`, claim]));
  const stateOf = (date, slot) => {
    const claim = claimsBySlot.get(`${date} ${slot}`);
    if (claim === undefined || (claim.kind === 'HELD' && claim.heldUntil <= new Date())) return 'FREE';
    return claim.kind === 'HELD' ? 'HELD' : 'TAKEN';
  };
  const isOffered = (date, { weekday, effectiveFrom, effectiveUntil }) =>
    weekday === (new Date(date).getUTCDay() || 7) &&
    (effectiveFrom ?? date) <= date &&
    date <= (effectiveUntil ?? date);
  return context.json(
    days.map((date) => ({
      date,
      slots: plans
        .filter((plan) => isOffered(date, plan))
        .map(({ slot }) => ({ time: slot, state: stateOf(date, slot) })),
    })),
  );
});

const authenticate = async (context) => {
  const bearer = context.req.header('authorization')?.replace('Bearer ', '') ?? '';
  const { payload } = await jwtVerify(bearer, key, token).catch(() => {
    throw new HTTPException(401);
  });
  const isActive = and(isNull(sessions.revokedAt), gt(sessions.expiresAt, new Date()));
  const [member] = await db
    .select({ id: members.id, name: members.name, role: members.role })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(and(eq(sessions.id, payload.sid), eq(members.id, payload.sub), isActive));
  if (member === undefined) throw new HTTPException(401);
  return member;
};

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const generateCode = () =>
  Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)])
    .join('')
    .replace(/^.{5}/, '$&-');
const text = z.string().trim().min(1).max(2_000);
const reservationBody = z.object({
  shootType: z.enum(['LANDSCAPE', 'PRODUCT', 'FOOD', 'WEDDING']),
  date: z.iso.date(),
  time: z.string(),
  desiredShootDate: text,
  location: text,
  notes: text,
});
const isTaken = ({ cause }) => ['slot_claims_pkey', 'slot_claims_no_overlap'].includes(cause?.constraint);

app.post('/api/reservation', async (context) => {
  const { id: memberId } = await authenticate(context);
  const { data } = reservationBody.safeParse(await context.req.json());
  if (data === undefined) throw new HTTPException(400);
  const { time: slot, ...details } = data;
  try {
    const reservation = await db.transaction(async (tx) => {
      const [row] = await tx
        .insert(reservations)
        .values({ ...details, slot, memberId, code: generateCode() })
        .returning();
      await tx.insert(slotClaims).values({ date: row.date, slot, kind: 'BOOKED', reservationId: row.id });
      return row;
    });
    const { id, state, code, createdAt } = reservation;
    return context.json({ ...data, id, state, reservationCode: code, createdAt }, 201);
  } catch (error) {
    if (isTaken(error)) throw new HTTPException(409, { message: 'SLOT_TAKEN' });
    throw error;
  }
});

const loginBody = z.object({ loginId: text, password: text });

app.post('/api/auth/login', async (context) => {
  const { data } = loginBody.safeParse(await context.req.json());
  if (data === undefined) throw new HTTPException(400);
  const loginKey = data.loginId.normalize('NFKC').toLowerCase();
  const [member] = await db.select().from(members).where(eq(members.loginIdKey, loginKey));
  if (member === undefined || !(await verify(member.passwordHash, data.password)))
    throw new HTTPException(400);
  const [sessionId, refreshToken, now] = [randomUUID(), randomBytes(32).toString('base64url'), new Date()];
  const userAgent = context.req.header('user-agent') ?? '';
  await db.transaction(async (tx) => {
    await tx.insert(sessions).values({
      id: sessionId,
      memberId: member.id,
      ip: '127.0.0.1',
      userAgent,
      createdAt: now,
      expiresAt: after(30),
    });
    const tokenHash = createHash('sha256').update(refreshToken).digest();
    await tx.insert(refreshTokens).values({ tokenHash, sessionId, createdAt: now, expiresAt: after(14) });
  });
  const accessToken = await new SignJWT({ sid: sessionId, auth_time: Math.floor(now.getTime() / 1_000) })
    .setProtectedHeader({ alg: 'HS256', typ: token.typ })
    .setIssuer(issuer)
    .setAudience(token.audience)
    .setSubject(member.id)
    .setIssuedAt()
    .setExpirationTime('10 minutes')
    .sign(key);
  return context.json({ accessToken, refreshToken, name: member.name, role: member.role });
});

app.use('/photos/*', serveStatic({ root: dataDir }));

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.stdout.write(`${port}\n`));
