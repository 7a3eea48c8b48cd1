// Tests which pages of documents are asked for, which are kept, and what an answer means that does
// not fit.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DocumentList } from '../../../../src-renderer/shop/document-list.svelte.ts';
import { keptPages } from '../../../../src-renderer/shop/sparse-pages.ts';
import { document, documents, ListingTill, settled } from '../documents/service-till.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function rig(newest: number, arrange: (service: ListingTill) => void = () => undefined) {
  const service = new ListingTill();
  service.documents = documents(newest);
  arrange(service);
  const shifts: number[] = [];
  let begun = 0;
  const list = new DocumentList(service.till, {
    onbegin: () => (begun += 1),
    onshift: (by) => shifts.push(by),
  });
  void list.reload();
  await settled();
  /** Scrolls there, and waits for the list to settle. */
  const rest = async (first: number, last = first + 10) => {
    list.see(first, last);
    vi.advanceTimersByTime(100);
    await settled();
  };
  const idAt = (index: number) => list.at(index).document?.id;
  return { service, list, rest, idAt, shifts, begun: () => begun };
}

const unreachable = { code: 'service_unreachable', reason: 'refused' } as const;

describe('scrolling', () => {
  test('the first page is asked for, and the one after it once it is there', async () => {
    const { service, list, idAt } = await rig(1000);
    expect(service.asked.map(({ offset, limit }) => [offset, limit])).toEqual([
      [0, 100],
      [100, 100],
    ]);
    expect(list.length).toBe(1000);
    expect([idAt(0), idAt(199), idAt(200)]).toEqual([1000, 801, undefined]);
  });

  test('the last document is the last place', async () => {
    const { list, rest, idAt } = await rig(1042);
    await rest(1035, 1041);
    expect([idAt(1041), list.length]).toEqual([1, 1042]);
  });

  test('what flies past is not asked for', async () => {
    const { service, list, rest } = await rig(100_000);
    service.asked.length = 0;
    for (let first = 1000; first < 90_000; first += 1000) {
      list.see(first, first + 10);
      vi.advanceTimersByTime(10);
    }
    await rest(90_000);
    expect(service.offsets).toEqual([90_000, 90_100]);
  });

  test('upwards, the page above is asked for ahead', async () => {
    const { service, rest } = await rig(10_000);
    await rest(5000);
    service.asked.length = 0;
    await rest(4950);
    expect(service.offsets).toEqual([4900, 4800]);
  });

  test('whoever turns around within a page has the next one asked for', async () => {
    const { service, rest } = await rig(10_000);
    await rest(5000);
    await rest(4650);
    service.asked.length = 0;
    await rest(4660);
    expect(service.offsets).toEqual([4700]);
  });

  test('requests do not queue up: what is asked for next is what is in view then', async () => {
    const { service, list, rest } = await rig(10_000);
    service.holds = true;
    service.asked.length = 0;
    for (const first of [1000, 2000, 3000, 4000]) await rest(first);
    expect(service.offsets).toEqual([1000, 2000]);
    await service.let();
    expect(service.offsets).toEqual([1000, 2000, 4000]);
    await service.let();
    expect(list.at(3000).document).toBeNull();
    expect(list.at(4000).document?.id).toBe(6000);
  });

  test('only so many pages are kept, and the nearest ones', async () => {
    const { list, rest, idAt } = await rig(10_000);
    for (let page = 0; page < 60; page += 1) await rest(page * 100);
    expect(list.loaded).toHaveLength(keptPages * 100);
    expect([idAt(0), idAt(5900)]).toEqual([undefined, 4100]);
    await rest(0);
    expect(idAt(0)).toBe(10_000);
  });

  test('a service that answers shorter pages than asked leaves no gap', async () => {
    const { service, idAt } = await rig(250, (till) => (till.longestPage = 30));
    expect(service.offsets.slice(0, 4)).toEqual([0, 30, 60, 90]);
    expect([idAt(30), idAt(99), idAt(199)]).toEqual([220, 151, 51]);
  });

  test('a document that two pages show counts once among the loaded ones', async () => {
    const twice = documents(150).flatMap((each) => (each.id === 51 ? [each, each] : [each]));
    const { list, rest } = await rig(150, (till) => (till.documents = twice));
    await rest(90, 110);
    expect([list.length, list.loaded.length]).toEqual([151, 150]);
  });

  test('the list ends where the service has no more, whatever it counts', async () => {
    const { list, rest } = await rig(150, (till) => (till.count = 100_000));
    await rest(140);
    expect(list.length).toBe(150);
  });
});

