import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLog } from '../../src-main/log.ts';
import { temporaryFolder } from '../integration/store/temporary-till.ts';

const newLog = () => createLog(join(temporaryFolder(), 'logs', 'till.log'), () => new Date(0));

it('writes one JSON object a line', () => {
  const log = newLog();
  log.info('connection', { connection: 'online' });
  expect(JSON.parse(readFileSync(log.file, 'utf8'))).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    level: 'info',
    message: 'connection',
    connection: 'online',
  });
});

it('never has a token, hidden or not, wherever it stands', () => {
  const log = newLog();
  log.hide('s3cr3t');
  log.error('failed with s3cr3t', new Error('Authorization: Token abc.def and ?api_token=xyz&a=1'));
  log.failure('failed', { toString: () => 's3cr3t' });
  const text = readFileSync(log.file, 'utf8');
  for (const secret of ['s3cr3t', 'abc.def', 'xyz']) expect(text).not.toContain(secret);
});

it('contains no part of a token, even if the token has characters that end one', () => {
  const log = newLog();
  const token = 'abc"def&ghi jkl\\mno';
  log.hide(token);
  log.error(`failed with Authorization: Token ${token}`, new Error(`Token ${token}`));
  const text = readFileSync(log.file, 'utf8');
  for (const part of ['abc', 'def', 'ghi', 'jkl', 'mno']) expect(text).not.toContain(part);
});

it('names a failure by an identifier that the log has', () => {
  const log = newLog();
  const id = log.failure('the outbox stopped', new Error('why'));
  expect(readFileSync(log.file, 'utf8')).toContain(id);
});

it('begins anew once it is full, and keeps the last four', () => {
  const log = newLog();
  const full = 'x'.repeat(6 * 2 ** 20);
  for (let number = 1; number <= 7; number += 1) log.info(`${number}`, { full });
  const first = (name: string) => readFileSync(name, 'utf8').slice(0, 80);
  expect(first(log.file)).toContain('"message":"7"');
  expect(first(`${log.file}.1`)).toContain('"message":"6"');
  expect(first(`${log.file}.4`)).toContain('"message":"3"');
  expect(readdirSync(join(log.file, '..'))).toHaveLength(5);
});

it('goes on if another program holds its file, and loses nothing older', () => {
  const log = newLog();
  const full = 'x'.repeat(6 * 2 ** 20);
  log.info('1', { full });
  log.info('2', { full });
  // A folder that is not empty stands where the full log would be moved to.
  mkdirSync(join(`${log.file}.full`, 'held'), { recursive: true });
  for (const message of ['3', '4', '5']) log.info(message);
  const text = readFileSync(log.file, 'utf8');
  for (const message of ['2', '3', '4', '5']) expect(text).toContain(`"message":"${message}"`);
  expect(readFileSync(`${log.file}.1`, 'utf8')).toContain('"message":"1"');
});

it('moves a file at a later line if it could not be moved at once', () => {
  const log = newLog();
  mkdirSync(join(log.file, '..'));
  writeFileSync(`${log.file}.full`, 'left');
  writeFileSync(`${log.file}.1`, 'older');
  writeFileSync(log.file, 'x'.repeat(6 * 2 ** 20));
  log.info('1');
  expect(readFileSync(`${log.file}.1`, 'utf8')).toBe('left');
  expect(readFileSync(`${log.file}.2`, 'utf8')).toBe('older');
  log.info('2');
  expect(readFileSync(`${log.file}.1`, 'utf8')).toContain('"message":"1"');
  expect(readFileSync(`${log.file}.2`, 'utf8')).toBe('left');
  expect(readFileSync(log.file, 'utf8')).toContain('"message":"2"');
});
