// An update from a feed on this computer into a played installation: found, fetched, installed by
// consent, and left alone if anything differs from what was signed.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { err, ok, type AppError, type Result } from '../../../src-main/contract/errors.ts';
import { createLog } from '../../../src-main/log.ts';
import { openInstaller, type InstallerOptions } from '../../../src-main/update/installer.ts';
import { installPackage } from '../../../src-main/update/install-on-linux.ts';
import { manifestText, type Manifest } from '../../../src-main/update/manifest.ts';
import { Updates, type UpdatesOptions } from '../../../src-main/update/updates.ts';
import { selfSigned } from '../service/self-signed.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const name = 'Counterfoil-2.0.0-linux-x86_64.AppImage';
const other = 'Counterfoil-2.0.0-linux-arm64.AppImage';
const arch = process.arch === 'arm64' ? 'arm64' : 'x64';
const program = Buffer.alloc(300_000, 'the newer program ');
/** Differs in one byte. */
const changed = Buffer.from(program);
changed[1000] = 0;
const notes = { en: 'Counts coins.', 'pt-PT': 'Conta moedas.' };
const nowMs = Date.UTC(2026, 10, 2, 9, 30);

const newFolder = () => mkdtempSync(join(tmpdir(), 'counterfoil-update-'));

function signed(change: Partial<Manifest> = {}, key = privateKey): string {
  const sha512 = createHash('sha512').update(program).digest('base64');
  const manifest = {
    ...{ system: 'linux', version: '2.0.0', releasedAt: new Date(nowMs).toISOString() },
    ...{
      notes,
      files: [
        // The first file is for another processor.
        { name: other, kind: 'appimage', arch: arch === 'x64' ? 'arm64' : 'x64', sha512, bytes: 1 },
        { name, kind: 'appimage', arch, sha512, bytes: program.length },
      ],
    },
    ...change,
  } as const;
  return manifestText(manifest as Omit<Manifest, 'purpose'>, (text) => sign(null, text, key));
}

/** What is at each address: a text, bytes, or a listener that answers otherwise. */
type Feed = Readonly<Record<string, string | Buffer | RequestListener>>;

