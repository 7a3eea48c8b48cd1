// A file dialog that is still open when the till is locked, or somebody else is there, chooses
// nothing.
import { expect, test } from 'vitest';
import { err, ok } from '../../../src-main/contract/errors.ts';
import { asking } from '../../asking.ts';
import { displayRequests } from '../../../src-main/handlers/display.ts';
import { choosing } from '../../../src-main/page/choosing.ts';

function atTill() {
  const [ines, rui] = [{ cashierId: 'ines' }, { cashierId: 'rui' }];
  const lock = { isLocked: false, atTill: ines as typeof ines | null };
  const session = { till: {} as object | null, isSwitching: false };
  const meanwhile = {
    'somebody goes on working': () => undefined,
    'the till is locked': () => void Object.assign(lock, { isLocked: true, atTill: null }),
    'somebody else has come': () => void Object.assign(lock, { atTill: rui }),
    'it is being closed': () => void Object.assign(session, { till: null, isSwitching: true }),
    'another till is open': () => void Object.assign(session, { till: {} }),
  };
  return { lock, session, meanwhile };
}

test.each([
  ['somebody goes on working', ok('/a.png')],
  ['the till is locked', err({ code: 'locked' })],
  ['somebody else has come', err({ code: 'locked' })],
  ['it is being closed', err({ code: 'locked' })],
  ['another till is open', err({ code: 'locked' })],
] as const)('where %s while the dialog is open', async (what, answer) => {
  const { meanwhile, ...context } = atTill();
  const choice = await choosing(context as never, () => {
    meanwhile[what]();
    return Promise.resolve('/a.png');
  });
  expect(choice).toEqual(answer);
});

test('no picture is shown to customers that was chosen after the lock', async () => {
  const { lock, session, meanwhile } = atTill();
  const changes: unknown[] = [];
  const context = {
    ...{ lock, session, pictureFolder: '/nowhere' },
    settings: { value: { display: { pictures: [] } }, update: (to: unknown) => changes.push(to) },
    dialogs: {
      choosePicture: () => {
        meanwhile['the till is locked']();
        return Promise.resolve('/a.png');
      },
    },
  };
  const { 'display.addPicture': add } = asking(displayRequests(context as never), () => null);
  expect(await add(undefined)).toEqual(err({ code: 'locked' }));
  expect(changes).toEqual([]);
});
