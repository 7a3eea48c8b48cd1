// Tests whether a computer is fit for a till: with real folders and a real server, but played
// commands.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { projectNode, root } from '../../../resources/scripts/programs.mjs';
import { checks, judgeKeyStore, type Computer } from '../../../src-main/computer/checks.ts';
import {
  judgePrinter,
  judgePrinters,
  judgeScreens,
  listPrinters,
  listScreens,
  type Run,
} from '../../../src-main/computer/devices.ts';
import {
  judgeSpace,
  judgeSync,
  nearest,
  rights,
  space,
  sync,
} from '../../../src-main/computer/disk.ts';
import {
  judgeClock,
  judgeRoute,
  originOf,
  proxy,
  service,
  type Answer,
} from '../../../src-main/computer/network.ts';
import { within } from '../../../src-main/computer/patience.ts';
import { hasBad, reportOf } from '../../../src-main/computer/report.ts';
import { withoutOwner, withoutPeople } from '../../../src-main/computer/without-people.ts';
import {
  judgeScan,
  scanTrialSchema,
  type CheckName,
  type Finding,
} from '../../../src-main/contract/computer.ts';
import { languages } from '../../../src-main/contract/languages.ts';
import { defaultPrinting } from '../../../src-main/contract/printing.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'counterfoil-computer-'));
const says =
  (text: string): Run =>
  () =>
    Promise.resolve(text);
const fails: Run = () => Promise.reject(new Error('no such command'));

describe('the disk', () => {
  it('has room, or too little', async () => {
    expect((await space(newFolder())).item).toBe('space');
    expect(judgeSpace(100e9).verdict).toBe('fine');
    expect(judgeSpace(1e9).verdict).toBe('look_at');
    expect(judgeSpace(1e8).verdict).toBe('bad');
  });

  it('is timed as a sale is saved, and nothing is left of it', async () => {
    const folder = newFolder();
    const twice = [sync(folder, () => performance.now()), sync(folder, () => performance.now())];
    for (const found of await Promise.all(twice)) expect(found).toMatchObject({ item: 'sync' });
    // The folder is missing, so the disk takes nothing.
    const gone = { item: 'disk_failed', verdict: 'bad', code: 'ENOENT' };
    expect(await sync(join(folder, 'gone'), () => 0)).toEqual(gone);
    expect(await space(join(folder, 'gone'))).toEqual(gone);
    expect(await nearest(join(folder, 'gone', 'till'))).toBe(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is bad if the folder cannot be one, or the disk does not answer', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    expect(await rights(join(file, 'till'), 'linux')).toEqual({
      ...{ item: 'disk_failed', verdict: 'bad', code: 'ENOTDIR' },
    });
    const never = new Promise<never>(() => undefined);
    await expect(within(5, never)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });

  it('is judged by the usual write, not by the longest', () => {
    expect(judgeSync([1, 900, 2])).toMatchObject({ verdict: 'fine', medianMs: 2, longestMs: 900 });
    expect(judgeSync([50, 60, 40]).verdict).toBe('look_at');
    expect(judgeSync([300, 300, 1]).verdict).toBe('bad');
  });

  it.runIf(process.platform !== 'win32')('must not be readable by others', async () => {
    const folder = newFolder();
    expect(await rights(folder, 'linux')).toMatchObject({ verdict: 'fine', found: 'own' });
    chmodSync(folder, 0o755);
    expect(await rights(folder, 'linux')).toMatchObject({ found: 'open_to_others' });
    expect(await rights(folder, 'win32')).toMatchObject({ found: 'own' });
    expect(await rights(join(folder, 'none'), 'linux')).toMatchObject({ found: 'absent' });
  });
});