async function serve(feed: Feed): Promise<{ address: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer(selfSigned, (request, response) => {
    requests.push(request.url ?? '');
    const answer = feed[(request.url ?? '').replace('/till/', '')];
    if (typeof answer === 'function') answer(request, response);
    else response.writeHead(answer === undefined ? 404 : 200).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `https://localhost:${(server.address() as AddressInfo).port}/till`, requests };
}

const usual: Feed = { 'update-linux.json': signed(), [name]: program };

/** An installed AppImage, whose bytes give its version. */
let installed: string;
beforeEach(() => {
  installed = join(newFolder(), 'Counterfoil.AppImage');
  writeFileSync(installed, 'the older program', { mode: 0o755 });
  vi.stubEnv('APPIMAGE', installed);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
});

async function rig(
  feed: Feed = usual,
  {
    freeBytes,
    startsIt,
    ofPackages,
    ...change
  }: Partial<UpdatesOptions> & {
    freeBytes?: () => Promise<number>;
    startsIt?: boolean;
    ofPackages?: Pick<InstallerOptions, 'kind' | 'programs'>;
  } = {},
  folder = newFolder(),
) {
  const { address, requests } = await serve(feed);
  const resources = newFolder();
  writeFileSync(join(resources, 'app-update.yml'), 'updaterCacheDirName: counterfoil-updater\n');
  const done: unknown[] = [];
  const states: string[] = [];
  const text = () => undefined;
  const updates: Updates = new Updates({
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ...{ version: '1.0.0', system: 'linux' },
    installer: async () => {
      const installer = await openInstaller({
        ...{ kind: 'appimage', version: '1.0.0', resources, cacheFolder: join(folder, 'update') },
        ...ofPackages,
        log: { info: text, error: text },
        ...(freeBytes && { freeBytes }),
      });
      return { ...installer, startsIt: startsIt ?? installer.startsIt };
    },
    address: () => address,
    network: {
      findRoutes: () => Promise.resolve('DIRECT'),
      trust: () => createSecureContext({ ca: selfSigned.cert }),
    },
    language: () => 'en',
    log: createLog(join(folder, 'till.log')),
    nowMs: () => nowMs,
    onChanged: () => {
      if (states.at(-1) !== updates.state.kind) states.push(updates.state.kind);
    },
    blocker: () => undefined,
    backUp: () => {
      done.push('backed up');
      return Promise.resolve(ok(null));
    },
    close: (blocker) => {
      const blocked = blocker();
      if (!blocked) done.push('closed');
      return Promise.resolve(blocked ? err(blocked) : ok(null));
    },
    end: (how) => {
      done.push(how);
    },
    ...change,
  });
  return { updates, requests, done, states, folder };
}

const isOlder = () => readFileSync(installed, 'utf8') === 'the older program';
const done: Result<null> = { ok: true, value: null };
const failed = (code: AppError['code']) => ({ ok: false, error: { code } });

test('an update is looked for, fetched, and installed after a backup', async () => {
  const { updates, states, done: acts, requests } = await rig();
  expect(updates.state).toEqual({ kind: 'newest', lookedAtMs: null });
  expect(await updates.look()).toEqual(done);
  expect(updates.state).toEqual({ kind: 'found', version: '2.0.0', notes: 'Counts coins.' });
  expect(requests).toEqual(['/till/update-linux.json']);
  expect(await updates.fetch()).toEqual(done);
  expect(updates.state).toMatchObject({ kind: 'fetched', version: '2.0.0' });
  expect(isOlder()).toBe(true);
  expect(await updates.install('2.0.0')).toEqual(done);
  expect(acts).toEqual(['backed up', 'closed', { startsAgain: true, wanted: '2.0.0' }]);
  expect(readFileSync(installed).equals(program)).toBe(true);
  expect(statSync(installed).mode & 0o777).toBe(0o755);
  expect(states).toEqual(['looking', 'found', 'fetching', 'fetched', 'installing']);
});

test('a file fetched before a start is not fetched again', async () => {
  const before = await rig();
  await before.updates.look();
  await before.updates.fetch();
  const { updates, requests } = await rig(usual, {}, before.folder);
  await updates.look();
  expect(await updates.fetch()).toEqual(done);
  expect(requests).toEqual(['/till/update-linux.json']);
  expect(await updates.install('2.0.0')).toEqual(done);
  expect(readFileSync(installed).equals(program)).toBe(true);
});

test('a file fetched before a start and changed since is fetched again', async () => {
  const before = await rig();
  await before.updates.look();
  await before.updates.fetch();
  writeFileSync(join(before.folder, 'update', 'counterfoil-updater', 'pending', name), changed);
  const { updates, requests } = await rig(usual, {}, before.folder);
  await updates.look();
  expect(await updates.fetch()).toEqual(done);
  expect(requests).toEqual(['/till/update-linux.json', `/till/${name}`]);
  expect(await updates.install('2.0.0')).toEqual(done);
  expect(readFileSync(installed).equals(program)).toBe(true);
});

test('nothing is fetched that would fill the disk, after older downloads made room', async () => {
  const neededBytes = 2 * program.length + 256 * 1024 * 1024;
  let free = neededBytes - 1;
  const { updates, requests, folder } = await rig(usual, {
    freeBytes: () => Promise.resolve(free),
  });
  const pending = join(folder, 'update', 'counterfoil-updater', 'pending');
  mkdirSync(pending, { recursive: true });
  for (const former of [name.replace('2.0.0', '1.5.0'), `temp-${name}`])
    writeFileSync(join(pending, former), program);
  await updates.look();
  const refused = { ok: false, error: { code: 'update_no_room', neededBytes } };
  expect(await updates.fetch()).toEqual(refused);
  expect(requests).toEqual(['/till/update-linux.json']);
  expect(updates.state).toMatchObject({ kind: 'found' });
  expect(readdirSync(pending)).toEqual([]);
  free += 1;
  expect(await updates.fetch()).toEqual(done);
});

test.each(['1.0.0', '0.9.9'])('version %s is no update of version 1.0.0', async (version) => {
  const { updates } = await rig({ 'update-linux.json': signed({ version }) });
  expect(await updates.look()).toEqual(done);
  expect(updates.state).toEqual({ kind: 'newest', lookedAtMs: nowMs });
  expect(await updates.fetch()).toEqual(failed('not_found'));
});

test.each<[string, Feed, AppError['code']]>([
  ['nothing is there', {}, 'update_not_fetched'],
  [
    'another key has signed it',
    { 'update-linux.json': signed({}, generateKeyPairSync('ed25519').privateKey) },
    'update_not_signed',
  ],
  ['a web page is there', { 'update-linux.json': '<!doctype html>' }, 'update_not_signed'],
  [
    'it leads elsewhere',
    { 'update-linux.json': (_, response) => response.writeHead(302, { location: '/x' }).end() },
    'update_not_fetched',
  ],
  [
    'it is far too long',
    { 'update-linux.json': (_, response) => response.end(' '.repeat(70_000)) },
    'update_not_fetched',
  ],
])('if %s, nothing of it is used', async (_what, feed, code) => {
  const { updates } = await rig(feed);
  expect(await updates.look()).toMatchObject(failed(code));
  expect(updates.state).toEqual({ kind: 'newest', lookedAtMs: null });
  expect(await updates.fetch()).toEqual(failed('not_found'));
  expect(await updates.install('2.0.0')).toEqual(failed('not_found'));
});

test.each<[string, Feed[string], AppError['code']]>([
  ['changed in one byte', changed, 'update_not_signed'],
  ['larger than it was signed', Buffer.concat([program, program]), 'update_not_signed'],
  ['shorter than it was signed', program.subarray(1), 'update_not_signed'],
  [
    'cut off on its way',
    (_, response) => {
      response.writeHead(200, { 'content-length': program.length });
      response.write(program.subarray(0, 1000));
      setImmediate(() => response.destroy());
    },
    'update_not_fetched',
  ],
])('a file that is %s is not kept, and can be fetched again', async (_what, served, code) => {
  let isSound = false;
  const { updates, folder } = await rig({
    ...usual,
    [name]: (request, response) => {
      const answer = isSound ? program : served;
      if (typeof answer === 'function') answer(request, response);
      else response.end(answer);
    },
  });
  await updates.look();
  expect(await updates.fetch()).toMatchObject(failed(code));
  expect(updates.state).toMatchObject({ kind: 'found' });
  expect(await updates.install('2.0.0')).toEqual(failed('not_found'));
  expect(existsSync(join(folder, 'update', 'counterfoil-updater', 'pending', name))).toBe(false);
  isSound = true;
  expect(await updates.fetch()).toEqual(done);
  expect(isOlder()).toBe(true);
});

test.each(['sale', 'unsent', 'printing'] as const)(
  'an update waits for what is open (%s)',
  async (why) => {
    const blocker: AppError = { code: 'update_not_now', why };
    let isHindered = true;
    const { updates, done: acts } = await rig(usual, {
      blocker: () => (isHindered ? blocker : undefined),
    });
    await updates.look();
    await updates.fetch();
    expect(await updates.install('2.0.0')).toEqual({ ok: false, error: blocker });
    expect(acts).toEqual([]);
    isHindered = false;
    expect(await updates.install('2.0.0')).toEqual(done);
  },
);

test('a sale that begins during the backup keeps the update waiting', async () => {
  let blocker: AppError | undefined;
  const { updates, done: acts } = await rig(usual, {
    blocker: () => blocker,
    backUp: () => {
      blocker = { code: 'update_not_now', why: 'sale' };
      return Promise.resolve(ok(null));
    },
  });
  await updates.look();
  await updates.fetch();
  expect(await updates.install('2.0.0')).toEqual({ ok: false, error: blocker });
  expect([acts, isOlder()]).toEqual([[], true]);
  expect(updates.state).toMatchObject({ kind: 'fetched' });
});

test('another version than the one that was agreed to is not installed', async () => {
  const { updates, done: acts } = await rig();
  await updates.look();
  await updates.fetch();
  expect(await updates.install('2.0.1')).toEqual(failed('not_found'));
  expect([acts, isOlder()]).toEqual([[], true]);
});

test('without a backup there is no update', async () => {
  const { updates, done: acts } = await rig(usual, {
    backUp: () => Promise.resolve(err({ code: 'disk_full' })),
  });
  await updates.look();
  await updates.fetch();
  expect(await updates.install('2.0.0')).toEqual(failed('disk_full'));
  expect([acts, isOlder()]).toEqual([[], true]);
});

test('if the system refuses the update, the program starts again as it was', async () => {
  const { updates, done: acts } = await rig();
  await updates.look();
  await updates.fetch();
  // A folder is in its way.
  mkdirSync(`${installed}.new`);
  expect(await updates.install('2.0.0')).toEqual(done);
  expect(acts).toEqual(['backed up', 'closed', { startsAgain: true, wanted: '2.0.0' }]);
  expect(isOlder()).toBe(true);
});

/** A folder with programs as a Linux has them; each says what it was asked. */
function playedPrograms(scripts: Readonly<Record<string, string>>) {
  const folder = newFolder();
  const askedText = join(folder, 'asked');
  for (const [program, script] of Object.entries(scripts))
    writeFileSync(
      join(folder, program),
      `#!/bin/sh\necho ${program} "$@" >> ${askedText}\n${script}\n`,
      { mode: 0o755 },
    );
  return { folder, requests: () => (existsSync(askedText) ? readFileSync(askedText, 'utf8') : '') };
}

const pkexec = 'shift; exec "$@"';
test.each([
  ['deb', { pkexec, dpkg: 'sleep 0.5' }, 'dpkg -i FILE'],
  ['rpm', { pkexec, dnf: 'sleep 0.5', rpm: 'exit 1' }, 'dnf install --nogpgcheck -y FILE'],
] as const)(
  '%s is installed by root’s program while the till goes on answering',
  async (kind, scripts, command) => {
    const file = `Counterfoil-2.0.0-linux-${arch}.${kind}`;
    const sha512 = createHash('sha512').update(program).digest('base64');
    const files = [{ name: file, kind, arch, sha512, bytes: program.length }] as const;
    const manifest = signed({ files: [...files] });
    const played = playedPrograms(scripts);
    const { folder } = played;
    const { updates, done: acts } = await rig(
      { 'update-linux.json': manifest, [file]: program },
      { ofPackages: { kind, programs: { folders: [folder], isRoot: false } } },
    );
    await updates.look();
    expect(await updates.fetch()).toEqual(done);
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 20);
    expect(await updates.install('2.0.0')).toEqual(done);
    clearInterval(turning);
    expect(turns).toBeGreaterThan(5);
    expect(acts).toEqual(['backed up', 'closed', { startsAgain: true, wanted: '2.0.0' }]);
    const [asking, installing] = played
      .requests()
      .replaceAll(/\S*pending/g, '')
      .split('\n');
    expect(asking).toContain(`pkexec --disable-internal-agent ${folder}/${command.split(' ')[0]}`);
    expect(installing).toBe(command.replace('FILE', `/${file}`));
  },
);

