// An import of a catalogue as the screen shows it, step by step. It lives as long as the frame, as
// sales go on meanwhile.
import {
  severalMayHold,
  type CatalogueSummary,
  type ImportProgress,
  type ImportReport,
  type Preview,
  type ColumnField,
  type ProductField,
  type Reading,
} from '../../src-main/contract/catalogue.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import { LatestAnswer } from '../bridge/latest-answer.ts';
import { listening } from '../bridge/listening.ts';
import { Loaded } from '../bridge/loaded.svelte.ts';
import type { Till } from '../bridge/till.svelte.ts';

export type ImportStep =
  | {
      readonly kind: 'idle';
      readonly justUsed: boolean;
      readonly isUndoing?: true;
      /** The import that can be undone. */
      readonly changeId?: number | undefined;
    }
  | {
      readonly kind: 'sending';
      readonly name: string;
      readonly bytes: number;
      readonly totalBytes: number;
    }
  | {
      readonly kind: 'previewing';
      readonly name: string;
      readonly preview: Preview;
      /** The reading that was asked for last, which is the preview's own once main has answered. */
      readonly reading: Reading;
    }
  | {
      readonly kind: 'reading';
      readonly name: string;
      readonly progress: ImportProgress | null;
    }
  | { readonly kind: 'read' | 'using'; readonly name: string; readonly report: ImportReport };

/** What the part of a step is handed. */
export interface StepProps<Kind extends ImportStep['kind']> {
  catalogue: CatalogueImport;
  step: Extract<ImportStep, { kind: Kind }>;
}

const partBytes = 2 * 1024 * 1024;

/**
 * Returns the reading whose columns the preview has. A new separator gives other columns, which are
 * known once main has answered.
 */
export const shownReading = ({
  reading,
  preview,
}: Extract<ImportStep, { kind: 'previewing' }>): Reading =>
  reading.columns.length === preview.header.length ? reading : preview.reading;

/** Returns what a product cannot be without, and no column holds. Codes can be made of names. */
export function missingFields({ columns }: Reading): readonly ProductField[] {
  const needed = ['description', 'unitPrice'] as const;
  return needed.filter((field) => !columns.includes(field));
}

export class CatalogueImport {
  readonly #till: Till;
  readonly #latest = new LatestAnswer();
  readonly #summary: Loaded<CatalogueSummary>;
  #step = $state.raw<ImportStep>({ kind: 'idle', justUsed: false });
  #error = $state.raw<AppError | null>(null);
  /** True if what a person has changed in the catalogue stays; the default. */
  keepsEdits = $state(true);
  /** True if products that the file does not have are removed. */
  replacesAll = $state(false);
  /** True once a person has said which decimal mark the prices have. */
  #isMarkChosen = false;
  /** The step to go back to if the file has to be read again. */
  #previewed: ImportStep = { kind: 'idle', justUsed: false };

  constructor(till: Till) {
    this.#till = till;
    this.#summary = new Loaded(() => till.request('catalogue.summary', undefined));
  }

  get step(): ImportStep {
    return this.#step;
  }

  /** Null until it is known. */
  get summary(): CatalogueSummary | null {
    return this.#summary.value;
  }

  get error(): AppError | null {
    return this.#error;
  }

  /** True if the preview shows what was asked for, nothing is missing and prices can be read. */
  get canRead(): boolean {
    const step = this.#step;
    return (
      step.kind === 'previewing' &&
      step.reading === step.preview.reading &&
      missingFields(step.reading).length === 0 &&
      !step.preview.doubts.some(({ kind }) => kind === 'decimal_mark')
    );
  }

  async loadSummary(): Promise<void> {
    await this.#summary.load();
    if (this.#summary.error) this.#error = this.#summary.error;
  }

  /** Takes the place of any import that is under way. */
  async choose(file: File): Promise<void> {
    const isCurrent = this.#begin();
    this.keepsEdits = true;
    this.replacesAll = false;
    this.#isMarkChosen = false;
    const { name, size: totalBytes } = file;
    this.#step = { kind: 'sending', name, bytes: 0, totalBytes };
    const error = await this.#send(file, isCurrent);
    if (!isCurrent()) return;
    if (error) {
      this.#step = { kind: 'idle', justUsed: false };
      this.#error = error;
      return;
    }
    const answer = await this.#till.request('catalogue.preview', { reading: null });
    if (!isCurrent()) return;
    if (answer.ok) {
      const preview = answer.value;
      this.#step = { kind: 'previewing', name, preview, reading: preview.reading };
    } else await this.#end(answer.error);
  }

  /**
   * Changes the reading. Another separator or beginning makes other columns, and another sheet
   * another table, so what they hold is guessed anew.
   */
  async change(change: Partial<Reading>): Promise<void> {
    const step = this.#step;
    if (step.kind !== 'previewing') return;
    const isCurrent = this.#begin();
    const isOther = change.delimiter !== undefined || change.firstLine !== undefined;
    const columns = isOther ? [] : step.reading.columns;
    const firstLine = change.sheet === undefined ? step.reading.firstLine : 0;
    if (change.decimalMark !== undefined) this.#isMarkChosen = true;
    // Another column has other prices, by which the mark is guessed.
    const decimalMark = this.#isMarkChosen ? step.reading.decimalMark : null;
    const reading = { ...step.reading, columns, firstLine, decimalMark, ...change };
    this.#step = { ...step, reading };
    const answer = await this.#till.request('catalogue.preview', { reading });
    if (!isCurrent()) return;
    if (answer.ok) {
      this.#step = { ...step, preview: answer.value, reading: answer.value.reading };
    } else {
      this.#error = answer.error;
    }
  }

  /**
   * Sets what a column holds. What only one column can hold moves to this one.
   */
  async changeColumn(index: number, field: ColumnField | null): Promise<void> {
    if (this.#step.kind !== 'previewing') return;
    const columns = this.#step.reading.columns.map((fieldOfColumn, at) => {
      if (at === index) return field;
      return fieldOfColumn === field && !severalMayHold(field) ? null : fieldOfColumn;
    });
    await this.change({ columns });
  }

