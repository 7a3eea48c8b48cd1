// Tests what a locked page is told.
import { expect, test } from 'vitest';
import { asLocked } from '../../../src-main/page/till-state.ts';
import { state } from '../src-renderer/sell/catalogue-till.ts';
import { sampleProfile } from '../../sample-profile.ts';

test('a locked page is told of no held sale, no notice, no other company and nothing of the shop', () => {
  const heldCarts = [{ cartId: 'A', name: 'Ana', about: '', heldAtMs: 1, lines: 1, totalCents: 1 }];
  const profiles = [{ id: 'open' }, { id: 'another' }] as never;
  const lockedState = asLocked({
    ...state,
    ...{ profiles, profileId: 'open' },
    held: heldCarts as never,
    notices: [{ code: 'token_not_kept' }],
    profile: { ...sampleProfile, userName: 'Ana Reis', username: 'ana@loja.example' },
    connectionError: { code: 'token_refused' },
    paymentMethods: [{ id: 1, label: 'Numerário' }],
    troubledJobs: [{ jobId: 1 }] as never,
    unsent: 3,
  });
  expect(lockedState).toEqual({
    ...state,
    day: { ...state.day, cashMethods: [] },
    profile: { ...sampleProfile, userName: '', username: '' },
    profileId: 'open',
    unsent: 3,
  });
});