test.each([
  ['a person says no', { pkexec: 'echo "Not authorized"; exit 126', dpkg: '' }, 'Not authorized'],
  ['nobody can be asked', { dpkg: '' }, 'pkexec is not there'],
  ['the system has no such packages', { pkexec }, 'nothing installs deb'],
])('if %s, a package is not installed, and it is said why', async (_why, scripts, why) => {
  const { folder } = playedPrograms(scripts);
  const programs = { folders: [folder], isRoot: false };
  const installed = installPackage('deb', '/x.deb', join(folder, 'output'), programs);
  await expect(installed).rejects.toThrow(why);
});

test('a fetch that failed before says nothing of an installation that works', async () => {
  let isAway = true;
  const { updates, done: acts } = await rig(
    {
      ...usual,
      [name]: (_, response) => {
        if (isAway) response.writeHead(503).end();
        else response.end(program);
      },
    },
    // On Windows the old program, started a second time, would be in the new one's way.
    { startsIt: true },
  );
  await updates.look();
  expect(await updates.fetch()).toMatchObject(failed('update_not_fetched'));
  isAway = false;
  expect(await updates.fetch()).toEqual(done);
  expect(await updates.install('2.0.0')).toEqual(done);
  expect(readFileSync(installed).equals(program)).toBe(true);
  expect(acts).toEqual(['backed up', 'closed', { startsAgain: false, wanted: '2.0.0' }]);
});

