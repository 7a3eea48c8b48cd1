// Tests in whose name a decision begins.
import { expect, test } from 'vitest';
import type { Till } from '../../../../src-renderer/bridge/till.svelte.ts';
import { Decider } from '../../../../src-renderer/outbox/decider.svelte.ts';

const deciding = (atTill: { readonly name: string } | null) =>
  new Decider({
    state: { profile: { userName: 'ines@aurora' }, lock: atTill && { atTill } },
  } as unknown as Till);

test('at a till without cashiers a decision begins in the signed-in user’s name', () => {
  const decider = deciding(null);
  expect(decider).toMatchObject({ by: 'ines@aurora', isKnown: false, isByMissing: false });
  decider.typedBy = 'Contabilista';
  expect(decider.by).toBe('Contabilista');
});

test('whoever is at the till decides, and types no name', () => {
  expect(deciding({ name: 'Rui' })).toMatchObject({ by: 'Rui', isKnown: true });
});
