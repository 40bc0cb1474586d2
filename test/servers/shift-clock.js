// Loaded into a server before its own code. Its wall clock is off by CLOCK_OFFSET_MS, and at each SIGUSR2 by what
// CLOCK_OFFSET_FILE says instead. The monotonic clock of Node's timers is not affected, as on any machine.
import { readFileSync } from 'node:fs';

const System = Date;
let offset = Number(process.env.CLOCK_OFFSET_MS ?? 0);
const now = () => System.now() + offset;

const Stepped = new Proxy(System, {
  apply: () => new System(now()).toString(),
  construct: (target, args, asked) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, asked === Stepped ? target : asked),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
globalThis.Date = Stepped;
process.on('SIGUSR2', () => {
  offset = Number(readFileSync(process.env.CLOCK_OFFSET_FILE, 'utf8'));
});
