// Tests the form for how the printer is reached, and what a test page puts right.
import { expect, test } from 'vitest';
import {
  codePagesOf,
  printerLanguages,
  type Printer,
} from '../../../../src-main/contract/printing.ts';
import { PrinterDraft } from '../../../../src-renderer/printing/printer-draft.svelte.ts';

const printer: Printer = {
  kind: 'device',
  file: '/dev/usb/lp0',
  thermal: { language: 'star-prnt', width: 80, columns: 42, codePage: 'cp858', cuts: false },
};

test('a printer is read as it was given', () => {
  expect(new PrinterDraft(printer).read()).toEqual(printer);
});

test('another roll has its usual columns', () => {
  const draft = new PrinterDraft(printer);
  draft.width = 58;
  expect(draft.read()).toMatchObject({ thermal: { width: 58, columns: 32 } });
  draft.width = 80;
  expect(draft.read()).toMatchObject({ thermal: { width: 80, columns: 48 } });
});

test('a ruler that is wrong is tried with the next columns until all were tried', () => {
  const draft = new PrinterDraft(printer);
  const tried = [1, 2, 3].map(() => {
    draft.otherColumns();
    return [draft.width, draft.columns];
  });
  expect(tried).toEqual([
    [58, 32],
    [80, 48],
    [80, 42],
  ]);
});

test('gibberish is tried in the next language until all were tried', () => {
  const draft = new PrinterDraft(printer);
  const tried = printerLanguages.map(() => {
    draft.otherLanguage();
    expect(codePagesOf[draft.language]).toContain(draft.codePage);
    return draft.language;
  });
  expect(tried.toSorted()).toEqual(printerLanguages.toSorted());
});
