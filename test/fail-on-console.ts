import { format } from 'node:util';
import { afterEach, beforeEach, vi } from 'vitest';

// Warnings of libraries on the console fail the test as well.
const complaints: string[] = [];

beforeEach(() => {
  complaints.length = 0;
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
      complaints.push(`console.${method}: ${format(...values)}`);
    });
  }
});

afterEach(() => {
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
});
