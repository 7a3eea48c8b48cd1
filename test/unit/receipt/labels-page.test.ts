// Tests where each label stands on a sheet, and that names are printed as words.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  firstAfter,
  labelOrderSchema,
  labelSheets,
  labelsOn,
  sheetKinds,
  sheetsFor,
} from '../../../src-main/contract/shelf-labels.ts';
import { mostTicked } from '../../../src-main/contract/many-products.ts';
import { drawBars as draw } from '../../../src-main/receipt/draw-codes.ts';
import { rollHtml, sheetsHtml } from '../../../src-main/receipt/labels-page.ts';
import type { ShelfLabel } from '../../../src-main/receipt/shelf-label.ts';
import * as v from 'valibot';

const look = { language: 'en', draw } as const;
const label = (change: Partial<ShelfLabel> = {}): ShelfLabel => ({
  ...{ name: 'Queijo', price: '€1.89', per: '', measured: '', date: '23/11/2026', practice: null },
  ...{ code: { symbology: 'ean13', data: '5601234567892' }, codeText: '5601234567892' },
  ...change,
});
const many = (amount: number) =>
  Array.from({ length: amount }, (_, index) => label({ name: `P${index + 1}` }));
/** Returns for each sheet its places: the name of the label there, or nothing. */
const placesOf = (page: string) =>
  page
    .split('<section class="sheet">')
    .slice(1)
    .map((sheet) =>
      [...sheet.matchAll(/<div><\/div>|<h2><bdi>(.*?)<\/bdi>/g)].map(([, name = '']) => name),
    );

describe('sheets', () => {
  test('begin at the first free place of a used sheet, and go on in whole ones', async () => {
    const [first, second, ...more] = placesOf(
      await sheetsHtml(many(30), { sheet: '3x8', first: 3 }, look),
    );
    expect(first).toHaveLength(24);
    expect(first?.slice(0, 4)).toEqual(['', '', 'P1', 'P2']);
    expect(second).toEqual(['P23', 'P24', 'P25', 'P26', 'P27', 'P28', 'P29', 'P30']);
    expect(more).toEqual([]);
  });

  test.each(sheetKinds)('of %s fill A4 and no more, as the stylesheet has them', (kind) => {
    const { across, down, widthMm, heightMm } = labelSheets[kind];
    expect(across * widthMm).toBeLessThanOrEqual(210);
    expect(down * heightMm).toBeLessThanOrEqual(297);
    const css = readFileSync(
      join(import.meta.dirname, '../../../src-renderer/public/labels.css'),
      'utf8',
    );
    const [rule] = new RegExp(`\\.labels-${kind} \\.sheet \\{[^}]*\\}`).exec(css) ?? [''];
    expect(rule.replaceAll(/\s+/g, ' ')).toContain(
      `grid-template: repeat(${down}, calc(${heightMm} * var(--mm))) / repeat(${across}, calc(${widthMm} * var(--mm)));`,
    );
  });

  test.each([
    [1, 24, 1, 1],
    [1, 25, 2, 2],
    [24, 1, 1, 1],
    [24, 2, 2, 2],
    [3, 2, 5, 1],
  ])('from %i on, %i labels tell the next free place', (first, labels, next, sheets) => {
    const paper = { kind: 'sheet', sheet: '3x8', first, printer: null } as const;
    expect(firstAfter(paper, labels)).toBe(next);
    expect(sheetsFor(paper, labels)).toBe(sheets);
  });
});

describe('an order', () => {
  const order = (first: number, ids = [1]) => ({
    chosen: { kind: 'some', ids },
    choice: {
      paper: { kind: 'sheet', sheet: '3x8', first, printer: null },
      ...{ copies: 1, language: 'en' },
    },
  });

  test('begins on the sheet, and names no more products than can be ticked', () => {
    const ids = Array.from({ length: mostTicked + 1 }, (_, index) => index + 1);
    expect(v.is(labelOrderSchema, order(labelsOn('3x8')))).toBe(true);
    expect(v.is(labelOrderSchema, order(25))).toBe(false);
    expect(v.is(labelOrderSchema, order(0))).toBe(false);
    expect(v.is(labelOrderSchema, order(1, ids))).toBe(false);
    expect(v.is(labelOrderSchema, order(1, []))).toBe(false);
  });
});

describe('a page of labels', () => {
  test('has no markup from a name, a unit or a code', async () => {
    const evil = '</bdi><script>alert(1)</script><img src=x onerror=alert(1)>"&';
    const plain = await sheetsHtml([label()], { sheet: '3x8', first: 1 }, look);
    const page = await sheetsHtml(
      [label({ name: evil, codeText: evil, date: evil, price: evil })],
      { sheet: '3x8', first: 1 },
      look,
    );
    const tags = (text: string) =>
      (text.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/ class="price.*"/, ''));
    expect(tags(page)).toEqual(tags(plain));
  });

  test('has no style or script of its own, which the page’s policy would not run', async () => {
    const page = await sheetsHtml(many(2), { sheet: '5x13', first: 1 }, look);
    expect(page).not.toMatch(/style=|<script|<style/);
    expect(page).toContain('<link rel="stylesheet" href="/labels.css">');
  });

  test('of practice says so on every label, on either paper', async () => {
    const practice = { portuguese: 'PRÁTICA', translation: 'PRACTICE' };
    const trainees = [label({ practice }), label({ practice })];
    for (const page of [
      await sheetsHtml(trainees, { sheet: '5x13', first: 1 }, look),
      await rollHtml(trainees, look),
    ]) {
      expect(page.match(/PRÁTICA/g)).toHaveLength(2);
      expect(page.match(/PRACTICE/g)).toHaveLength(2);
    }
    expect(await rollHtml([label()], look)).not.toContain('PRÁTICA');
  });

  test('says beside a price that it is by measure, where a label says so', async () => {
    const loose = label({ measured: 'by weight or measure' });
    for (const page of [
      await sheetsHtml([loose, label()], { sheet: '5x13', first: 1 }, look),
      await rollHtml([loose, label()], look),
    ]) {
      expect(page.match(/€1\.89<\/strong><small>by weight or measure<\/small>/g)).toHaveLength(1);
      expect(page.match(/<small>/g)).toHaveLength(1);
    }
  });

  test('draws the bars of copies once', async () => {
    let drawn = 0;
    const counting = {
      ...look,
      draw: (...args: Parameters<typeof draw>) => ((drawn += 1), draw(...args)),
    };
    const page = await sheetsHtml(
      [label(), label(), label()],
      { sheet: '3x8', first: 1 },
      counting,
    );
    expect(drawn).toBe(1);
    expect(page.match(/<svg/g)).toHaveLength(3);
  });
});
