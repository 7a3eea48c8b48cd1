// Whether a computer is fit for a till: real folders and a real server, and commands that are
// played.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { projectNode, root } from '../../../resources/scripts/programs.mjs';
import { printers, screens, type Run } from '../../../src-main/computer/devices.ts';
import { judgeSpace, judgeSync, rights, space, sync } from '../../../src-main/computer/disk.ts';
import { originOf, type Finding } from '../../../src-main/computer/findings.ts';
import { judgeClock, proxy, service } from '../../../src-main/computer/network.ts';
import { hasBad, reportOf } from '../../../src-main/computer/report.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'counterfoil-computer-'));
const says =
  (text: string): Run =>
  () =>
    Promise.resolve(text);
const fails: Run = () => Promise.reject(new Error('no such command'));

describe('the disk', () => {
  it('has room, or too little', () => {
    expect(space(newFolder()).item).toBe('space');
    expect(judgeSpace(100e9).verdict).toBe('fine');
    expect(judgeSpace(1e9).verdict).toBe('look_at');
    expect(judgeSpace(1e8).verdict).toBe('bad');
  });

  it('is timed as a sale is saved, and nothing is left of it', () => {
    const folder = newFolder();
    expect(sync(folder, () => performance.now())).toMatchObject({ item: 'sync' });
    // As a disk that takes nothing.
    const gone = { item: 'disk_failed', verdict: 'bad', code: 'ENOENT' };
    expect(sync(join(folder, 'gone'), () => 0)).toEqual(gone);
    expect(space(join(folder, 'gone'))).toEqual(gone);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is judged by the usual write, not by the longest', () => {
    expect(judgeSync([1, 900, 2])).toMatchObject({ verdict: 'fine', medianMs: 2, longestMs: 900 });
    expect(judgeSync([50, 60, 40]).verdict).toBe('look_at');
    expect(judgeSync([300, 300, 1]).verdict).toBe('bad');
  });

  it.runIf(process.platform !== 'win32')('is read by nobody else', () => {
    const folder = newFolder();
    expect(rights(folder, 'linux')).toMatchObject({ verdict: 'fine', found: 'own' });
    chmodSync(folder, 0o755);
    expect(rights(folder, 'linux')).toMatchObject({ found: 'open_to_others' });
    expect(rights(folder, 'win32')).toMatchObject({ found: 'own' });
    expect(rights(join(folder, 'none'), 'linux')).toMatchObject({ found: 'absent' });
  });
});

describe('the service', () => {
  const at = (times: readonly number[]) => {
    const left = [...times];
    return () => left.shift() ?? 0;
  };
  const answers = (status: number, dateMs: number | null) => () =>
    Promise.resolve({ status, dateMs });

  it('answers, whatever it answers, and tells the time', async () => {
    const network = { ask: answers(403, 100_000), nowMs: at([100_000, 100_200]) };
    expect(await service('https://user:secret@service.example/api/?key=1', network)).toEqual([
      {
        ...{ item: 'service', verdict: 'fine', origin: 'https://service.example' },
        ...{ answer: 403, tookMs: 200 },
      },
      { item: 'clock', verdict: 'fine', aheadS: 0 },
    ]);
  });

  it('is looked at where it is slow or in trouble', async () => {
    const slow = { ask: answers(200, null), nowMs: at([0, 5_000]) };
    const broken = { ask: answers(502, null), nowMs: at([0, 10]) };
    for (const network of [slow, broken]) {
      const [found, clock] = await service('https://service.example', network);
      expect(found?.verdict).toBe('look_at');
      expect(clock?.verdict).toBe('unknown');
    }
  });

  it('does not answer', async () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const network = { ask: () => Promise.reject(refused), nowMs: at([0, 1]) };
    const [found] = await service('https://service.example', network);
    expect(found).toMatchObject({ verdict: 'bad', answer: 'ECONNREFUSED' });
  });

  it('has a clock that this computer’s is compared with', () => {
    expect(judgeClock(-20).verdict).toBe('fine');
    expect(judgeClock(100).verdict).toBe('look_at');
    expect(judgeClock(-3_600)).toMatchObject({ verdict: 'bad', aheadS: -3_600 });
  });

  it('may lie behind a proxy, whose password is not told', () => {
    expect(proxy({ HTTPS_PROXY: 'http://me:secret@proxy.example:3128/x', PATH: '/bin' })).toEqual({
      ...{ item: 'proxy', verdict: 'look_at' },
      proxies: { HTTPS_PROXY: 'http://proxy.example:3128' },
    });
    expect(proxy({ https_proxy: '' }).verdict).toBe('fine');
    expect(originOf('me:secret@proxy')).not.toContain('secret');
    expect(originOf('no address')).toBe('not an address');
  });
});

describe('what is attached', () => {
  it('are printers of the system, none, or nobody knows', async () => {
    const found = await printers(says('Receipts\nOffice\n'), 'linux');
    expect(found).toEqual({ item: 'printers', verdict: 'fine', names: ['Receipts', 'Office'] });
    expect((await printers(says(''), 'darwin')).verdict).toBe('look_at');
    expect((await printers(fails, 'win32')).verdict).toBe('unknown');
  });

  it('are screens, of which one must be large enough', async () => {
    const screen = (size: string) =>
      says(`DP-1 connected primary ${size}+0+0 (normal) 1mm x 1mm\nDP-2 disconnected (normal)\n`);
    expect(await screens(screen('1920x1080'), 'linux')).toMatchObject({
      ...{ verdict: 'fine', sizes: [{ width: 1920, height: 1080 }] },
    });
    expect((await screens(screen('800x480'), 'linux')).verdict).toBe('bad');
    expect((await screens(screen('1920x1080'), 'win32')).verdict).toBe('unknown');
    expect((await screens(fails, 'linux')).verdict).toBe('unknown');
  });
});

it('the report says what to do where something is wrong, and names no home', () => {
  const findings: Finding[] = [
    { item: 'space', verdict: 'bad', freeBytes: 1024 ** 3 / 10 },
    { item: 'rights', verdict: 'fine', found: 'own' },
  ];
  expect(reportOf(findings, '/home/maria/till', '/home/maria')).toBe(
    [
      'Data: ~/till',
      '',
      'BAD       0.1 GB are free',
      '          Make room: a till whose disk is full saves no sale.',
      'fine      The data can be written, and read by nobody else',
      '',
    ].join('\n'),
  );
  expect(hasBad(findings)).toBe(true);
  expect(hasBad(findings.slice(1))).toBe(false);
});

it('npm run doctor asks the service that the till knows, and tells nobody who uses it', async () => {
  const server = createServer((_request, response) => response.writeHead(401).end());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const folder = join(newFolder(), 'till');
  mkdirSync(folder, { mode: 0o700 });
  const profile = {
    ...{ kind: 'service', serviceAddress: `http://127.0.0.1:${port}/api`, userName: 'Inês' },
    companyName: 'Mercearia',
  };
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ profiles: [{ profile }] }));
  const script = join(root, 'resources/scripts/check-computer.ts');
  const { promise, resolve } = Promise.withResolvers<string>();
  const child = spawn(projectNode, [script, `--user-data-dir=${folder}`]);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.on('close', () => {
    resolve(said);
  });
  const report = await promise;
  expect(report).toContain(`http://127.0.0.1:${port} answered 401`);
  expect(report).toMatch(/The clock is \d+ s/);
  expect(report).toMatch(/A write is safe after \d+\.\d ms/);
  for (const secret of ['Inês', 'Mercearia', '/api']) expect(report).not.toContain(secret);
});
