// Learns from a service with the documents of a shop in a form of its own, over real HTTP and into
// real files.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock, type Clock } from '../../../src-main/clock.ts';
import { Learning } from '../../../src-main/learning/learning.ts';
import { createServiceClient } from '../../../src-main/service/client.ts';
import { documentAsItCame, listAsItCame } from '../../../src-main/service/endpoints.ts';
import { openStore } from '../../../src-main/store/open.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { bindTill } from '../../../src-main/store/till.ts';
import { eventually, settled } from '../../eventually.ts';
import { HandClock } from '../../hand-clock.ts';
import { sampleSale } from '../../sample-sale.ts';
import { startShopService, type ShopAnswer, type ShopService } from '../../shop-service.ts';

async function startRig(count = 300, clock: Clock = systemClock) {
  const service = await startShopService(count);
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-learning-'));
  const opened = openStore(join(folder, 'till.db'));
  if (!opened.ok) throw new Error(opened.error.code);
  const db = opened.value;
  bindTill(db, { serviceAddress: service.baseUrl, companyCode: 'A', tillCode: '1' }, 'TEST');
  const client = createServiceClient({ baseUrl: service.baseUrl });
  const problems: unknown[] = [];
  let token: string | undefined = 'k';
  const begin = () =>
    new Learning({
      ...{ folder, db, clock },
      service: {
        list: (query, signal) => listAsItCame(client, token ?? '', query, signal),
        get: (id, isExtended, signal) =>
          documentAsItCame(client, token ?? '', id, isExtended, signal),
        isAway: () => false,
      },
      onProblem: (what) => problems.push(what),
    });
  const all: Learning[] = [];
  const open = () => {
    const learning = begin();
    all.push(learning);
    return learning;
  };
  onTestFinished(async () => {
    for (const learning of all) await learning.close();
    await client.close();
    await service.close();
    db.close();
    rmSync(folder, { recursive: true });
  });
  return {
    ...{ service, folder, db, open, problems },
    setToken: (next: string | undefined) => {
      token = next;
    },
  };
}

const ended = (learning: Learning) =>
  eventually(() => {
    expect(['ended', 'stopped']).toContain(learning.state.phase);
  });

/** Learns until there is nothing more to read. */
async function learnt(open: () => Learning) {
  const learning = open();
  learning.start();
  await ended(learning);
  return learning;
}

const read = (service: ShopService) =>
  new Set(service.askedRequests.map((path) => parseInt(path, 10))).size;

it('learns methods, products and kinds of a service that names everything otherwise', async () => {
  const { service, open, problems } = await startRig();
  const learning = await learnt(open);
  expect(learning.state).toMatchObject({ phase: 'ended', error: null, unrecognised: 0 });
  expect(learning.methods()).toMatchObject([
    { id: 11, label: 'Numerário' },
    { id: 12, label: 'Multibanco' },
    { id: 17, label: 'MB WAY' },
  ]);
  const products = learning.products();
  expect(products).toHaveLength(36);
  expect(products[0]).toMatchObject({
    ...{ code: 'P001', names: ['Pão alentejano 500 g', 'Pão alentejano'], unit: 'UN' },
    price: { unitPrice: 1_750_000, isTaxIncluded: true },
  });
  expect(products.find(({ code }) => code === 'P003')?.unit).toBe('KG');
  expect(products.find(({ code }) => code === 'P004')?.price).toMatchObject({
    ...{ unitPrice: 8_990_000, lowest: 8_490_000, highest: 8_990_000 },
  });
  expect(learning.choices()).toEqual({
    kinds: [{ id: 61, name: 'Fatura simplificada' }],
    series: [{ id: 8, name: 'Loja 2026', kindId: 61 }],
    warehouses: [{ id: 3, name: 'Armazém da loja' }],
    salesmen: [{ id: 2, name: 'Rita' }],
    paymentTerms: [{ id: 4, name: 'Pronto pagamento' }],
  });
  expect(service.mostAtOnce()).toBe(1);
  expect(problems).toEqual([]);
});

it('can be stopped and continued, and reads no document twice', async () => {
  const { service, open } = await startRig();
  const learning = open();
  learning.start();
  await eventually(() => {
    expect(learning.state.read).toBeGreaterThan(20);
  });
  await learning.stop();
  const before = learning.state.read;
  expect(learning.state.phase).toBe('stopped');
  learning.start();
  await ended(learning);
  expect(learning.state.read).toBeGreaterThan(before);
  // Only the document that was cut off is requested again.
  expect(service.askedRequests.length).toBeLessThanOrEqual(read(service) + 1);
});

it('goes on after a restart where it was', async () => {
  const { service, open } = await startRig();
  const first = open();
  first.start();
  await eventually(() => {
    expect(first.state.read).toBeGreaterThan(20);
  });
  await first.close();
  const requestCount = service.askedRequests.length;
  const second = open();
  expect(second.state.read).toBe(first.state.read);
  second.goOn(false);
  await ended(second);
  expect(second.products()).toHaveLength(36);
  expect(service.askedRequests.length).toBeLessThanOrEqual(read(service) + 1);
  expect(service.askedRequests.length).toBeGreaterThan(requestCount);
});

it('does not begin again by itself after a person stopped it', async () => {
  const { open } = await startRig();
  const first = open();
  first.start();
  await first.stop();
  await first.close();
  const second = open();
  second.goOn(true);
  expect(second.state.phase).toBe('stopped');
});

it('a damaged file costs what was in it, and nothing else', async () => {
  const { folder, open } = await startRig(40);
  await (await learnt(open)).close();
  const file = join(folder, 'learnt.json');
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 500));
  const second = open();
  expect(second.state).toMatchObject({ phase: 'never', read: 0 });
  second.start();
  await ended(second);
  expect(second.methods()).toHaveLength(3);
});

