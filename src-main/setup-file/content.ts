// Writes and reads a set-up file: a line of JSON, then the catalogue as an export writes it.
import { open, type FileHandle } from 'node:fs/promises';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { catalogueCsv } from '../catalogue/export.ts';
import type { CatalogueImport } from '../catalogue/import.ts';
import {
  productFields,
  type ImportProgress,
  type ImportReport,
  type Reading,
} from '../contract/catalogue.ts';
import { err, isOfSystem, ok, type Result } from '../contract/errors.ts';
import { writings } from '../csv/writing.ts';
import { parseHead, type SetupHead } from './head.ts';

/** The same, whatever the language of the tills is. */
const language = 'en';
const reading: Reading = {
  ...writings[language],
  encoding: 'utf-8',
  ...{ sheet: null, firstLine: 1 },
  hasHeader: true,
  columns: [...productFields],
};

/** The longest first line, with room for the largest logo, all keys, and every text. */
const longestHead = 2 * 1024 * 1024;
const partBytes = 1024 * 1024;

/** Yields the text in parts, so that the till has turns in between. */
export function* setupFileText(head: string, catalogue: Catalogue): Generator<string> {
  yield `${head}\n`;
  if (catalogue.summary().products > 0) yield* catalogueCsv(catalogue.products(), language);
}

export interface SetupFile {
  readonly file: string;
  readonly head: SetupHead;
  /** Where its catalogue begins, in bytes. */
  readonly from: number;
  /** Changes whenever the file does. */
  readonly stamp: string;
}

/** Errors: `setup_file_unusable`. */
export async function readSetupFile(file: string): Promise<Result<SetupFile>> {
  const read = await readable(() => readHead(file));
  return read.ok ? read.value : read;
}

async function readHead(file: string): Promise<Result<SetupFile>> {
  const handle = await open(file);
  try {
    const start = await readPart(handle, 0, longestHead);
    const end = start.indexOf('\n');
    const head = parseHead(start.subarray(0, Math.max(end, 0)).toString('utf8'));
    if (!head.ok) return head;
    const stamp = await stampOf(handle);
    const { size } = await handle.stat();
    // Each row ends with a line break.
    const last = await readPart(handle, size - 1, 1);
    if (last.toString('latin1') !== '\n') return unusable('cut_off');
    return ok({ file, head: head.value, from: end + 1, stamp });
  } finally {
    await handle.close();
  }
}

/**
 * Reads the catalogue of a file that was looked at, without using it yet. Errors:
 * `setup_file_unusable`, and those of an import. @throws what the till's own disk throws.
 */
export async function readCatalogue(
  { file, head, from, stamp }: SetupFile,
  to: CatalogueImport,
  nowMs: number,
  onProgress: (progress: ImportProgress) => void,
): Promise<Result<ImportReport>> {
  const received = await receive({ file, from, stamp }, to);
  if (!received.ok) return received;
  const report = await to.read(reading, nowMs, onProgress);
  if (!report.ok && report.error.code !== 'catalogue_unreadable') return report;
  if (report.ok && report.value.products === head.catalogue?.products) return report;
  await to.discard();
  return unusable('cut_off');
}

async function receive(
  { file, from, stamp }: Pick<SetupFile, 'file' | 'from' | 'stamp'>,
  to: CatalogueImport,
): Promise<Result<null>> {
  const opened = await readable(() => open(file));
  if (!opened.ok) return opened;
  const handle = opened.value;
  try {
    const foundStamp = await readable(() => stampOf(handle));
    if (!foundStamp.ok) return foundStamp;
    if (foundStamp.value !== stamp) return unusable('changed');
    for (let at = from; ;) {
      const part = await readable(() => readPart(handle, at, partBytes));
      if (!part.ok) return part;
      const bytes = part.value;
      if (bytes.length === 0) return ok(null);
      const received = await to.receive({ isFirst: at === from, bytes });
      if (!received.ok) return received;
      at += bytes.length;
    }
  } finally {
    await handle.close();
  }
}

/** Reads from the chosen file, which may be gone. Errors: `setup_file_unusable`. */
async function readable<Value>(read: () => Promise<Value>): Promise<Result<Value>> {
  try {
    return ok(await read());
  } catch (error) {
    if (isOfSystem(error)) return unusable('unreadable');
    throw error;
  }
}

async function readPart(handle: FileHandle, from: number, most: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(most), 0, most, from);
  return buffer.subarray(0, bytesRead);
}

async function stampOf(handle: FileHandle): Promise<string> {
  const { ino, size, mtimeNs } = await handle.stat({ bigint: true });
  return [ino, size, mtimeNs].join(' ');
}

const unusable = (problem: 'cut_off' | 'changed' | 'unreadable'): Result<never> =>
  err({ code: 'setup_file_unusable', problem, field: null });
