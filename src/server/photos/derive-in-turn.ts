import { createGate } from '#server/gate.ts';
import { derivePhoto } from './derive-photo.ts';
import type { DerivedPhoto } from './derive-photo.ts';

// Each takes a processor and much memory for seconds; what waits here waits with nothing in its hands.
const WIDTH = 1;
const MAX_WAITING = 60;

const pass = createGate(WIDTH, MAX_WAITING);

/** `derivePhoto` of what `load` brings, one after another in the whole process. Refuses (503) when too many wait. */
export const deriveInTurn = (load: () => Promise<Uint8Array>, salt: string): Promise<DerivedPhoto> =>
  pass(async () => derivePhoto(await load(), salt));
