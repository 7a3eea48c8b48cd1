// The browser shows own sales in their place among the documents, and keeps its place.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DocumentBrowser } from '../../../../src-renderer/shop/document-browser.svelte.ts';
import { document, documents, ListingTill, sale, settled } from '../documents/service-till.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const reference = (number: number) => `CF-${String(number).padStart(4, '0')}`;

async function rig(newest: number, ...references: string[]) {
  const service = new ListingTill();
  service.documents = documents(newest);
  service.sales = references.map((each, at) => sale(each, { committedAtMs: 1000 - at }));
  const browser = new DocumentBrowser(service.till);
  await browser.reload();
  await settled();
  const keys = () =>
    Array.from({ length: browser.length }, (_, index) => {
      const row = browser.rowAt(index);
      return row.kind === 'sale' ? row.sale?.reference : row.document?.docKey;
    });
  return { service, browser, keys };
}

test.each([
  [{ orderBy: 'id', descending: true }, ['CF-B', 'CF-A', 'FS A/2', 'FS A/1']],
  [{ orderBy: 'document_date', descending: true }, ['CF-B', 'CF-A', 'FS A/2', 'FS A/1']],
  [{ orderBy: 'id', descending: false }, ['FS A/2', 'FS A/1', 'CF-A', 'CF-B']],
  [{ orderBy: 'document_time', descending: false }, ['FS A/2', 'FS A/1', 'CF-A', 'CF-B']],
  [{ orderBy: 'doc_key', descending: false }, ['CF-B', 'CF-A', 'FS A/2', 'FS A/1']],
] as const)('own sales have their place in the order %o', async (order, expected) => {
  const { browser, keys } = await rig(2, 'CF-B', 'CF-A');
  browser.list.choose(order);
  await settled();
  expect(keys()).toEqual(expected);
});

test.each([
  [{ list: 'sales' }, 2],
  [{ natureId: 302 }, 2],
  [{ search: 'cf-a' }, 1],
  [{ search: ' CF-B' }, 1],
  [{ search: 'FS' }, 0],
  [{ list: 'guides' }, 0],
  [{ natureId: 321 }, 0],
  [{ statusId: 1202 }, 0],
] as const)('of two own sales, the filter %o shows %i', async (filter, shownCount) => {
  const { browser } = await rig(2, 'CF-B', 'CF-A');
  browser.list.choose(filter);
  await settled();
  expect(browser.own.count).toBe(shownCount);
});

describe('own sales of another kind than the API document names', () => {
  const requestedKind = { kind: { by: 'documentTypeId', id: 5 }, finalize: true } as const;

  test.each([
    [{ list: 'sales' }, { isCounter: true, natureId: 303 }, 120],
    [{ list: 'guides' }, { isCounter: true, natureId: 303 }, 0],
    [{ natureId: 303 }, { isCounter: true, natureId: 303 }, 120],
    [{ natureId: 304 }, { isCounter: true, natureId: 303 }, 0],
    [{ natureId: 303 }, { isCounter: true, natureId: null }, 0],
    [{ list: 'sales' }, { isCounter: false, natureId: null }, 0],
  ] as const)('the filter %o, of %o, shows %i', async (filter, told, shownCount) => {
    const { service, browser } = await rig(2);
    service.told = told;
    service.sales = Array.from({ length: 120 }, (_, at) =>
      sale(reference(120 - at), { requestedKind }),
    );
    await browser.reload();
    browser.list.choose(filter);
    await settled();
    expect(browser.own.count).toBe(shownCount);
    browser.saleChanged(sale(reference(7), { requestedKind, state: 'in_doubt' }));
    expect(browser.own.count).toBe(shownCount);
  });
});

test('own sales say whom they are for, asked once for those that are near the view', async () => {
  const references = Array.from({ length: 300 }, (_, at) => reference(300 - at));
  const { service, browser } = await rig(2, ...references);
  const customerAt = (index: number) => {
    const row = browser.rowAt(index);
    return row.kind === 'sale' ? row.party?.party?.name : undefined;
  };
  browser.see(0, 20);
  await settled();
  expect([customerAt(0), customerAt(20), customerAt(150)]).toEqual(['Ana', 'Ana', undefined]);
  browser.see(220, 240);
  await settled();
  expect([customerAt(240), customerAt(141), customerAt(100)]).toEqual(['Ana', 'Ana', undefined]);
  browser.see(0, 20);
  await settled();
  const requests = service.askedParties.flat();
  expect(new Set(requests).size).toBe(requests.length);
  for (const each of service.askedParties) expect(each.length).toBeLessThanOrEqual(100);
});

