// Tests the documents that a sale's history names, as the service answers for them.
import { expect, test } from 'vitest';
import { ok } from '../../../../src-main/contract/errors.ts';
import { ServiceDocuments } from '../../../../src-renderer/sales/service-documents.svelte.ts';
import { tillOf } from '../sell/catalogue-till.ts';

test('asked again, a document shows as it was answered last, whichever answer comes first', async () => {
  const answers: ((answer: unknown) => void)[] = [];
  const till = tillOf(() => new Promise((resolve) => answers.push(resolve)));
  const documents = new ServiceDocuments(till, [{ id: 1, docKey: '?', totalCents: null }]);
  const askedAnswers = [documents.load(), documents.load()];
  const answer = (docKey: string) => ok({ detail: { docKey }, remembered: null });
  answers[1]?.(answer('FS A/2'));
  await askedAnswers[1];
  answers[0]?.(answer('FS A/1'));
  await askedAnswers[0];
  expect(documents.all).toMatchObject([{ detail: { docKey: 'FS A/2' } }]);
  expect(documents.busy).toBe(false);
});