describe('the service', () => {
  const at = (times: readonly number[]) => {
    const left = [...times];
    return () => left.shift() ?? 0;
  };
  const answers =
    (answer: number, dateMs: number | null, trouble: Answer['trouble'] = null) =>
    () =>
      Promise.resolve({ answer, dateMs, trouble });

  it('is fine if it answers, even with a refusal, and tells the time', async () => {
    const network = { ask: answers(403, 100_000), nowMs: at([100_000, 100_200]) };
    expect(await service('https://user:secret@service.example/api/?key=1', network)).toEqual([
      {
        ...{ item: 'service', verdict: 'fine', origin: 'https://service.example' },
        ...{ answer: 403, tookMs: 200, trouble: null },
      },
      { item: 'clock', verdict: 'fine', aheadS: 0 },
    ]);
  });

  it('needs a look if it is slow or in trouble', async () => {
    const slow = { ask: answers(200, null), nowMs: at([0, 5_000]) };
    const broken = { ask: answers(502, null), nowMs: at([0, 10]) };
    for (const network of [slow, broken]) {
      const [found, clock] = await service('https://service.example', network);
      expect(found?.verdict).toBe('look_at');
      expect(clock?.verdict).toBe('unknown');
    }
  });

  it('is bad if it does not answer', async () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const network = { ask: () => Promise.reject(refused), nowMs: at([0, 1]) };
    const [found] = await service('https://service.example', network);
    expect(found).toMatchObject({ verdict: 'bad', answer: 'ECONNREFUSED' });
  });

  it('is bad where something else answers in its place', async () => {
    const portal = { code: 'not_the_service', status: 302 } as const;
    const network = { ask: answers(302, null, portal), nowMs: at([0, 1]) };
    const [found] = await service('https://service.example', network);
    expect(found).toMatchObject({ verdict: 'bad', trouble: portal });
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
    expect(originOf('admin:secret@proxy:3128')).toBe('not an address');
  });

  it('is reached as the system’s settings say', () => {
    const way = { kind: 'proxy', secure: false, host: 'proxy.example', port: 3128 } as const;
    expect(judgeRoute([{ kind: 'direct' }])).toMatchObject({ verdict: 'fine', routes: [null] });
    expect(judgeRoute([way, { kind: 'direct' }])).toMatchObject({
      ...{ verdict: 'look_at', routes: ['http://proxy.example:3128', null] },
    });
    for (const none of [undefined, []]) expect(judgeRoute(none).verdict).toBe('bad');
  });
});

describe('the key store', () => {
  it('needs a look if it keeps no sign-in, and is bad if it keeps it weakly', () => {
    const facts = { backend: 'gnome_libsecret', keepsWeakly: false } as const;
    expect(judgeKeyStore({ store: 'real', ...facts }).verdict).toBe('fine');
    expect(judgeKeyStore({ store: 'silent', ...facts }).verdict).toBe('look_at');
    const weak = { store: 'none', backend: 'basic_text' } as const;
    expect(judgeKeyStore({ ...weak, keepsWeakly: false }).verdict).toBe('look_at');
    expect(judgeKeyStore({ ...weak, keepsWeakly: true }).verdict).toBe('bad');
  });
});

