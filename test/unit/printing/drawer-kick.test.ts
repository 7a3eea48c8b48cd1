import { expect, test } from 'vitest';
import type { Drawer } from '../../../src-main/contract/drawer.ts';
import { drivers } from '../../../src-main/printing/drivers/drivers.ts';
import { decode } from '../../printer/decode.ts';

const encodeDrawerKick = (language: 'esc-pos' | 'star-prnt', drawer: Drawer) =>
  drivers[language].drawerKick(drawer);

const kick = (language: 'esc-pos' | 'star-prnt', pin: 2 | 5, onMs: number, offMs: number) =>
  decode(language, encodeDrawerKick(language, { pin, onMs, offMs, opensFor: [] })).printed;

test('ESC/POS counts the pulse in units of 2 ms', () => {
  expect([...encodeDrawerKick('esc-pos', { pin: 2, onMs: 120, offMs: 240, opensFor: [] })]).toEqual(
    [0x1b, 0x70, 0, 60, 120],
  );
  expect(kick('esc-pos', 5, 510, 2)).toEqual([{ kind: 'drawer', pin: 5, onMs: 510, offMs: 2 }]);
  expect(kick('esc-pos', 2, 3, 511)).toMatchObject([{ onMs: 4, offMs: 510 }]);
});

test('StarPRNT counts it in units of 10 ms, and knows no other pulse for the second drawer', () => {
  expect(kick('star-prnt', 2, 200, 400)).toEqual([
    { kind: 'drawer', pin: 2, onMs: 200, offMs: 400 },
  ]);
  expect(kick('star-prnt', 2, 2, 510)).toMatchObject([{ onMs: 10, offMs: 510 }]);
  expect(kick('star-prnt', 5, 100, 100)).toEqual([
    { kind: 'drawer', pin: 5, onMs: 200, offMs: 200 },
  ]);
});