describe('documents that come meanwhile', () => {
  test('are noticed by the count: what was kept is asked for anew', async () => {
    const { service, rest, idAt } = await rig(1000);
    service.documents = documents(1001);
    await rest(195, 205);
    expect([idAt(195), idAt(199), idAt(200), idAt(205)]).toEqual([806, 802, 801, 796]);
    expect(idAt(0)).toBeUndefined();
  });

  test('move the list along if they come first in its order', async () => {
    const { service, list, rest, shifts } = await rig(1000);
    service.documents = documents(1003);
    await rest(500);
    expect(shifts).toEqual([3]);
    list.choose({ orderBy: 'doc_key' });
    await settled();
    service.documents = documents(1004);
    await rest(500);
    list.choose({ orderBy: 'id', descending: false });
    await settled();
    service.documents = documents(1005);
    await rest(500);
    expect(shifts).toEqual([3]);
  });

  test('are noticed by a document on two pages, where one has gone and the count is the same', async () => {
    const { service, rest, idAt } = await rig(1000);
    await rest(195, 205);
    service.documents = [document(1001), ...documents(1000).slice(0, 999)];
    service.asked.length = 0;
    await rest(295, 305);
    const ids = Array.from({ length: 11 }, (_, at) => idAt(295 + at));
    expect(new Set(ids).size).toBe(11);
    expect(service.offsets).toContain(200);
  });

  test('a service whose pages never fit together is not asked for ever', async () => {
    const { service, rest, idAt } = await rig(1000);
    await rest(150, 250);
    let answerCount = 0;
    Object.defineProperty(service, 'count', { get: () => 1000 + (answerCount += 1) });
    service.asked.length = 0;
    await rest(450, 550);
    for (let turn = 0; turn < 20; turn += 1) await settled();
    expect(service.asked.length).toBeLessThan(12);
    expect([idAt(450), idAt(550)]).not.toContain(undefined);
  });

  test('a reload shows what was there until it is answered', async () => {
    const { service, list, idAt } = await rig(1000);
    service.holds = true;
    service.documents = documents(1001);
    void list.reload();
    await settled();
    expect([idAt(0), list.busy]).toEqual([1000, true]);
    await service.let();
    expect(idAt(0)).toBe(1001);
  });

  test('a reload asks anew for every page in view', async () => {
    const { service, list, rest } = await rig(1000);
    await rest(195, 205);
    service.asked.length = 0;
    await list.reload();
    await settled();
    expect(service.offsets).toEqual([100, 200, 300]);
  });
});