describe('what is attached', () => {
  const { printer } = defaultPrinting;

  it('may be printers of the system, none, or unknown', async () => {
    const found = judgePrinters(await listPrinters(says('Receipts\nOffice\n'), 'linux'));
    expect(found).toEqual({ item: 'printers', verdict: 'fine', names: ['Receipts', 'Office'] });
    expect(judgePrinters(await listPrinters(says(''), 'darwin')).verdict).toBe('look_at');
    expect(judgePrinters(await listPrinters(fails, 'win32')).verdict).toBe('unknown');
  });

  it('may be a receipt printer that works, or one that does not', () => {
    expect(judgePrinter({ printer, error: null, isMute: true })).toMatchObject({
      ...{ verdict: 'fine', way: null, name: '' },
    });
    const error = { code: 'no_printer' } as const;
    expect(judgePrinter({ printer, error, isMute: true })).toMatchObject({ verdict: 'bad', error });
  });

  it('has names that are cut, and that reverse nothing beside them', () => {
    const hostile = `\u202Eevil\n\u0007FINE  all is well${'x'.repeat(500)}`;
    const system = { kind: 'system', name: hostile, paper: '80' } as const;
    const missing = { code: 'printer_missing', name: hostile } as const;
    const findings = [
      judgePrinters([hostile, '\n', ...Array.from({ length: 500 }, () => 'A')]),
      judgePrinter({ printer: system, error: missing, isMute: true }),
    ];
    expect(findings[0]).toMatchObject({ names: { length: 20 } });
    for (const language of languages) {
      const lines = reportOf(findings, { ...options, language }).split('\n');
      // The heading has six lines: title, explanation, blank, time, folder, blank. The first
      // finding has one line, the second has its advice on another.
      expect(lines).toHaveLength(6 + 1 + 2 + 1);
      for (const line of lines) {
        expect(line).not.toMatch(/[\u202A-\u202E\u2066-\u2069\p{Cc}]/u);
        expect(line.length).toBeLessThan(400);
      }
    }
  });

  it('is reported without the service’s own words and without forged lines', () => {
    const forged = `Maria Silva\nGood  All is well\u202e\u001b[2J`;
    const findings: Finding[] = [
      {
        ...{ item: 'service', verdict: 'look_at', origin: 'https://a.example', answer: 400 },
        tookMs: 10,
        trouble: {
          code: 'service_refused',
          errors: [{ field: 'x', code: 'y', message: forged }],
        },
      },
      {
        ...{ item: 'printer', verdict: 'bad', way: 'system', name: 'A', isMute: false },
        error: { code: 'print_failed', detail: forged } as never,
      },
    ];
    const at = new Date(0);
    const text = reportOf(findings, { version: '1', at, folder: '/a', home: '/b', language: 'en' });
    expect(text).toContain('The service refused this.');
    expect(text.split('\n')).toHaveLength(6 + 2 + 2 + 1);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\u202A-\u202E\p{Cc}]/u);
    expect(text.slice(0, text.indexOf('Bad'))).not.toContain('Maria');
  });

  it('are screens, of which one must be large enough', async () => {
    const screen = (size: string) =>
      says(`DP-1 connected primary ${size}+0+0 (normal) 1mm x 1mm\nDP-2 disconnected (normal)\n`);
    const judged = async (run: Run, platform: NodeJS.Platform) =>
      judgeScreens(await listScreens(run, platform));
    expect(await judged(screen('1920x1080'), 'linux')).toMatchObject({
      ...{ verdict: 'fine', sizes: [{ width: 1920, height: 1080, scale: 1 }] },
    });
    expect((await judged(screen('800x480'), 'linux')).verdict).toBe('bad');
    expect((await judged(screen('1920x1080'), 'win32')).verdict).toBe('unknown');
    expect((await judged(fails, 'linux')).verdict).toBe('unknown');
    const small = { width: 1920, height: 1080, scale: 2.5 };
    expect(judgeScreens([small]).verdict).toBe('bad');
  });

  it('is a scanner, or somebody who types', () => {
    const scan = { characters: 13, longestGapMs: 8.4, end: 'Enter', isScan: true } as const;
    expect(judgeScan(scan).verdict).toBe('fine');
    expect(judgeScan({ ...scan, longestGapMs: 200, isScan: false }).verdict).toBe('look_at');
    for (const wrong of [{ ...scan, characters: -1 }, { ...scan, longestGapMs: NaN }, null])
      expect(v.is(scanTrialSchema, wrong)).toBe(false);
  });
});

const options = {
  ...({ language: 'en', version: '1.2.3', at: new Date(Date.UTC(2026, 10, 2)) } as const),
  ...{ folder: '/home/maria/till', home: '/home/maria' },
} as const;

