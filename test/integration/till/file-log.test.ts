// What the log says of a till's file and of its backups. The session is built as in the program.
import { mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { keyOf } from '../../../src-main/account/profiles.ts';
import { ok } from '../../../src-main/contract/errors.ts';
import { Maintenance } from '../../../src-main/store/maintenance.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { eventually } from '../../eventually.ts';
import { startHelper } from '../../helper-process.ts';
import { linesOf } from '../../log-lines.ts';
import { sampleSale } from '../../sample-sale.ts';
import { resumed, signedIn, tillOf } from '../two-shops.ts';
import { openTill } from '../store/temporary-till.ts';

const story = /^(till file opened|file set aside|backup made|backup restored|the backup .*)$/;

async function loggedTill() {
  const rig = await signedIn();
  const till = tillOf(rig);
  commitSale(till.db, sampleSale());
  const told = () => linesOf(join(rig.folder, 'till.log'), story);
  return { ...rig, till, file: till.db.name, id: keyOf(till.profile), told };
}

const ms = expect.any(Number) as number;
const bytes = expect.any(Number) as number;

test('a file that is opened, and where it was read whole', async () => {
  const { folder, till, file, id, told, stop } = await loggedTill();
  expect(told()).toEqual([
    {
      ...{ level: 'info', message: 'till file opened', till: id },
      ...{ readWhole: 'at_opening', bytes: statSync(file).size, tookMs: ms },
    },
  ]);
  // More than is read without a helper.
  const filler = `INSERT INTO till_setting VALUES ('filler', hex(zeroblob(17 << 20)))`;
  till.db.exec(filler);
  await stop();
  await (await resumed(folder)).stop();
  rmSync(`${file}.closed`);
  const last = await resumed(folder);
  expect(told().map(({ readWhole }) => readWhole)).toEqual(['at_opening', 'trusted', 'later']);
  expect(told().at(-1)).toMatchObject({ bytes: statSync(file).size });
  await last.stop();
});

test('a backup that is made, and one that fails', async () => {
  const { session, file, folder, told } = await loggedTill();
  const made = await session.backUp();
  if (!made.ok) throw new Error(made.error.code);
  const backup = made.value.file;
  expect(told().slice(1)).toEqual([
    {
      ...{ level: 'info', message: 'backup made', backup: basename(backup) },
      ...{ bytes: statSync(backup).size, tookMs: ms },
    },
  ]);
  const backups = join(dirname(file), 'backups');
  rmSync(backups, { recursive: true });
  writeFileSync(backups, '');
  expect(await session.backUp()).toMatchObject({ ok: false });
  expect(told().slice(2)).toMatchObject([{ level: 'error', message: 'the backup failed' }]);
  expect(JSON.stringify(told().slice(0, 2))).not.toContain(folder);
});

const never = 2 ** 31 - 1;

test.each([
  ['backup', { firstMs: 1, everyMs: never }, 'backups'],
  ['file_identity', { firstMs: never, everyMs: 1 }, 'till.sqlite.identity.partial'],
] as const)('that the maintenance’s %s failed', async (what, timing, name) => {
  const db = openTill();
  const inTheWay = join(dirname(db.name), name);
  if (what === 'backup') writeFileSync(inTheWay, '');
  else mkdirSync(inTheWay);
  const failed: unknown[] = [];
  const onFailure = (error: unknown, which: string) => failed.push([which, error]);
  const maintenance = new Maintenance({ db, nowMs: () => 0, startHelper, onFailure, ...timing });
  await eventually(() => {
    expect(failed).toMatchObject([[what, { code: expect.any(String) as string }]]);
  });
  await maintenance.stop();
});

test('a file that is set aside', async () => {
  const { folder, file, id, told, stop } = await loggedTill();
  await stop();
  truncateSync(file, 5_000);
  const { stop: stopAgain } = await resumed(folder);
  expect(told().slice(1)).toEqual([
    { level: 'info', message: 'file set aside', till: id, file: 'till.damaged-1.db' },
    {
      ...{ level: 'info', message: 'till file opened', till: id },
      ...{ readWhole: 'at_opening', bytes, tookMs: ms },
    },
  ]);
  await stopAgain();
});

test('a backup that is restored, and where the former file is', async () => {
  const { session, till, id, folder, told } = await loggedTill();
  const made = await session.backUp();
  if (!made.ok) throw new Error(made.error.code);
  commitSale(till.db, sampleSale());
  const looked = await session.backups.look(made.value.file);
  if (!looked.ok || looked.value === 'wrong_key' || looked.value.outcome !== 'whole')
    throw new Error(JSON.stringify(looked));
  expect(await session.restore(looked.value.lookId, session.till)).toEqual(ok(null));
  expect(told().slice(2)).toEqual([
    {
      ...{ level: 'info', message: 'backup restored', till: id, lost: 1 },
      ...{ backup: basename(made.value.file), formerFile: 'till.damaged-1.db' },
    },
    {
      ...{ level: 'info', message: 'till file opened', till: id },
      ...{ readWhole: 'at_opening', bytes, tookMs: ms },
    },
  ]);
  expect(JSON.stringify(told())).not.toContain(folder);
});