describe('another filter', () => {
  test('has a higher view number, begins at the beginning, and drops answers to the former filter', async () => {
    const { service, list, rest, idAt, begun } = await rig(1000);
    service.holds = true;
    await rest(500);
    list.choose({ list: 'sales' });
    const [before, after] = service.asked.slice(-2);
    expect(after?.view).toBeGreaterThan(before?.view ?? Infinity);
    expect([after?.list, after?.offset, begun()]).toEqual(['sales', 0, 1]);
    await service.let();
    expect(idAt(500)).toBeUndefined();
    expect(idAt(0)).toBe(1000);
  });

  test('shows no rows of the former filter beside its own', async () => {
    const { service, list, idAt } = await rig(1000);
    service.documents = documents(2000).slice(0, 1000);
    service.holds = true;
    list.choose({ list: 'sales' });
    await service.let();
    expect([idAt(0), idAt(150)]).toEqual([2000, undefined]);
  });

  test('asks for the first page and the one after it, wherever the list was scrolled to', async () => {
    const { service, list, rest } = await rig(1000);
    await rest(500);
    service.asked.length = 0;
    list.choose({ list: 'sales' });
    await settled();
    expect(service.offsets).toEqual([0, 100]);
  });

  test('waits for typing to pause, and asks for nothing else meanwhile', async () => {
    const { service, list, rest } = await rig(1000);
    service.asked.length = 0;
    list.search('FS A/1');
    vi.advanceTimersByTime(140);
    await rest(500);
    list.search('FS A/10');
    vi.advanceTimersByTime(200);
    await settled();
    expect(service.asked).toEqual([]);
    vi.advanceTimersByTime(100);
    await settled();
    expect(service.asked.map(({ search }) => search)).toEqual(['FS A/10']);
    expect(list.length).toBe(12);
  });

  test('shows no count and nothing to add up until it is answered; the rows stay', async () => {
    const { service, list, idAt } = await rig(1000);
    expect([list.isOther, list.matching, list.loaded.length]).toEqual([false, 1000, 200]);
    service.holds = true;
    list.choose({ list: 'sales' });
    await settled();
    expect([list.isOther, list.matching, list.loaded, idAt(0)]).toEqual([true, null, [], 1000]);
    await service.let();
    expect([list.isOther, list.matching, list.loaded.length]).toEqual([false, 1000, 100]);
    list.search('FS A/1');
    expect([list.isOther, list.matching, list.loaded]).toEqual([true, null, []]);
  });

  test('an answer that comes while somebody types is not taken for what is typed', async () => {
    const { service, list, idAt } = await rig(1000);
    service.holds = true;
    service.documents = documents(2000);
    void list.reload();
    await settled();
    list.search('FS A/1');
    await service.let();
    expect([list.isOther, list.matching, idAt(0)]).toEqual([true, null, 1000]);
    vi.advanceTimersByTime(250);
    await service.let();
    expect([list.isOther, list.matching, idAt(0)]).toEqual([false, 1111, 1999]);
  });

  test('a short page is not completed with what is typed meanwhile', async () => {
    const { service, list } = await rig(1000, (till) => (till.longestPage = 30));
    service.holds = true;
    service.asked.length = 0;
    void list.reload();
    await settled();
    list.search('FS A/1');
    await service.let();
    expect(service.asked.map(({ offset, search }) => [offset, search])).toEqual([[0, '']]);
  });

  test('an answer that main has abandoned is no error', async () => {
    const { service, list, idAt } = await rig(1000);
    service.error = { code: 'overtaken' };
    list.choose({ list: 'sales' });
    await settled();
    expect([list.error, list.busy]).toEqual([null, false]);
    service.error = null;
    await list.reload();
    expect(idAt(0)).toBe(1000);
  });

  test('an error is shown with nothing of what was looked for before, and no page is asked for until it has passed', async () => {
    const { service, list, rest, idAt } = await rig(1000);
    service.error = unreachable;
    list.choose({ list: 'sales' });
    await settled();
    expect([list.error, list.length, idAt(0)]).toEqual([unreachable, null, undefined]);
    service.asked.length = 0;
    await rest(500);
    expect(service.asked).toEqual([]);
    service.error = null;
    await list.reload();
    expect([list.error, idAt(0)]).toEqual([null, 1000]);
  });

  test.each([unreachable, { code: 'answer_invalid', field: 'results.0.total' } as const])(
    'a page that does not come, here for $code, leaves the others, and no other is asked for until a reload',
    async (error) => {
      const { service, list, rest, idAt } = await rig(1000);
      service.error = error;
      await rest(500);
      expect([list.error, idAt(0)]).toEqual([error, 1000]);
      service.asked.length = 0;
      await rest(700);
      expect(service.asked).toEqual([]);
      service.error = null;
      await list.reload();
      expect([list.error, idAt(700)]).toEqual([null, 300]);
    },
  );

  test('who may not see documents any more sees none of those that were there, remembered ones neither', async () => {
    const { service, list, rest, idAt } = await rig(
      1000,
      (till) => (till.rememberedBecause = unreachable),
    );
    expect([list.rememberedBecause, idAt(0)]).toEqual([unreachable, 1000]);
    service.error = { code: 'not_permitted' };
    await rest(500);
    expect([list.error, list.rememberedBecause]).toEqual([{ code: 'not_permitted' }, null]);
    expect([list.length, idAt(0)]).toEqual([null, undefined]);
  });

  test('natures are those that documents have shown, now and before', async () => {
    const { list } = await rig(
      1,
      (service) =>
        (service.documents = [
          document(1, { nature: { id: 9, code: 'FR', description: 'Fatura' } }),
        ]),
    );
    expect(list.natures).toEqual(
      expect.arrayContaining([
        { id: 9, name: 'Fatura' },
        { id: 77, name: 'Nota de crédito' },
        { id: 502, name: 'EST' },
      ]),
    );
  });

  test('natures and statuses without a description have their code, else their id', async () => {
    const { service, list } = await rig(1, (till) => {
      const nature = { id: 9, code: 'FR', description: '' };
      till.documents = [document(1, { nature, status: { ...nature, code: 'X' } })];
    });
    service.error = unreachable;
    await list.reload();
    await settled();
    expect(list.natures).toContainEqual({ id: 9, name: 'FR' });
    expect(list.natures).toContainEqual({ id: 78, name: '78' });
    expect(list.statuses).toContainEqual({ id: 9, name: 'X' });
  });
});

