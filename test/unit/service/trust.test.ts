import { getCACertificates } from 'node:tls';
import { expect, test, vi } from 'vitest';
import { systemTrust } from '../../../src-main/service/trust.ts';

vi.mock('node:tls', async (original) => ({
  ...(await original<typeof import('node:tls')>()),
  getCACertificates: vi.fn(),
}));

test.each(['default', 'system'])(
  'authorities that cannot be read (%s) are told once, and those that come with the program serve',
  (broken) => {
    vi.mocked(getCACertificates).mockImplementation((kind) => {
      if (kind === broken) throw new Error('the store is locked');
      return [];
    });
    const problems: unknown[] = [];
    const trust = systemTrust((error) => problems.push(error));
    expect(trust()).toBe(trust());
    expect(problems).toEqual([new Error('the store is locked')]);
  },
);