test('an own sale that was corrected is asked about anew', async () => {
  const { service, browser } = await rig(0, reference(1));
  service.customer = 'Rui';
  browser.saleChanged(sale(reference(1), { state: 'in_doubt' }));
  await settled();
  expect(browser.rowAt(0)).toMatchObject({ party: { party: { name: 'Rui' } } });
});

test('of two corrections of an own sale the later one is shown, whichever is answered first', async () => {
  const { service, browser } = await rig(0, reference(1));
  service.heldParties = [];
  for (const customer of ['Rui', 'Eva']) {
    service.customer = customer;
    browser.saleChanged(sale(reference(1), { state: 'in_doubt' }));
  }
  for (const answer of service.heldParties.toReversed()) {
    answer();
    await settled();
  }
  expect(browser.rowAt(0)).toMatchObject({ party: { party: { name: 'Eva' } } });
});

test('thousands of own sales are loaded as they are seen, and all of them for a search', async () => {
  const references = Array.from({ length: 1200 }, (_, at) => reference(1200 - at));
  const { browser } = await rig(5, ...references);
  expect([browser.length, browser.rowAt(300)]).toMatchObject([1205, { kind: 'sale', sale: null }]);
  browser.see(300, 310);
  await settled();
  expect(browser.rowAt(300)).toMatchObject({ sale: { reference: reference(900) } });
  expect(browser.rowAt(1000)).toMatchObject({ sale: null });
  browser.list.choose({ search: '0007' });
  await settled();
  expect(browser.rowAt(0)).toMatchObject({ sale: { reference: reference(7) } });
});

test('oldest first, the oldest of many own sales are loaded when they are seen', async () => {
  const references = Array.from({ length: 120 }, (_, at) => reference(120 - at));
  const { browser } = await rig(5, ...references);
  browser.list.choose({ descending: false });
  await settled();
  browser.see(0, 4);
  await settled();
  expect(browser.rowAt(5)).toMatchObject({ kind: 'sale', sale: null });
  browser.see(0, 5);
  await settled();
  expect(browser.rowAt(5)).toMatchObject({ sale: { reference: reference(1) } });
});

test('the documents in view are asked for behind the own sales', async () => {
  const { service, browser } = await rig(1000, 'CF-B', 'CF-A');
  browser.see(400, 401);
  vi.advanceTimersByTime(100);
  await settled();
  expect(service.offsets).toContain(300);
  expect(browser.rowAt(401)).toMatchObject({ document: { id: 601 } });
});

test('an own sale that is confirmed leaves; the list follows, and what was in view stays there', async () => {
  const { service, browser } = await rig(1000, 'CF-B', 'CF-A');
  browser.position = 12.5;
  browser.select(20);
  const before = browser.rowAt(20);
  service.documents = documents(1001);
  service.sales = service.sales.slice(1);
  browser.saleChanged(sale('CF-B', { state: 'confirmed' }));
  expect([browser.own.count, browser.position, browser.selected]).toEqual([1, 11.5, 19]);
  vi.advanceTimersByTime(1000);
  await settled();
  expect([browser.position, browser.selected]).toEqual([12.5, 20]);
  expect(browser.rowAt(20)).toEqual(before);
});

test('during a replay, sales that are not loaded leave the count too, once they pause', async () => {
  const references = Array.from({ length: 1000 }, (_, at) => reference(1000 - at));
  const { service, browser } = await rig(5, ...references);
  service.documents = documents(7);
  service.sales = service.sales.slice(0, -2);
  for (const oldest of [1, 2]) browser.saleChanged(sale(reference(oldest), { state: 'confirmed' }));
  await settled();
  expect(browser.length).toBe(1005);
  vi.advanceTimersByTime(1000);
  await settled();
  expect([browser.own.count, browser.list.length]).toEqual([998, 7]);
});

test('a sale that left long ago, and is looked at again, reloads nothing', async () => {
  const { service, browser } = await rig(5, 'CF-B');
  service.asked.length = 0;
  browser.saleChanged(sale('CF-A', { state: 'confirmed' }));
  vi.advanceTimersByTime(1000);
  await settled();
  expect(service.asked).toEqual([]);
});

test('whoever sees the beginning of the list sees new documents come', async () => {
  const { service, browser } = await rig(1000, 'CF-B');
  const jumps = browser.jumps;
  service.documents = documents(1003);
  await browser.reload();
  expect([browser.position, browser.jumps]).toEqual([0, jumps]);
});