describe('without the service', () => {
  test('documents that were seen before show with their age, since the connection was lost', async () => {
    vi.setSystemTime(1_000_000);
    const { service, list, rest, shifts } = await rig(300);
    expect([list.rememberedBecause, list.lostAtMs]).toEqual([null, null]);
    service.rememberedBecause = unreachable;
    service.documents = documents(250);
    await rest(210);
    expect(list.rememberedBecause).toEqual(unreachable);
    expect(list.lostAtMs).toBe(1_000_100);
    expect(list.at(210)).toMatchObject({ document: { id: 40 }, seenAtMs: 40 });
    expect(list.at(0).document).toBeNull();
    expect(shifts).toEqual([]);
  });

  test('one answer of the service ends this, and no remembered document stays', async () => {
    const { service, list, rest } = await rig(
      300,
      (till) => (till.rememberedBecause = unreachable),
    );
    expect(list.at(0).seenAtMs).toBe(300);
    service.rememberedBecause = null;
    await rest(210);
    expect([list.rememberedBecause, list.lostAtMs]).toEqual([null, null]);
    expect(list.at(0).document).toBeNull();
    expect(list.at(210)).toMatchObject({ document: { id: 90 }, seenAtMs: null });
  });

  test('the connection is lost when the till notices, even before anything is asked for', async () => {
    vi.setSystemTime(5000);
    const { service, list } = await rig(300);
    list.noteConnection(false);
    vi.advanceTimersByTime(60_000);
    list.noteConnection(false);
    service.rememberedBecause = unreachable;
    await list.reload();
    expect(list.lostAtMs).toBe(5000);
    list.noteConnection(true);
    expect(list.lostAtMs).toBeNull();
  });
});

describe('finding a scanned code', () => {
  test('searches all lists and returns its document, though many longer keys contain it', async () => {
    const { service, list } = await rig(3000);
    list.choose({ list: 'guides', natureId: 321 });
    service.asked.length = 0;
    const byKey = documents(3000).toSorted((a, b) => (a.docKey < b.docKey ? -1 : 1));
    service.documents = byKey;
    expect(await list.find('FS A/1')).toEqual({ kind: 'one', id: 1 });
    expect(list.filter).toMatchObject({ list: 'guides', search: '', natureId: 321 });
    expect(service.asked).toContainEqual(
      expect.objectContaining({
        list: 'all',
        natureId: null,
        orderBy: 'doc_key',
        descending: false,
        search: 'FS A/1',
      }),
    );
  });

  test('where no document has it, or two have, the list stays as it was', async () => {
    const { service, list } = await rig(10);
    expect(await list.find('FS B/1')).toEqual({ kind: 'none', isRemembered: false });
    expect([list.filter.search, list.length, list.isOther]).toEqual(['', 10, false]);
    service.documents = [document(1, { docKey: 'NC 1' }), document(2, { docKey: 'NC 1' })];
    expect(await list.find('NC 1')).toEqual({ kind: 'several' });
  });

  test('that may be one that cannot be read shows the list, or opens it by its id', async () => {
    const { service, list } = await rig(10);
    const unread = { unreadable: 'total_amount', id: 5, docKey: '', date: '', ourReference: '' };
    service.documents = [{ ...unread, docKey: 'FS B/1' }];
    expect(await list.find('FS B/1')).toEqual({ kind: 'one', id: 5 });
    service.documents = [{ ...unread, id: null, docKey: 'FS B/1' }];
    expect(await list.find('FS B/1')).toEqual({ kind: 'several' });
    service.documents = [{ ...unread, ourReference: 'CF FS B/1' }];
    expect(await list.find('FS B/1')).toEqual({ kind: 'several' });
  });

  test('tells a missing document from a failed search', async () => {
    const { service, list } = await rig(10);
    service.rememberedBecause = unreachable;
    expect(await list.find('FS B/1')).toEqual({ kind: 'none', isRemembered: true });
    expect(await list.find('FS A/1')).toEqual({ kind: 'one', id: 1 });
    service.error = unreachable;
    expect(await list.find('FS A/1')).toEqual({ kind: 'failed' });
  });

  test('finds the document that bears a sale’s reference', async () => {
    const { service, list } = await rig(2);
    const ourReference = 'CF-0B4K-8VPE-0Q4P';
    service.documents = [
      document(7, { docKey: `FS ${ourReference}` }),
      document(8, { ourReference }),
    ];
    expect(await list.find(ourReference)).toEqual({ kind: 'one', id: 8 });
  });

  test.each([1, 3, 4])(
    'is asked again where a reload has overtaken it, here %i times, but not for ever',
    async (reloads) => {
      const { service, list } = await rig(10);
      service.holds = true;
      const result = list.find('FS A/1');
      const askedRequests = () => service.asked.filter(({ orderBy }) => orderBy === 'doc_key');
      for (let turn = 0; turn < reloads; turn += 1) {
        void list.reload();
        service.error = { code: 'overtaken' };
        await service.let();
      }
      service.error = null;
      await service.let();
      expect(await result).toEqual(reloads < 4 ? { kind: 'one', id: 1 } : { kind: 'failed' });
      const [first, second] = askedRequests();
      expect(second?.view).toBeGreaterThan(first?.view ?? Infinity);
      expect(askedRequests()).toHaveLength(Math.min(4, reloads + 1));
    },
  );

  test('returns its document though a reload has come between', async () => {
    const { service, list } = await rig(10);
    service.holds = true;
    const result = list.find('FS A/1');
    void list.reload();
    await service.let();
    expect(await result).toEqual({ kind: 'one', id: 1 });
  });
});
