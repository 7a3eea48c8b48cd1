// Tests the addresses of the screens.
import { expect, test } from 'vitest';
import { parseRoute, pathTo, screens } from '../../../../src-renderer/bridge/route.ts';

test('every screen is found again by its own path', () => {
  for (const screen of screens) {
    expect(parseRoute(pathTo(screen))).toEqual({ screen, item: null });
  }
});

test('an opened document or sale is in the path', () => {
  expect(parseRoute(pathTo('documents', 42))).toEqual({ screen: 'documents', item: '42' });
  expect(parseRoute(pathTo('outbox', 'CF-7K3M-Q2X9-4T2B'))).toEqual({
    screen: 'outbox',
    item: 'CF-7K3M-Q2X9-4T2B',
  });
});

test.each(['', '#', '#/', '#/nowhere', '#/sell/a/b', '#/documents/<b>'])(
  'the unknown address "%s" shows the sell screen',
  (hash) => {
    expect(parseRoute(hash)).toEqual({ screen: 'sell', item: null });
  },
);