test('coming back, new documents and own sales move nothing that is in view', async () => {
  const { service, browser } = await rig(1000, 'CF-B');
  browser.position = 40;
  browser.select(45);
  const before = browser.rowAt(45);
  service.documents = documents(1002);
  service.sales = [sale('CF-C', { committedAtMs: 2000 }), ...service.sales];
  await browser.reload();
  expect([browser.position, browser.selected]).toEqual([43, 48]);
  expect(browser.rowAt(48)).toEqual(before);
});

test('looking for something else begins at its first row, with none selected', async () => {
  const { browser } = await rig(1000);
  browser.position = 40;
  browser.select(45);
  const jumps = browser.jumps;
  browser.list.choose({ list: 'sales' });
  expect([browser.position, browser.selected]).toEqual([0, null]);
  expect(browser.jumps).toBeGreaterThan(jumps);
});

test('the selection stays within the list', async () => {
  const { browser } = await rig(10);
  browser.select(-1);
  expect(browser.selected).toBe(0);
  browser.select(99);
  expect(browser.selected).toBe(9);
});

describe('a scanned code', () => {
  async function scanning() {
    const { service, browser } = await rig(10);
    service.holds = true;
    const address = { hash: '#/documents/5' };
    const scan = (code: string) => browser.openScanned(code, address);
    return { service, browser, address, scan };
  }

  test('opens its document; where there is none it is said, and nothing else changes', async () => {
    const { service, browser, address, scan } = await scanning();
    const opening = scan('FS A/3');
    await service.let();
    expect([await opening, address.hash]).toEqual([null, '#/documents/3']);
    browser.list.choose({ list: 'sales', search: 'A/1' });
    await service.let();
    const missing = scan('FS B/3');
    await service.let();
    expect(await missing).toEqual({ kind: 'no_document', code: 'FS B/3', isRemembered: false });
    expect(address.hash).toBe('#/documents/3');
    expect(browser.list.filter).toMatchObject({ list: 'sales', search: 'A/1' });
    expect(browser.list.isOther).toBe(false);
  });

  test('leads to what comes back of its document', async () => {
    const { service, browser, address } = await scanning();
    const opening = browser.openScanned('FS A/3', address, 'return');
    await service.let();
    expect([await opening, address.hash]).toEqual([null, '#/returns/3']);
  });

  test('opens its document where the scanner’s keyboard is another country’s', async () => {
    const { service, address, scan } = await scanning();
    service.holds = false;
    expect([await scan('FS A-3'), address.hash]).toEqual([null, '#/documents/3']);
    expect([await scan('FS Q!é'), address.hash]).toEqual([null, '#/documents/2']);
    // It may as well be one of the goods, as it was scanned.
    expect(await scan('FS B-3')).toEqual({
      ...{ kind: 'no_document', code: 'FS B-3', isRemembered: false },
    });
  });

  test('that could not be looked for is said', async () => {
    const { service, scan } = await scanning();
    service.error = { code: 'overtaken' };
    service.holds = false;
    expect(await scan('FS A/3')).toEqual({ kind: 'no_answer', code: 'FS A/3' });
  });

  test('that two documents bear is looked for in the list', async () => {
    const { service, browser, address, scan } = await scanning();
    service.documents = [document(1, { docKey: 'NC 1' }), document(2, { docKey: 'NC 1' })];
    const finding = scan('NC 1');
    await service.let();
    expect([await finding, address.hash, browser.list.filter.search]).toEqual([
      null,
      '#/documents',
      'NC 1',
    ]);
    browser.list.showAll();
    expect([browser.list.isFiltered, browser.list.filter.search]).toEqual([false, '']);
  });

  test('that is a sale’s reference opens the sale', async () => {
    const { service, address, scan } = await scanning();
    const reference = 'CF-0B4K-8VPE-0Q4P';
    service.sales = [sale(reference)];
    expect(await scan(reference.toLowerCase())).toBeNull();
    expect(address.hash).toBe(`#/outbox/${reference}`);
  });

  test.each([
    ['somebody has gone elsewhere', '#/sell', false],
    ['the screen was left, though somebody has come back', '#/documents/5', true],
  ])('opens nothing once %s', async (_, hash, isLeft) => {
    const { service, browser, address, scan } = await scanning();
    void scan('FS A/3');
    address.hash = hash;
    if (isLeft) browser.leave();
    await service.let();
    expect(address.hash).toBe(hash);
  });

  test('that is followed by another opens nothing, and the other opens', async () => {
    const { service, address, scan } = await scanning();
    void scan('FS A/3');
    void scan('FS A/4');
    await service.let();
    expect(address.hash).toBe('#/documents/4');
  });
});
