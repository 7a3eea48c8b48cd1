import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { languages } from '../../../src-main/contract/languages.ts';
import { createLog } from '../../../src-main/log.ts';
import { reportText, saveReport } from '../../../src-main/failure/report.ts';

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-report-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const log = createLog(join(folder, 'logs', 'till.log'));
log.hide('s3cr3t-token');
log.info('signed in', { token: 's3cr3t-token' });
log.error('something failed', new Error(`for 501964843, at ${join(homedir(), 'till.db')}`));
const options = {
  ...{ version: '1.2.3', logFile: log.file, at: new Date(Date.UTC(2026, 10, 2)), home: homedir() },
  error: { code: 'store_newer', file: join(homedir(), 'till.db') },
  computer: {
    ...{ freeBytes: 12_300_000_000, keyStore: 'real kwallet6', clockAheadMs: -90_400 },
    diskSign: { code: 'disk_failing', detail: 'SQLITE_IOERR_READ' },
    ...{ printers: ['EPSON', 'Sala'], routes: 'PROXY 10.0.0.1:3128', display: 'wayland' },
  },
} as const;

describe.each(languages)('in %s', (language) => {
  const text = reportText({ ...options, language });

  test('it says version, system, what happened, and the end of the log', () => {
    for (const part of ['1.2.3', process.versions.node, process.arch, 'store_newer', 'signed in'])
      expect(text).toContain(part);
    for (const fact of [
      /12[.,]3/,
      /SQLITE_IOERR_READ/,
      /kwallet6/,
      /\b90\b/,
      /EPSON, Sala/,
      /10\.0\.0\.1:3128/,
      /wayland/,
    ])
      expect(text).toMatch(fact);
  });

  test('it holds no token, no tax number and no person’s name', () => {
    for (const secret of ['s3cr3t-token', '501964843', homedir()])
      expect(text).not.toContain(secret);
    expect(text).toContain(join('~', 'till.db'));
  });
});

test.each(['/home/ana', 'C:\\Users\\ana'])('the folder %s is told nowhere', (home) => {
  const logFile = join(folder, 'home.log');
  const isWindows = home.startsWith('C:');
  const file = `${home}${isWindows ? '\\' : '/'}till.db`;
  const { href } = pathToFileURL(file, { windows: isWindows });
  writeFileSync(logFile, [JSON.stringify({ file }), JSON.stringify({ at: href }), file].join('\n'));
  const text = reportText({ ...options, error: null, language: 'en', logFile, home });
  expect(text).not.toMatch(/ana/);
  expect(text.match(/~.{1,2}till\.db/g)).toHaveLength(3);
});

test('of a long log it has the last lines, whole', () => {
  const logFile = join(folder, 'long.log');
  const lines = Array.from({ length: 5_000 }, (_, index) => `{"number":${index}}é`);
  writeFileSync(logFile, lines.join('\n'));
  const text = reportText({ ...options, language: 'en', logFile });
  expect(text).toContain('{"number":4999}é');
  expect(text.length).toBeLessThan(70_000);
  const firstLine = text.split('\n').find((line) => line.includes('"number"')) ?? '';
  expect(lines).toContain(firstLine);
});

test('without a log it says so, and is written all the same', async () => {
  const logFile = join(folder, 'none.log');
  const savedFile = await saveReport(folder, { ...options, language: 'en', logFile });
  const file = savedFile.ok ? savedFile.value.file : '';
  expect(readFileSync(file, 'utf8')).toContain('ENOENT');
  expect(statSync(file).size).toBeLessThan(2_000);
  const again = await saveReport(folder, { ...options, language: 'en', logFile });
  expect(again.ok && again.value.file).not.toBe(file);
});
