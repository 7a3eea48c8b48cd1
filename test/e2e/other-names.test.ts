// Documents of a service that names things otherwise, and open sales among them: everything has its
// name, and nothing is cut off.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { TillBridge } from '../../src-main/contract/api.ts';
import { saleStates } from '../../src-main/contract/outbox-states.ts';
import type { Language } from '../../src-main/contract/languages.ts';
import {
  startPracticeService,
  type PracticeService,
} from '../../src-main/practice-service/server.ts';
import { startFaultProxy, type FaultProxy } from '../faults/fault-proxy.ts';
import { goTo, signIn } from './cashier.ts';
import { examine } from './examine.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';
import { driven } from '../tier.ts';

/** Statuses of services, besides those of the practice service. */
const statusTexts = [
  'Em preparação',
  'Finalizado',
  'Anulado',
  'In preparation',
  'Pendente de envio',
];

describe.each(driven)('in %s', (language: Language) => {
  const messages = messagesFor(language);
  const texts = messages.documents.page;
  const databaseFile = join(mkdtempSync(join(tmpdir(), 'counterfoil-names-')), 'service.db');
  let service: PracticeService;
  let proxy: FaultProxy;
  let till: Till;
  let page: Page;

  beforeAll(async () => {
    service = await startPracticeService({ databaseFile });
    proxy = await startFaultProxy(service.baseUrl);
    till = await launchTill({ userDataDir: newUserData({ language }) });
    page = till.page;
    await signIn(page, proxy.baseUrl, language);
  });
  afterAll(async () => {
    await till.kill9();
    await proxy.close();
    await service.close();
  });

  const article = () => page.getByRole('article');
  const row = (name: string) => article().getByRole('row').filter({ hasText: name });

  function newestInvoice(): number {
    const db = new Database(databaseFile, { readonly: true });
    try {
      const found = db
        .prepare('SELECT max(id) FROM documents WHERE nature_id = 302 AND company_id = 1')
        .pluck()
        .get();
      return Number(found);
    } finally {
      db.close();
    }
  }

  it('a line has the service’s name, or else the catalogue’s, and the catalogue is offered only what it lacks', async () => {
    await page.evaluate(async () => {
      const { till: bridge } = globalThis as unknown as { till: TillBridge };
      const product = {
        code: 'MEL',
        description: 'Mel do catálogo',
        barcodes: [],
        unitPrice: 6_000_000,
        unit: 'un',
        soldBy: 'piece',
        vatLabel: '',
        group: '',
        quickKey: null,
        colour: null,
      };
      await bridge.request('catalogue.keep', { product } as never);
    });
    proxy.distortDocument((document) => ({
      ...document,
      ...{ total_amount: 12.3, total_taxes_amount: 2.3 },
      details: [
        { code: 'CHA', designation: 'Chá preto', base_qty: 1, line_unit_value: 7.3 },
        { code: 'MEL', designation: '', base_qty: 1, line_unit_value: 5 },
      ],
      taxes: [{ rate: 23, base: 10, amount: 2.3, total: 12.3 }],
    }));
    await goTo(page, messages.frame.screens.documents);
    await page.evaluate(`location.hash = '#/documents/${newestInvoice()}'`);
    await row('CHA').getByText('Chá preto').waitFor();
    await row('CHA')
      .getByRole('button', { name: messages.catalogue.addNamed('CHA') })
      .waitFor();
    await row('MEL').getByText('Mel do catálogo').waitFor();
    await row('MEL').getByText(texts.namedByCatalogue).waitFor();
    expect(await row('MEL').getByRole('button').count()).toBe(0);
    const taxes = article().getByRole('table', { name: texts.taxes });
    expect(await taxes.getByRole('columnheader').allInnerTexts()).toEqual([
      texts.rate,
      texts.taxed,
      texts.taxAmount,
    ]);
    await examine(page, `${language}-document-names`);

    await article().getByRole('button', { name: texts.sellAgain }).click();
    const lines = page.getByRole('list', { name: messages.sell.lines });
    const honey = lines.getByRole('listitem').filter({ hasText: 'Mel do catálogo' });
    // The list price is above the price in the document.
    await honey.getByText(/6[.,]00/).waitFor();
    proxy.distortDocument(null);
  });

  it('an open sale says what it will be and whom it is for', async () => {
    await proxy.setReachable(false);
    await page.getByRole('button', { name: messages.sell.pay }).click();
    const payment = page.getByRole('dialog');
    await payment.getByPlaceholder(messages.receipt.finalConsumer).fill('509442013');
    await payment.getByRole('button', { name: messages.payment.finish }).click();
    const finished = page.getByRole('dialog', { name: messages.finished.title });
    await finished.getByRole('button', { name: messages.finished.nextSale }).click();
    await goTo(page, messages.frame.screens.documents);
    const table = page.getByRole('table', { name: messages.documents.title });
    const waiting = table.getByRole('row').filter({ hasText: /CF-/ }).first();
    await waiting.getByText(messages.documents.natures[302] ?? '').waitFor();
    await waiting.getByText('509442013').waitFor();
    await examine(page, `${language}-documents-waiting`);
  });

  it.each([1024, 1280])('at a width of %i no status is cut off', async (width) => {
    await page.setViewportSize({ width, height: 768 });
    const shown = [...saleStates.map((state) => messages.states[state]), ...statusTexts];
    const cut = await page.evaluate<readonly string[]>(`(() => {
      const chip = document.querySelector('td.status .chip').lastChild;
      const plain = document.querySelector('td.status:not(:has(.chip))');
      const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth > clientWidth || scrollHeight > clientHeight;
      return ${JSON.stringify(shown)}.filter((text) => {
        chip.textContent = text;
        plain.textContent = text;
        return isCut(chip.parentElement.closest('td')) || isCut(plain);
      });
    })()`);
    expect(cut).toEqual([]);
    const sideways = await page.evaluate(
      "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.scroller'))",
    );
    expect(sideways).toBe(0);
  });
});