test('a fetched file is checked again before it is installed', async () => {
  const { updates, done: acts, folder } = await rig();
  await updates.look();
  await updates.fetch();
  writeFileSync(join(folder, 'update', 'counterfoil-updater', 'pending', name), changed);
  expect(await updates.install('2.0.0')).toEqual(failed('update_not_signed'));
  expect([acts, isOlder()]).toEqual([['backed up'], true]);
  expect(updates.state).toMatchObject({ kind: 'found' });
});

test.each(['spoilt', 'deleted'])(
  'a file that was %s after it was fetched is fetched anew',
  async (how) => {
    const { updates, folder, requests } = await rig();
    await updates.look();
    await updates.fetch();
    const file = join(folder, 'update', 'counterfoil-updater', 'pending', name);
    if (how === 'spoilt') writeFileSync(file, changed);
    else rmSync(file);
    expect(await updates.install('2.0.0')).toEqual(failed('update_not_signed'));
    expect(existsSync(file)).toBe(false);
    requests.length = 0;
    expect(await updates.fetch()).toEqual(done);
    expect(requests).toEqual([`/till/${name}`]);
    expect(await updates.install('2.0.0')).toEqual(done);
    expect(readFileSync(installed).equals(program)).toBe(true);
  },
);

test('a till that does not close well still starts again', async () => {
  const { updates, done: acts } = await rig(usual, {
    close: () => Promise.reject(new Error('the disk is gone')),
  });
  await updates.look();
  await updates.fetch();
  expect(await updates.install('2.0.0')).toEqual(done);
  expect(acts).toEqual(['backed up', { startsAgain: true, wanted: '2.0.0' }]);
  expect(isOlder()).toBe(true);
});

