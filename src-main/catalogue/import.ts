// The import of a catalogue, step by step: the till receives a file and looks at it, a helper reads
// it into a file of products, and another one puts these into the catalogue. Until then that stays
// as it is, whatever happens.
import { appendFile, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { deadline, systemClock } from '../clock.ts';
import type {
  CatalogueSummary,
  ImportOptions,
  ImportProgress,
  ImportReport,
  Preview,
  Reading,
} from '../contract/catalogue.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { Turns } from '../contract/turns.ts';
import { mostOfSpreadsheet, type SpreadsheetBound } from '../contract/spreadsheet.ts';
import { askHelper, helperEnded, type StartHelper } from '../helper-process/ask-helper.ts';
import { fileKind, signatureBytes } from '../spreadsheet/file-kind.ts';
import type { lookAtSpreadsheet, SheetSample } from '../spreadsheet/look.ts';
import { checkRoom } from '../store/free-space.ts';
import type { Catalogue } from './catalogue.ts';
import type { changeCatalogueFile } from './helper-change.ts';
import type { Doer, ImportNote } from './pending-notices.ts';
import type { importFile } from './import-file.ts';
import { nothingYet, withPart, type Utf8SoFar } from './import-text.ts';
import { previewOf, previewOfSheets } from './reading.ts';

/** On Windows a file stays open for a moment after its process has ended. */
const patiently = { force: true, recursive: true, maxRetries: 20, retryDelay: 50 };
const oneMebibyte = 1024 ** 2;
const oneGibibyte = 1024 ** 3;
const oneMinuteMs = 60_000;
const sampleBytes = 2 * oneMebibyte;

/** The name of the files of an import from a set-up file. */
export const setupImportName = 'catalogue-setup';

interface Received {
  readonly bytes: number;
  readonly utf8: Utf8SoFar;
  /** The sheets of a spreadsheet, once a helper has looked at it. */
  readonly sheets: readonly SheetSample[] | null;
}

interface ReadOptions extends Omit<ImportOptions, 'reading'> {
  /** The codes on the shop's quick keys. */
  readonly quickKeys?: readonly string[];
}

/** The work that a helper is doing. */
interface Run<Value = unknown> {
  /** Whether it reads a spreadsheet, of which a helper does only so much. */
  readonly isBounded: boolean;
  readonly cancelling: AbortController;
  readonly done: Promise<Result<Value>>;
}

export class CatalogueImport {
  readonly #startHelper: StartHelper;
  readonly #catalogue: Catalogue;
  readonly #file: string;
  readonly #newFile: string;
  readonly #maxBytes: number;
  #received: Received | null = null;
  /** What was read, once the new catalogue is whole. */
  #report: ImportReport | null = null;
  #reports = 0;
  /** The number of changes of the catalogue in use that the new one takes account of. */
  #changesBefore = 0;
  #run: Run | null = null;
  readonly #turns = new Turns();

  /** What a cut-off import has left is removed by `discard`, or when the next begins. */
  constructor(
    startHelper: StartHelper,
    catalogue: Catalogue,
    folder: string,
    maxBytes = oneGibibyte,
    /** The name of its files. Two imports under way at once need two names. */
    name = 'catalogue-import',
  ) {
    this.#startHelper = startHelper;
    this.#catalogue = catalogue;
    this.#maxBytes = maxBytes;
    this.#file = join(folder, `${name}.csv`);
    this.#newFile = join(folder, `${name}.db`);
  }

  /** What was read and waits to be used; null if nothing does. */
  get report(): ImportReport | null {
    return this.#report;
  }

  get #files(): readonly string[] {
    return [this.#file, this.#newFile, `${this.#newFile}-journal`];
  }

  /**
   * Takes a part of the file; the first part begins a new import. Errors: `import_under_way`;
   * `not_found` without a first part; `invalid_value` for a file that is too large.
   */
  receive(part: { readonly isFirst: boolean; readonly bytes: Uint8Array }): Promise<Result<null>> {
    return this.#unlessReading(async () => {
      if (part.isFirst) await this.#remove();
      const before = part.isFirst ? { bytes: 0, utf8: nothingYet } : this.#received;
      if (!before) return err({ code: 'not_found' });
      const bytes = before.bytes + part.bytes.length;
      this.#received = null;
      if (bytes > this.#maxBytes) {
        await this.#remove();
        return err({ code: 'invalid_value', field: 'file' });
      }
      try {
        await appendFile(this.#file, part.bytes);
      } catch (error) {
        // The parts received so far fill the disk, and with a full disk nothing more could be sold.
        await this.#remove();
        throw error;
      }
      const utf8 = withPart(before.utf8, Buffer.from(part.bytes));
      this.#received = { bytes, utf8, sheets: null };
      return ok(null);
    });
  }

  /**
   * Errors: `import_under_way`, `not_found` before a file came, `catalogue_unreadable` if there is
   * no row; for a spreadsheet also `spreadsheet_unusable`, `spreadsheet_too_large`, and
   * `import_cancelled` when it is discarded meanwhile. @throws what the helper threw.
   */
  async preview(reading: Reading | null): Promise<Result<Preview>> {
    const looked = await this.#lookAtSheets();
    if (!looked.ok) return looked;
    return this.#unlessReading(async () => {
      const received = this.#received;
      if (!received) return err({ code: 'not_found' });
      const { sheets } = received;
      const preview = sheets
        ? previewOfSheets(sheets, reading)
        : await this.#previewOfText(received, reading);
      return preview ? ok(preview) : err({ code: 'catalogue_unreadable' });
    });
  }

  async #previewOfText(
    { bytes: size, utf8: { isUtf8, cut } }: Received,
    reading: Reading | null,
  ): Promise<Preview | undefined> {
    const bytes = await readStart(this.#file, sampleBytes);
    const isWhole = bytes.length === size;
    return previewOf({ bytes, isWhole, isUtf8: isUtf8 && cut.length === 0 }, reading);
  }

  /** Lets a helper look at the sheets, once: somebody who means harm may have made the file. */
  async #lookAtSheets(): Promise<Result<unknown>> {
    const begun = await this.#unlessReading(async () => {
      if (this.#received?.sheets !== null) return ok(null);
      if (fileKind(await readStart(this.#file, signatureBytes)) === 'text') return ok(null);
      return ok(
        this.#begin(true, (signal) =>
          askHelper<typeof lookAtSpreadsheet>(
            this.#startHelper,
            'sheets',
            { file: this.#file },
            { signal },
          ),
        ),
      );
    });
    if (!begun.ok || !begun.value) return begun;
    const looked = await this.#ended(begun.value);
    if (looked.ok && this.#received) this.#received = { ...this.#received, sheets: looked.value };
    return looked;
  }

  /**
   * Errors: `import_under_way`, `change_under_way`, `not_found` before a file came,
   * `import_cancelled` when it is discarded meanwhile, `catalogue_unreadable` if no row is a
   * product. @throws what the helper threw.
   */
  async read(
    reading: Reading,
    nowMs: number,
    onProgress: (progress: ImportProgress) => void,
    options: ReadOptions = { keepsEdits: false, replacesAll: true, name: '' },
  ): Promise<Result<ImportReport>> {
    const started = await this.#unlessReading(() => {
      if (!this.#received) return err({ code: 'not_found' });
      this.#report = null;
      this.#changesBefore = this.#catalogue.changes;
      const [file, newFile, oldFile] = [this.#file, this.#newFile, this.#catalogue.file];
      const { sheet } = reading;
      const sheetName = sheet === null ? null : (this.#received.sheets?.[sheet]?.name ?? '');
      const job = { file, newFile, oldFile, reading, sheetName, nowMs, quickKeys: [], ...options };
      return ok(
        this.#begin(sheet !== null, (signal) =>
          askHelper<typeof importFile>(this.#startHelper, 'import', job, { onProgress, signal }),
        ),
      );
    });
    if (!started.ok) return started;
    const result = await this.#ended(started.value);
    if (!result.ok) return result;
    this.#reports += 1;
    this.#report = { ...result.value, reportId: this.#reports };
    return ok(this.#report);
  }

  #begin<Value>(
    isBounded: boolean,
    ask: (signal: AbortSignal) => Promise<Result<Value>>,
  ): Run<Value> {
    const cancelling = new AbortController();
    const over = new AbortController();
    const bounds = isBounded
      ? [deadline(systemClock, mostOfSpreadsheet.minutes * oneMinuteMs, over.signal)]
      : [];
    const done = ask(AbortSignal.any([cancelling.signal, ...bounds])).finally(() => over.abort());
    const run = { isBounded, cancelling, done };
    this.#run = run;
    return run;
  }

  /**
   * Waits for the helper's work. Errors: those of the work, `import_cancelled`, and
   * `spreadsheet_too_large` if the helper ended over a spreadsheet. @throws what the helper threw.
   */
  async #ended<Value>({ isBounded, cancelling, done }: Run<Value>): Promise<Result<Value>> {
    try {
      return await done;
    } catch (error) {
      if (cancelling.signal.aborted || this.#catalogue.isEnding)
        return err({ code: 'import_cancelled' });
      const bound = isBounded ? brokenBound(error) : null;
      if (bound === null) throw error;
      return err({ code: 'spreadsheet_too_large', bound, most: mostOfSpreadsheet[bound] });
    } finally {
      this.#run = null;
    }
  }

  /**
   * Ends what is under way, also while the products are put into the catalogue: it stays as it was.
   * Must also be called before the catalogue is closed.
   */
  discard(): Promise<Result<null>> {
    this.#run?.cancelling.abort();
    return this.inTurn(async () => {
      await this.#stop();
      await this.#remove();
      return ok(null);
    });
  }

  /**
   * Puts what was read into the catalogue. Errors: `import_under_way`, `change_under_way`,
   * `not_found` before a catalogue was read and if another was read since, `catalogue_changed` if
   * it was changed since by hand or by another import, `import_cancelled`, `change_no_room`, and
   * those of the catalogue. @throws what the helper threw.
   */
  use(
    reportId = this.#report?.reportId,
    doer: Doer | null = null,
  ): Promise<Result<CatalogueSummary>> {
    return this.#unlessReading(async () => {
      if (!this.#report || this.#report.reportId !== reportId) return err({ code: 'not_found' });
      const catalogue = this.#catalogue;
      // The first products of a shop lower no price.
      const isFirst = catalogue.summary().products === 0;
      const note = doer && !isFirst ? noteOf(this.#report, doer) : null;
      const room = await this.#checkRoom();
      if (!room.ok) return room;
      if (catalogue.changes !== this.#changesBefore) return err({ code: 'catalogue_changed' });
      let put = catalogue.renewUnusable();
      if (put.ok) put = await this.#put(note);
      if (!put.ok && put.error.code === 'catalogue_damaged') {
        put = catalogue.renewUnusable(true);
        if (put.ok) put = await this.#put(note);
      }
      if (!put.ok) return put;
      await this.#remove();
      return ok(catalogue.summary());
    });
  }

  async #put(note: ImportNote | null): Promise<Result<null>> {
    const { file, changes } = this.#catalogue;
    const job = { kind: 'import', file, newFile: this.#newFile, note } as const;
    const put = await this.#ended(
      this.#begin(false, (signal) =>
        this.#catalogue.changeByHelper({ code: 'import_under_way' }, (ending) =>
          askHelper<typeof changeCatalogueFile>(this.#startHelper, 'change', job, {
            signal: AbortSignal.any([signal, ending]),
          }),
        ),
      ),
    );
    // It may have been done when it was discarded.
    const isCancelled = !put.ok && put.error.code === 'import_cancelled';
    return isCancelled && this.#catalogue.changes !== changes ? ok(null) : put;
  }

  /** Checks the room on the disk: for the old products, the new ones, and all that is written. */
  async #checkRoom(): Promise<Result<null>> {
    const { file } = this.#catalogue;
    const sizes = await Promise.all([this.#newFile, file].map((each) => sizeOf(each)));
    return checkRoom(file, 4 * Math.max(...sizes));
  }

  /** Runs `act`. The catalogue is not replaced before it has ended. */
  inTurn<Value>(act: () => Value | Promise<Value>): Promise<Value> {
    return this.#turns.take(act);
  }

  #unlessReading<Value>(act: () => Result<Value> | Promise<Result<Value>>): Promise<Result<Value>> {
    const { underWay } = this.#catalogue;
    if (underWay) return Promise.resolve(err(underWay));
    return this.inTurn(() => (this.#run ? err({ code: 'import_under_way' }) : act()));
  }

  async #stop(): Promise<void> {
    if (!this.#run) return;
    this.#run.cancelling.abort();
    await Promise.allSettled([this.#run.done]);
  }

  async #remove(): Promise<void> {
    this.#received = null;
    this.#report = null;
    for (const file of this.#files) await rm(file, patiently);
  }
}

/** Returns 0 for a file that is not there. */
const sizeOf = async (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** Returns which bound was broken over a spreadsheet that ended its helper. */
function brokenBound(error: unknown): SpreadsheetBound | null {
  const { name, code } = error as { readonly name?: unknown; readonly code?: unknown };
  if (name === 'TimeoutError') return 'minutes';
  return code === helperEnded ? 'memoryMegabytes' : null;
}

async function readStart(file: string, length: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Returns null for an import that changes nothing. */
function noteOf({ comparison }: ImportReport, doer: Doer): ImportNote | null {
  const { added, changed, removed } = comparison;
  const what = { kind: 'catalogue_imported', products: { added, changed, removed } } as const;
  return added + changed + removed === 0 ? null : { doer, what };
}
