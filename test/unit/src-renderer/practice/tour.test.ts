// Tests what counts as done in the tour of practice, in whichever order it happens.
import { expect, test } from 'vitest';
import {
  beginTour,
  currentStep,
  isDone,
  tell,
  tourSteps,
  type Tour,
  type TourFact,
} from '../../../../src-renderer/practice/tour.ts';

const plug = (isPlugged: boolean): TourFact => ({ kind: 'plug', isPlugged });
const sale = (reference: string, state: 'queued' | 'in_doubt' | 'rejected'): TourFact => ({
  kind: 'sale',
  sale: { reference, state, documentId: null },
});
const confirmed = (reference: string, documentId = 7): TourFact => ({
  kind: 'sale',
  sale: { reference, state: 'confirmed', documentId },
});
const openingOf = (screen: 'outbox' | 'documents' | 'sell', item: string | null): TourFact => ({
  kind: 'opened',
  route: { screen, item },
});

const after = (facts: readonly TourFact[], isPlugged = true): Tour =>
  facts.reduce(tell, beginTour(isPlugged, { screen: 'sell', item: null }, 0));

const online = [sale('A', 'queued'), confirmed('A')];
const saleFacts = [...online, plug(false), sale('B', 'queued')];
const whole = [...saleFacts, plug(true), confirmed('B', 8), openingOf('outbox', 'B')];

test('each step is done by what it asks for, one after the other', () => {
  const steps = whole.map((_, index) => currentStep(after(whole.slice(0, index))));
  expect(steps).toEqual(['sell', 'sell', 'outage', 'sellOn', 'back', 'back', 'find']);
  expect(currentStep(after(whole))).toBeNull();
});

test('a sale counts as sold online only once it is confirmed, and only where the plug was in', () => {
  expect(currentStep(after([sale('A', 'queued')]))).toBe('sell');
  expect(currentStep(after([sale('A', 'rejected')]))).toBe('sell');
  const late = after([sale('A', 'queued'), plug(true), confirmed('A')], false);
  expect(isDone(late, 'sell')).toBe(false);
  expect(isDone(late, 'back')).toBe(true);
});

test('an earlier sale that is confirmed during the outage was not sold in it', () => {
  expect(currentStep(after([sale('A', 'in_doubt'), plug(false), confirmed('A')]))).toBe('sellOn');
});

test('whoever plugs in without having sold is asked to pull the plug again', () => {
  expect(currentStep(after([...online, plug(false), plug(true)]))).toBe('outage');
});

test.each([
  ['the sale’s page', openingOf('outbox', 'B'), null],
  ['its document', openingOf('documents', '8'), null],
  ['another sale', openingOf('outbox', 'A'), 'find'],
  ['another document', openingOf('documents', '7'), 'find'],
  ['the outbox', openingOf('outbox', null), 'find'],
  ['the documents', openingOf('documents', null), 'find'],
] as const)('finding the invoice of the sale that waited: %s', (_, fact, step) => {
  expect(currentStep(after([...saleFacts, plug(true), confirmed('B', 8), fact]))).toBe(step);
});

test('a page that was open before the sale was confirmed shows the invoice as well', () => {
  expect(currentStep(after([...saleFacts, openingOf('outbox', 'B')]))).toBe('back');
  expect(
    currentStep(after([...saleFacts, openingOf('outbox', 'B'), plug(true), confirmed('B')])),
  ).toBeNull();
});

test('what was done stays done on another screen, and through another outage', () => {
  const tour = after([...whole, openingOf('sell', null), plug(false), sale('C', 'queued')]);
  expect(tourSteps.every((step) => isDone(tour, step))).toBe(true);
});
