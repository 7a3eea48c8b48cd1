import { getCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

vi.mock('node:tls', async (original) => ({
  ...(await original<typeof import('node:tls')>()),
  getCACertificates: vi.fn(),
}));

let systemTrust: typeof import('../../../src-main/service/trust.ts').systemTrust;
// Test files of one worker share modules, and another one may have loaded it with the real ones.
beforeAll(async () => {
  vi.resetModules();
  ({ systemTrust } = await import('../../../src-main/service/trust.ts'));
});
afterAll(() => {
  vi.resetModules();
});

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
