import { expect, test } from 'vitest';
import { isSameUser, userText } from '../../../src-main/contract/recovery.ts';

const user = (id: number | null, username: string | null) => ({ id, username, name: 'Ana' });

test.each([
  ['the same id', user(7, 'ana'), user(7, 'rui'), true],
  ['other ids', user(7, 'ana'), user(8, 'ana'), false],
  ['no id of one, and the same username', user(7, 'ana'), user(null, 'ana'), true],
  ['no id of the other, and other usernames', user(null, 'ana'), user(7, 'rui'), false],
  ['no id and no username of one', user(7, 'ana'), user(null, null), undefined],
  ['no id, and no username of the other', user(null, 'ana'), user(null, null), undefined],
])('two users with %s', (_, one, other, isSame) => {
  expect(isSameUser(one, other)).toBe(isSame);
  expect(isSameUser(other, one)).toBe(isSame);
});

test('a user is told with what is known of them', () => {
  expect(userText(user(7, 'ana@example.com'))).toBe('Ana (ana@example.com, id 7)');
  expect(userText(user(7, null))).toBe('Ana (id 7)');
  expect(userText(user(null, null))).toBe('Ana');
  expect(userText({ ...user(null, 'ana'), name: '' })).toBe('(ana)');
});
