import type { Endpoint } from '#platform/contract/endpoint.ts';
import { connectionEndpoints } from '../contract/connections.ts';
import { customerEndpoints } from '../contract/customers.ts';
import { deskEndpoints } from '../contract/desk.ts';
import { monthSheetEndpoints } from '../contract/month-sheet.ts';
import { restoreEndpoints } from '../contract/restore.ts';
import { sampleEndpoints } from '../contract/sample.ts';
import { searchEndpoints } from '../contract/search.ts';
import { features } from './features.ts';

const ownEndpoints = {
  connections: connectionEndpoints,
  customers: customerEndpoints,
  desk: { ...deskEndpoints, ...monthSheetEndpoints },
  restore: restoreEndpoints,
  sample: sampleEndpoints,
  search: searchEndpoints,
};

/** All API endpoints by tag, for the server's routes and the OpenAPI document. */
export const api = [...features.map(({ endpoints }) => endpoints ?? {}), ownEndpoints]
  .flatMap((groups) => Object.entries<Readonly<Record<string, Endpoint>>>(groups))
  .reduce<Record<string, Record<string, Endpoint>>>(
    (all, [tag, group]) => ({ ...all, [tag]: { ...all[tag], ...group } }),
    {},
  );

export const allEndpoints: readonly Endpoint[] = Object.values(api).flatMap((group) => Object.values(group));
