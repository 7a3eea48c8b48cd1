// Reads a second copy: which of its files count, and what each row was at the end.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { HeldCopy, MediumProblem } from '../contract/second-copy.ts';
import { isFinal, saleStateSchema } from '../contract/outbox-states.ts';
import { daySchema, localDay } from '../contract/calendar.ts';
import { addCents, centsSchema, zeroCents } from '../contract/money.ts';
import { decrypterFor, type RecoveryKey } from '../store/encryption.ts';
import { migrations } from '../store/migrations.ts';
import { isSameTill } from '../store/till.ts';
import { readFrames } from './frames.ts';
import { backupsOf } from './folders.ts';
import { journalFiles, readOwner, type Owner } from './medium.ts';
import {
  batchSchema,
  headerSchema,
  takeBatch,
  timeSchema,
  type CopyHeader,
  type FinalRows,
} from './records.ts';

export interface ReadCopy {
  readonly owner: Owner;
  readonly header: CopyHeader;
  readonly rows: FinalRows;
  readonly writtenAtMs: number;
  readonly isCutOff: boolean;
  /** Tells whether the file that was read is the same the next time. */
  readonly digest: string;
}

/** `wrong_key`: the key is for other copies. `value`: it names what is not what it must be. */
export type Unreadable =
  | { readonly outcome: MediumProblem | 'wrong_key' }
  | { readonly outcome: 'value'; readonly field: string };

/** Returns what a frame says; undefined if the key does not fit, or the frame is damaged. */
async function plainOf(
  payload: Buffer,
  { recipient }: CopyHeader,
  key: RecoveryKey | undefined,
): Promise<Buffer | undefined> {
  if (recipient === null) return payload;
  if (!key) return undefined;
  const decrypter = await decrypterFor(key.identity);
  const opened = decrypter.decrypt(payload);
  return opened.then((plain) => Buffer.from(plain)).catch(() => undefined);
}

const headerJson = v.pipe(v.string(), v.parseJson());
const batchJson = v.pipe(v.string(), v.parseJson(), batchSchema);

/**
 * Reads the newest file that can be read: each begins with everything that was open.
 * @throws what the file system throws.
 */
export async function readCopy(
  folder: string,
  key: RecoveryKey | undefined,
): Promise<ReadCopy | Unreadable> {
  const owner = readOwner(folder);
  const files = journalFiles(folder).toReversed();
  if (!owner || files.length === 0) return { outcome: 'no_copy' };
  for (const [newer, { file }] of files.entries()) {
    const read = await readFile(readFileSync(file), key);
    if ('outcome' in read) {
      if (read.outcome === 'unreadable') continue;
      return read;
    }
    if (!isOf(read.header, owner)) return { outcome: 'other_contents' };
    return { ...read, isCutOff: read.isCutOff || newer > 0, owner };
  }
  return { outcome: 'unreadable' };
}

const isOf = (header: CopyHeader, { till, medium }: Owner): boolean =>
  header.medium === medium && isSameTill(header, till);

async function readFile(
  bytes: Buffer,
  key: RecoveryKey | undefined,
): Promise<Omit<ReadCopy, 'owner'> | Unreadable> {
  const { payloads, isWhole } = readFrames(bytes);
  const [first, ...rest] = payloads;
  if (!first || rest.length === 0) return { outcome: 'unreadable' };
  const parsedHeader = v.safeParse(headerJson, first.toString('utf8'));
  const header = v.safeParse(headerSchema, parsedHeader.output);
  if (!header.success) {
    const isNewer = v.is(
      v.object({ format: v.pipe(v.number(), v.minValue(2)) }),
      parsedHeader.output,
    );
    return { outcome: isNewer ? 'newer' : 'unreadable' };
  }
  if (header.output.schemaVersion > migrations.length) return { outcome: 'newer' };
  const rows: FinalRows = new Map();
  let writtenAtMs = 0;
  for (const payload of rest) {
    const plain = await plainOf(payload, header.output, key);
    if (!plain) return { outcome: 'wrong_key' };
    const batch = v.safeParse(batchJson, plain.toString('utf8'));
    if (!batch.success)
      return { outcome: 'value', field: v.getDotPath(batch.issues[0]) ?? 'frame' };
    takeBatch(rows, batch.output);
    writtenAtMs = Math.max(writtenAtMs, batch.output.atMs);
  }
  const digest = createHash('sha256').update(bytes).digest('hex');
  return { header: header.output, rows, writtenAtMs, isCutOff: !isWhole, digest };
}

const heldSale = v.object({
  state: saleStateSchema,
  total_cents: centsSchema,
  committed_at_ms: timeSchema,
});
const heldShift = v.object({
  date: daySchema,
  closed_at_ms: v.nullable(v.number()),
});

export type Held = Omit<HeldCopy, 'copyId' | 'lookId'>;

/** Returns what the copy holds, for a person to recognize. */
export function heldOf(
  folder: string,
  { rows, writtenAtMs, isCutOff }: ReadCopy,
): Held | Unreadable {
  const sales = v.safeParse(v.array(heldSale), [...(rows.get('sale')?.values() ?? [])]);
  if (!sales.success) return { outcome: 'value', field: `sale.${lastOf(sales.issues[0])}` };
  const shifts = v.safeParse(v.array(heldShift), [...(rows.get('shift')?.values() ?? [])]);
  if (!shifts.success) return { outcome: 'value', field: `shift.${lastOf(shifts.issues[0])}` };
  const times = sales.output.map((sale) => sale.committed_at_ms);
  const unsettled = sales.output.filter(({ state }) => !isFinal(state));
  const first = times.reduce((one, other) => Math.min(one, other), Infinity);
  const last = times.reduce((one, other) => Math.max(one, other), -Infinity);
  return {
    sales: sales.output.length,
    days: times.length === 0 ? null : { first: localDay(first), last: localDay(last) },
    newestAtMs: times.length === 0 ? null : last,
    openDay: shifts.output.find((shift) => shift.closed_at_ms === null)?.date ?? null,
    unsettled: unsettled.length,
    unsettledCents: unsettled.reduce((sum, sale) => addCents(sum, sale.total_cents), zeroCents),
    writtenAtMs,
    isCutOff,
    backupAtMs: newestBackup(folder)?.atMs ?? null,
  };
}

const lastOf = (issue: v.BaseIssue<unknown>): string =>
  v.getDotPath(issue)?.split('.').at(-1) ?? '';

/** Returns the newest encrypted backup on the medium; undefined if there is none. */
export function newestBackup(folder: string) {
  const backups = backupsOf(folder);
  if (statSync(backups, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  return readdirSync(backups)
    .filter((name) => /^till-.*\.db\.age$/u.test(name))
    .map((name) => join(backups, name))
    .map((file) => ({ file, atMs: Math.round(statSync(file).mtimeMs) }))
    .toSorted((one, other) => other.atMs - one.atMs)
    .at(0);
}
