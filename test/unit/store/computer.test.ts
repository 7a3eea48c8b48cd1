import { expect, test } from 'vitest';
import { computerIdOf, type System } from '../../../src-main/store/computer.ts';

const guid = '8a2c1f60-3f2b-4d2e-9a51-0c2f4f1d7b11';
const linux: Partial<System> = { platform: 'linux', read: () => `${'0a'.repeat(16)}\n` };
const mac: Partial<System> = {
  platform: 'darwin',
  run: () => `  | {\n  |   "IOPlatformUUID" = "${guid}"\n  |   "model" = <"Mac">\n`,
};
const windows: Partial<System> = {
  platform: 'win32',
  run: () => `\r\nHKEY_LOCAL_MACHINE\\...\r\n    MachineGuid    REG_SZ    ${guid}\r\n`,
};
const nothing: System = {
  platform: 'freebsd',
  read: () => {
    throw new Error('no such file');
  },
  run: () => {
    throw new Error('no such program');
  },
  name: () => 'till-1.shop.example',
};
const idOf = (system: Partial<System>) => computerIdOf({ ...nothing, ...system });

test.each([
  ['Linux', linux],
  ['macOS', mac],
  ['Windows', windows],
])('on %s the system’s own id counts, and not a name that follows the network', (_, system) => {
  const id = idOf(system);
  expect(id).toMatch(/^[\da-f]{16}$/);
  expect(idOf({ ...system, name: () => 'guest-42.hotel.example' })).toBe(id);
  expect(id).not.toBe(idOf({}));
});

test('another id is another computer', () => {
  expect(idOf({ ...linux, read: () => `${'0b'.repeat(16)}\n` })).not.toBe(idOf(linux));
});

test.each<[string, Partial<System>]>([
  ['knows none', {}],
  ['fails to say', { platform: 'linux' }],
  ['says nothing', { platform: 'linux', read: () => '\n' }],
  ['says something else', { platform: 'win32', run: () => 'ERROR: Access is denied.' }],
])('the computer’s name stands for it where the system %s', (_, system) => {
  const id = idOf(system);
  expect(idOf({ ...system, name: () => 'till-1.another.example' })).toBe(id);
  expect(idOf({ ...system, name: () => 'till-2.shop.example' })).not.toBe(id);
});