it.each([400, 403, 404, 405])(
  'learns from plain documents and lists if extended is refused with %i, and says so',
  async (status) => {
    const { service, open } = await startRig();
    service.behaviour.get = (_, isExtended) =>
      isExtended ? { status, body: { errors: [] } } : undefined;
    const learning = await learnt(open);
    expect(learning.state).toMatchObject({ phase: 'ended', withoutLines: true });
    expect(learning.products()).toEqual([]);
    expect(learning.choices().warehouses).toHaveLength(1);
    // It gives up on extended documents after a few.
    expect(service.askedRequests.filter((path) => path.endsWith('extended'))).toHaveLength(3);
    expect(service.askedRequests.length).toBeLessThan(120);
  },
);

it('says so too if documents count their lines and never show them, as where nobody knows the extended variant', async () => {
  const { service, open } = await startRig();
  const paid = { payment_method_id: 1, payment_method: { code: 'NU', description: 'Numerário' } };
  service.behaviour.get = (id) => ({ status: 200, body: { id, line_details_count: 2, ...paid } });
  const learning = open();
  learning.start();
  await ended(learning);
  expect(learning.state).toMatchObject({ phase: 'ended', withoutLines: true });
  expect(learning.methods()).toMatchObject([{ id: 1, label: 'Numerário' }]);
  expect(service.askedRequests.length).toBeLessThan(120);
});

it('does not say so of documents that have no lines', async () => {
  const { service, open } = await startRig(40);
  service.behaviour.get = (id) =>
    id % 20 === 0 ? undefined : { status: 200, body: { id, line_details_count: 0 } };
  const learning = open();
  learning.start();
  await ended(learning);
  expect(learning.state).toMatchObject({ phase: 'ended', withoutLines: false });
  expect(learning.products()).not.toEqual([]);
});

it('learns from the lists if no document is shown at all, and soon stops asking', async () => {
  const { service, open } = await startRig();
  service.behaviour.get = () => ({ status: 403 });
  const learning = await learnt(open);
  expect(learning.state).toMatchObject({ phase: 'ended', withoutLines: true });
  expect(learning.choices().kinds).toHaveLength(1);
  expect(service.askedRequests.length).toBeLessThan(20);
});

it('a missing, broken or wrong document hides no other', async () => {
  const { service, open } = await startRig(60);
  const odd: readonly ShopAnswer[] = [
    { status: 404 },
    { status: 500 },
    { status: 200, body: 'a page of a proxy' },
    { status: 200, body: { id: 1, linhas: [{ codigo: 'WRONG', quantidade: 1, preco: 1 }] } },
    { status: 200, body: { id: 'A' } },
    { status: 200, body: null },
  ];
  service.behaviour.get = (id) => (id % 14 === 0 ? odd[(id / 14) % odd.length] : undefined);
  const learning = await learnt(open);
  expect(learning.state).toMatchObject({ phase: 'ended', withoutLines: false });
  expect(learning.methods()).toHaveLength(3);
  expect(learning.products().map(({ code }) => code)).not.toContain('WRONG');
});

it('repeats nothing and loses nothing if the lists shift while it reads them', async () => {
  const { service, open } = await startRig(200);
  let gone = 0;
  service.behaviour.list = (_, offset) => {
    // A document is added at the top at each page after the first, and sometimes one is removed.
    const [first] = service.documents;
    if (offset > 0 && first) {
      service.documents.push({ ...first, id: 9_000 + offset, document_number: 9_000 + offset });
      if (gone < 1) gone += service.documents.splice(0, 1).length;
    }
    return undefined;
  };
  const learning = await learnt(open);
  expect(learning.state.phase).toBe('ended');
  expect(service.askedRequests.length).toBe(read(service));
  expect(learning.products().length).toBeGreaterThan(30);
});

it('makes a page size smaller if the service refuses it', async () => {
  const { service, open } = await startRig(30);
  let refusals = 0;
  service.behaviour.list = () => {
    refusals += 1;
    return refusals <= 2 ? { status: 400, body: { errors: [] } } : undefined;
  };
  const learning = await learnt(open);
  expect(learning.methods()).toHaveLength(3);
});

it('stops at a refused token, and goes on after a new sign-in', async () => {
  const { service, open } = await startRig(100);
  const learning = open();
  service.behaviour.get = (id) => (id < 5_100 ? { status: 401 } : undefined);
  learning.start();
  await ended(learning);
  expect(learning.state).toMatchObject({ phase: 'stopped', error: { code: 'token_refused' } });
  service.behaviour.get = () => undefined;
  learning.goOn(false);
  await eventually(() => {
    expect(learning.state).toMatchObject({ phase: 'ended', read: 100 });
  });
});

it('asks nothing while a sale waits to be sent', async () => {
  const clock = new HandClock();
  const { service, db, open } = await startRig(300, clock);
  commitSale(db, sampleSale());
  const learning = open();
  learning.start();
  for (let second = 0; second < 60; second += 1) {
    await settled();
    clock.advance(1_000);
  }
  expect(service.askedRequests).toEqual([]);
  expect(learning.state).toMatchObject({ phase: 'waiting', error: null });
});

it('tells at once of a sale that waits for a payment method, though nothing was learned', async () => {
  const { service, db, open } = await startRig();
  commitSale(db, sampleSale());
  const learning = open();
  learning.giveWay();
  const result = await learning.findMethods();
  expect(result.ok && result.value.map(({ label }) => label)).toContain('Numerário');
  expect(service.askedRequests.length).toBeLessThan(12);
  const again = await learning.findMethods();
  expect(again).toEqual(result);
});