  /** Reads a field from another column than before; null is none. */
  async moveField(field: ColumnField, from: number | null, to: number | null): Promise<void> {
    if (this.#step.kind !== 'previewing') return;
    const columns = this.#step.reading.columns.map((fieldOfColumn, at) =>
      at === to ? field : at === from ? null : fieldOfColumn,
    );
    await this.change({ columns });
  }

  async read(): Promise<void> {
    const step = this.#step;
    if (step.kind !== 'previewing' || !this.canRead) return;
    const isCurrent = this.#begin();
    const { name, reading } = step;
    this.#previewed = step;
    this.#step = { kind: 'reading', name, progress: null };
    const answer = await listening(
      () =>
        this.#till.on('catalogue.progress', (progress) => {
          if (isCurrent()) this.#step = { kind: 'reading', name, progress };
        }),
      () => {
        const { keepsEdits, replacesAll } = this;
        const options = { keepsEdits, replacesAll, name: name.slice(0, 300) };
        return this.#till.request('catalogue.read', { reading, ...options });
      },
    );
    if (!isCurrent()) return;
    this.#step = answer.ok ? { kind: 'read', name, report: answer.value } : step;
    this.#error = answer.ok ? null : answer.error;
  }

  async use(): Promise<void> {
    const step = this.#step;
    if (step.kind !== 'read') return;
    const isCurrent = this.#begin();
    this.#step = { ...step, kind: 'using' };
    const answer = await this.#till.request('catalogue.use', { reportId: step.report.reportId });
    if (answer.ok) this.#summary.set(answer.value);
    if (!isCurrent()) return;
    if (answer.ok) {
      const last = await this.#till.request('catalogue.lastChange', undefined);
      if (!isCurrent()) return;
      const changeId = last.ok ? last.value?.changeId : undefined;
      this.#step = { kind: 'idle', justUsed: true, changeId };
    } else this.#step = answer.error.code === 'catalogue_changed' ? this.#previewed : step;
    this.#error = answer.ok ? null : answer.error;
  }

  /** Puts the catalogue back that was in use before the import. */
  async undo(): Promise<void> {
    const step = this.#step;
    if (step.kind !== 'idle' || step.changeId === undefined) return;
    const isCurrent = this.#begin();
    const { changeId } = step;
    this.#step = { ...step, isUndoing: true };
    const answer = await this.#till.request('catalogue.undo', { changeId });
    if (!isCurrent()) return;
    this.#step = answer.ok ? { kind: 'idle', justUsed: false } : step;
    this.#error = answer.ok ? null : answer.error;
    await this.loadSummary();
  }

  /** Ends the import at whatever step. The catalogue stays as it is. */
  discard(): Promise<void> {
    return this.#end(null);
  }

  /** `reason` is why it cannot go on. */
  async #end(reason: AppError | null): Promise<void> {
    const isCurrent = this.#begin();
    this.#step = { kind: 'idle', justUsed: false };
    this.#error = reason;
    const answer = await this.#till.request('catalogue.discard', undefined);
    if (!answer.ok && isCurrent()) this.#error = reason ?? answer.error;
  }

  /** Returns a function that tells whether nothing newer was begun. */
  #begin(): () => boolean {
    this.#error = null;
    return this.#latest.begin();
  }

  /**
   * Returns null once main has the whole file, or something newer was begun. An empty file is one
   * empty part.
   */
  async #send(file: File, isCurrent: () => boolean): Promise<AppError | null> {
    const { name, size: totalBytes } = file;
    const discarded = await this.#till.request('catalogue.discard', undefined);
    if (!discarded.ok) return discarded.error;
    let sent = 0;
    do {
      const part = await bytesOf(file.slice(sent, sent + partBytes));
      if (!isCurrent()) return null;
      if (!part) return { code: 'invalid_value', field: 'file' };
      const argument = { isFirst: sent === 0, bytes: part };
      const answer = await this.#till.request('catalogue.receive', argument);
      if (!isCurrent()) return null;
      if (!answer.ok) return answer.error;
      sent += part.length;
      this.#step = { kind: 'sending', name, bytes: sent, totalBytes };
    } while (sent < totalBytes);
    return null;
  }
}

/** Returns undefined for a file that has changed or gone since it was chosen. */
async function bytesOf(part: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await part.arrayBuffer());
  } catch {
    return undefined;
  }
}
