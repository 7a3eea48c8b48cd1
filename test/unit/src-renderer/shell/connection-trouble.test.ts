import { expect, test } from 'vitest';
import type { AppError, UnreachableReason } from '../../../../src-main/contract/errors.ts';
import { connectionTrouble } from '../../../../src-renderer/shell/connection-trouble.ts';

const trouble = (connectionError: AppError | null) =>
  connectionTrouble({ connection: 'offline', connectionError });
const unreachable = (reason: UnreachableReason): AppError => ({
  code: 'service_unreachable',
  reason,
});

test.each<UnreachableReason>(['refused', 'no_such_host', 'no_network', 'timeout', 'broken_off'])(
  'an outage (%s) ends by itself',
  (reason) => {
    expect(trouble(unreachable(reason))).toBeNull();
  },
);

test.each<AppError>([
  { code: 'not_the_service', status: 200 },
  unreachable('insecure'),
  unreachable('proxy_unreachable'),
  unreachable('proxy_refused'),
  unreachable('proxy_unsupported'),
])('%j needs a person', (error) => {
  expect(trouble(error)).toBe(error);
  expect(connectionTrouble({ connection: 'paused', connectionError: error })).toBeNull();
});

test('there is none where nothing is known, or the service is busy', () => {
  expect(trouble(null)).toBeNull();
  expect(trouble({ code: 'service_busy', retryAfterMs: null })).toBeNull();
});