test('an error leaves nothing under way', async () => {
  let isBroken = true;
  const { updates } = await rig(usual, {
    blocker: () => {
      if (isBroken) throw new Error('the file is damaged');
      return undefined;
    },
  });
  await updates.look();
  await updates.fetch();
  expect(await updates.install('2.0.0')).toMatchObject(failed('unexpected'));
  expect(updates.state).toMatchObject({ kind: 'fetched' });
  isBroken = false;
  expect(await updates.install('2.0.0')).toEqual(done);
  const keyless = await rig(usual, { publicKey: 'no key' });
  expect(await keyless.updates.look()).toMatchObject(failed('unexpected'));
  expect(keyless.updates.state).toMatchObject({ kind: 'newest' });
  const without = await rig(usual, { installer: () => Promise.reject(new Error('no module')) });
  await without.updates.look();
  expect(await without.updates.fetch()).toMatchObject(failed('unexpected'));
  expect(without.updates.state).toMatchObject({ kind: 'found' });
});

test.each<[string, Partial<UpdatesOptions>, string]>([
  ['was built without a key', { publicKey: '' }, 'no_key'],
  ['runs from its sources', { installer: 'not_installed' }, 'not_installed'],
  ['cannot replace itself', { installer: 'other_system' }, 'other_system'],
  ['has no address', { address: () => null }, 'no_address'],
])('a program that %s does not look for updates', async (_what, change, why) => {
  const { updates, requests } = await rig(usual, change);
  expect(updates.state).toEqual({ kind: 'off', why });
  expect(await updates.look()).toEqual(done);
  expect(requests).toEqual([]);
});

test('another address forgets what was found at the former one', async () => {
  let isGone = false;
  const { address } = await serve(usual);
  const { updates } = await rig(usual, { address: () => (isGone ? null : address) });
  await updates.look();
  isGone = true;
  updates.addressChanged();
  expect(updates.state).toEqual({ kind: 'off', why: 'no_address' });
  expect(await updates.fetch()).toEqual(failed('not_found'));
});

test('an answer is not believed if the address changes meanwhile', async () => {
  const { address } = await serve(usual);
  let askedText = address;
  const { updates } = await rig(usual, { address: () => askedText });
  const looked = updates.look();
  askedText = `${address}/elsewhere`;
  updates.addressChanged();
  expect(await looked).toEqual(done);
  expect(updates.state).toEqual({ kind: 'newest', lookedAtMs: null });
  expect(await updates.fetch()).toEqual(failed('not_found'));
});

test.each(['fetched', 'not fetched'])(
  'a file that was %s from an address that changed meanwhile is forgotten',
  async (what) => {
    let askedText: string | null = null;
    const { address } = await serve({
      ...usual,
      [name]: (_request, response) => {
        askedText = null;
        updates.addressChanged();
        if (what === 'fetched') response.end(program);
        else response.writeHead(503).end();
      },
    });
    const { updates } = await rig(usual, { address: () => askedText });
    askedText = address;
    await updates.look();
    expect(await updates.fetch()).toMatchObject({ ok: false });
    expect(updates.state).toEqual({ kind: 'off', why: 'no_address' });
    expect(await updates.fetch()).toEqual(failed('not_found'));
    expect(await updates.install('2.0.0')).toEqual(failed('not_found'));
  },
);

test('an update no longer waits if its address changes before the installation', async () => {
  let isGone = false;
  const { address } = await serve(usual);
  const { updates } = await rig(usual, {
    address: () => (isGone ? null : address),
    backUp: () => {
      isGone = true;
      updates.addressChanged();
      return Promise.resolve(err({ code: 'disk_full' }));
    },
  });
  await updates.look();
  await updates.fetch();
  expect(await updates.install('2.0.0')).toEqual(failed('disk_full'));
  expect(updates.state).toEqual({ kind: 'off', why: 'no_address' });
});
