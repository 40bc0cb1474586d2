// Loaded into a server before its own code: the clock on its wall jumps by what stands in a file at each SIGUSR2, as when
// it is set. The clock by which Node's timers run knows nothing of it, as on any machine.
import { readFileSync } from 'node:fs';

const System = Date;
let offset = 0;
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
