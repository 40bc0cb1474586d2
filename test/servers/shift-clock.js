// Preloaded into a server. Shifts its wall clock by CLOCK_OFFSET_MS, and after each SIGUSR2 by the milliseconds in
// CLOCK_OFFSET_FILE. The monotonic clock of timers is not affected.
import { readFileSync } from 'node:fs';

const System = Date;
let offset = Number(process.env.CLOCK_OFFSET_MS ?? 0);
const now = () => System.now() + offset;

const Stepped = new Proxy(System, {
  apply: () => new System(now()).toString(),
  construct: (target, args, requested) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, requested === Stepped ? target : requested),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
globalThis.Date = Stepped;
process.on('SIGUSR2', () => {
  offset = Number(readFileSync(process.env.CLOCK_OFFSET_FILE, 'utf8'));
});
