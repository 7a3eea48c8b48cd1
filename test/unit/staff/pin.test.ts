// PINs as they are kept: slow to try, and never the same twice.
import { scryptSync } from 'node:crypto';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { pinHashSchema } from '../../../src-main/contract/lock.ts';
import { hashPin, isPin } from '../../../src-main/staff/pin.ts';

test('a PIN is known again, and no other is', async () => {
  const stored = await hashPin('073519');
  expect(await isPin('073519', stored)).toBe(true);
  expect(await isPin('73519', stored)).toBe(false);
  expect(await isPin('073518', stored)).toBe(false);
});

test('what is kept names its cost, has a salt of its own, and nothing of the PIN', async () => {
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
  expect(await isPin('1234', stored)).toBe(true);
  expect(await isPin('1235', stored)).toBe(false);
});

test('trying nobody’s PIN is as slow as trying somebody’s', async () => {
  const stored = await hashPin('1234');
  const timeOf = async (one: string | null) => {
    const beganAt = performance.now();
    await isPin('0000', one);
    return performance.now() - beganAt;
  };
  const shortest = async (one: string | null) =>
    Math.min(await timeOf(one), await timeOf(one), await timeOf(one));
  expect((await shortest(null)) / (await shortest(stored))).toBeGreaterThan(0.3);
});

test.each([
  '',
  '1234',
  'scrypt:32768:8:1:00:00',
  `scrypt:1048576:8:1:${'0'.repeat(32)}:${'0'.repeat(64)}`,
  `scrypt:524288:8:1:${'0'.repeat(32)}:${'0'.repeat(64)}`,
  `plain:1:1:1:${'0'.repeat(32)}:${'0'.repeat(64)}`,
])('what is no hash of ours is not compared: %s', async (stored) => {
  await expect(isPin('1234', stored)).rejects.toThrow();
});
