// A stored PIN is slow to try, and never the same twice.
import crypto, { scryptSync } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import * as v from 'valibot';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pinHashSchema } from '../../../src-main/contract/lock.ts';
import { checkPin, hashPin, type PinCheck } from '../../../src-main/staff/pin.ts';
import { withDearPins } from '../../cheap-pins.ts';

test('checkPin accepts the right PIN and no other', async () => {
  const stored = await hashPin('073519');
  expect(await checkPin('073519', stored)).toBe('right');
  expect(await checkPin('73519', stored)).toBe('wrong');
  expect(await checkPin('073518', stored)).toBe('wrong');
});

const key = { id: '0123456789abcdef', bytes: Buffer.alloc(32, 9) };
const inesOf = { key, cashierId: 'ines' };

test('with the key, a manager’s PIN is right for that manager alone', async () => {
  const stored = await hashPin('073519', inesOf);
  expect(v.is(pinHashSchema, stored)).toBe(true);
  expect(await checkPin('073519', stored, inesOf)).toBe('right');
  expect(await checkPin('073518', stored, inesOf)).toBe('wrong');
  expect(await checkPin('073519', stored, { key, cashierId: 'maria' })).toBe('wrong');
  const other = { ...key, bytes: Buffer.alloc(32, 8) };
  expect(await checkPin('073519', stored, { ...inesOf, key: other })).toBe('wrong');
});

test('without the key a manager’s right PIN is plausible, and of the wrong ones one in 256', async () => {
  const stored = await hashPin('073519', inesOf);
  expect(await checkPin('073519', stored)).toBe('plausible');
  const cheap = stored.replace(/^scrypt:32768:8:1/, 'scrypt:2:1:1');
  const pinChecks: PinCheck[] = [];
  for (let pin = 0; pin < 2560; pin += 1)
    pinChecks.push(await checkPin(String(100_000 + pin), cheap));
  const plausible = pinChecks.filter((one) => one === 'plausible').length;
  expect(plausible).toBeGreaterThan(0);
  expect(plausible).toBeLessThan(40);
  expect(pinChecks).not.toContain('right');
});

test('a hash names its cost, has its own salt, and holds nothing of the PIN', async () => {
  const [one, other] = await Promise.all([hashPin('1234'), hashPin('1234')]);
  expect(v.is(pinHashSchema, one)).toBe(true);
  expect(one).toMatch(/^scrypt:32768:8:1:/);
  expect(one.split(':')[4]).not.toBe(other.split(':')[4]);
  expect(one.split(':')[5]).not.toBe(other.split(':')[5]);
});

test('a hash of another cost is still read', async () => {
  const salt = Buffer.alloc(16, 1);
  const hash = scryptSync('1234', salt, 32, { N: 16, r: 8, p: 1 });
  const stored = `scrypt:16:8:1:${salt.toString('hex')}:${hash.toString('hex')}`;
  expect(await checkPin('1234', stored)).toBe('right');
  expect(await checkPin('1235', stored)).toBe('wrong');
});

test('checking a PIN costs as much for an unknown cashier as for a known one', async () => {
  const stored = await hashPin('1234');
  const scrypt = vi.spyOn(crypto, 'scrypt');
  syncBuiltinESMExports();
  onTestFinished(() => {
    scrypt.mockRestore();
    syncBuiltinESMExports();
  });
  expect(await checkPin('0000', stored)).toBe('wrong');
  expect(await checkPin('0000', null)).toBe('wrong');
  const [known, unknown, ...others] = scrypt.mock.calls.map(([, , , options]) => options);
  expect(known).toMatchObject({ N: 2 ** 15, r: 8, p: 1 });
  expect(unknown).toEqual(known);
  expect(others).toEqual([]);
});

test.each([
  '',
  '1234',
  'scrypt:32768:8:1:00:00',
  `scrypt:1048576:8:1:${'0'.repeat(32)}:${'0'.repeat(64)}`,
  `scrypt:524288:8:1:${'0'.repeat(32)}:${'0'.repeat(64)}`,
  `plain:1:1:1:${'0'.repeat(32)}:${'0'.repeat(64)}`,
])('what is no hash of ours is not compared: %s', async (stored) => {
  await expect(checkPin('1234', stored)).rejects.toThrow();
});

// The last test: from here on a PIN's hash is as slow as at a till.
test('a hash was made at the cost that it names', async () => {
  withDearPins();
  const [, N, r, p, salt = '', hash] = (await hashPin('1234')).split(':');
  const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: 64 * 1024 * 1024 };
  expect(scryptSync('1234', Buffer.from(salt, 'hex'), 32, options).toString('hex')).toBe(hash);
});