describe('the report', () => {
  it('says what to do if something is wrong, and does not name the home folder', () => {
    const findings: Finding[] = [
      { item: 'space', verdict: 'bad', freeBytes: 1024 ** 3 / 10 },
      { item: 'rights', verdict: 'fine', found: 'own' },
      { item: 'clock', verdict: 'bad', aheadS: -3_600 },
    ];
    const [title, , , , folder, , ...lines] = reportOf(findings, options).split('\n');
    expect(title).toContain('1.2.3');
    expect(folder).toBe('Data: ~/till');
    expect(lines).toEqual([
      'Bad           0.1 GB are free',
      '              Make room: a till whose disk is full saves no sale.',
      'Good          The data can be written, and read by nobody else',
      'Bad           This computer’s clock is 60 minutes behind the service’s',
      '              Have the system set its clock by the network: sales are dated by it.',
      '',
    ]);
    expect(hasBad(findings)).toBe(true);
    expect(hasBad(findings.slice(1, 2))).toBe(false);
  });

  it('names neither a printer’s owner nor a tax number', () => {
    const printer = { kind: 'system', name: 'HP of Maria 501964843', paper: '80' } as const;
    const findings = [
      judgePrinters(['HP of MARIA', 'C:\\Users\\maria']),
      judgePrinter({
        ...{ printer, error: { code: 'printer_missing', name: printer.name }, isMute: true },
      }),
    ];
    for (const language of languages)
      expect(reportOf(findings, { ...options, language })).not.toMatch(/maria|501964843/i);
    expect(withoutOwner('Printer of jo', '/home/jo')).toBe('Printer of jo');
    expect(withoutOwner('a.b and aXb', 'C:\\Users\\a.b')).toBe('~ and aXb');
    expect(withoutPeople('of /home/maria, 501964843', '/home/maria')).toBe('of ~, *********');
  });
});

describe('a check', () => {
  const computer: Computer = {
    ...{ platform: 'linux', env: {}, versions: {}, hasElectron: true, folder: newFolder() },
    ...{ keyStore: null, tryPrinter: null, findRoutes: null, serviceAddresses: [] },
    listPrinters: () => Promise.resolve([]),
    listScreens: () => Promise.resolve(null),
    network: { ask: () => Promise.reject(new Error('nobody')), nowMs: () => 0 },
  };
  afterEach(() => {
    vi.useRealTimers();
  });

  it('finds what a command can find without a till', async () => {
    const items = async (name: CheckName, of = computer) =>
      (await checks[name](of)).map(({ item }) => item);
    expect(await items('key_store')).toEqual([]);
    expect(await items('printers')).toEqual(['printers']);
    expect(await items('proxy')).toEqual(['proxy']);
    expect(await items('service')).toEqual(['no_service']);
    expect(await items('disk')).toEqual(['space', 'rights', 'sync']);
    const folder = join(newFolder(), 'none', 'yet');
    expect(await items('disk', { ...computer, folder })).toEqual(['space', 'rights']);
    const served = { ...computer, serviceAddresses: ['https://service.example'] };
    expect(await items('service', served)).toEqual(['service', 'clock']);
  });

  it.each(['printers', 'proxy', 'service', 'screens'] as const)(
    'ends where nobody answers: %s',
    async (name) => {
      vi.useFakeTimers();
      const never = () => new Promise<never>(() => undefined);
      const silent: Computer = {
        ...{ ...computer, serviceAddresses: ['https://service.example'] },
        ...{ listPrinters: never, listScreens: never, findRoutes: never },
        network: { ask: never, nowMs: () => 0 },
      };
      const found = checks[name](silent);
      await vi.advanceTimersByTimeAsync(60_000);
      expect((await found)[0]?.verdict).toMatch(/bad|unknown/);
    },
  );
});

it('npm run check-computer asks the service that the till knows, and tells nobody who uses it', async () => {
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
  expect(report).toMatch(
    new RegExp(`http://127.0.0.1:${port} answered after \\d+ ms \\(status 401\\)`),
  );
  expect(report).toMatch(/This computer’s clock/);
  expect(report).toMatch(/A write is safe on the disk after \d+\.\d ms/);
  for (const secret of ['Inês', 'Mercearia', '/api']) expect(report).not.toContain(secret);
});
