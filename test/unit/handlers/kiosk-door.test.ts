// Closing the till's window by the system's own ways: a kiosk stays until somebody may leave it.
import { expect, test } from 'vitest';
import { err, ok, type AppError, type Result } from '../../../src-main/contract/errors.ts';
import { kioskDoor } from '../../../src-main/handlers/kiosk-door.ts';

interface At {
  readonly isKiosk?: boolean;
  readonly isEnding?: boolean;
  readonly answer?: Result<null>;
}

function closing({ isKiosk = true, isEnding = false, answer = ok(null) }: At = {}) {
  const requests: unknown[] = [];
  const notices: AppError[] = [];
  const work: Promise<void>[] = [];
  let isPrevented = false;
  const close = kioskDoor(
    ((name: string) => {
      requests.push(name);
      return Promise.resolve(answer);
    }) as never,
    {
      counterWindow: { isKiosk },
      isEnding: () => isEnding,
      inBackground: (_, run) => void work.push(run()),
      notify: (notice) => void notices.push(notice),
    },
  );
  close({ preventDefault: () => (isPrevented = true) });
  return Promise.all(work).then(() => ({ asked: requests, notices, isPrevented }));
}

test('the window of a kiosk does not close, and leaving it is asked for', async () => {
  expect(await closing()).toEqual({
    asked: ['counter.leaveKiosk'],
    notices: [],
    isPrevented: true,
  });
});

test.each([
  ['a window that is no kiosk', { isKiosk: false }],
  ['the window of a program that ends', { isEnding: true }],
])('%s closes without a question', async (_, at) => {
  expect(await closing(at)).toEqual({ asked: [], notices: [], isPrevented: false });
});

test('a manager who does not agree is told of, and a locked till tells nothing', async () => {
  const refusal = err({ code: 'manager_needed', action: 'change_settings' });
  expect((await closing({ answer: refusal })).notices).toEqual([refusal.error]);
  expect((await closing({ answer: err({ code: 'locked' }) })).notices).toEqual([]);
});
