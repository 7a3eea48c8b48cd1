// Does the same to many products, as a person asks for it. The person looks at it first. Few
// products are changed at once; for many, a helper changes a copy, which takes the catalogue's
// place whole or not at all.
import { randomInt } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogueChange } from '../contract/catalogue.ts';
import { littleSpaceBytes } from '../contract/free-space.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import {
  outcomeOf,
  previewParts,
  type Chosen,
  type Deed,
  type DeedFields,
  type Drops,
  type ManyChange,
  type ManyPreview,
  type ManyProgress,
  type Outcome,
  type PreviewedProduct,
  type Refusal,
} from '../contract/many-products.ts';
import { askHelper, type AskOptions, type StartHelper } from '../helper-process/ask-helper.ts';
import { freeBytesOn, type FreeBytes } from '../store/free-space.ts';
import type { Catalogue } from './catalogue.ts';
import type { changeFile, ChangeJob } from './change-file.ts';
import type { CatalogueImport } from './import.ts';
import { newNameBefore, spareName } from './file-before.ts';
import type { Doer } from './to-tell.ts';

/** Returns a number that no page can know before the preview is made. */
const newPreviewId = (): number => randomInt(1, 2 ** 47);

/** The most products changed in one turn, which takes a third of what a turn may. */
export const fewProducts = 200;

interface Previewed extends ManyPreview {
  /** The number of the catalogue's changes at the time of the preview. */
  readonly changes: number;
  readonly deed: Deed;
  readonly drops: Drops | null;
  readonly view: ManyChange['view'];
  /** The products' numbers in the catalogue's file. */
  readonly ids: Readonly<Record<(typeof previewParts)[number], readonly number[]>>;
}

interface PartAsked {
  readonly previewId: number;
  readonly part: (typeof previewParts)[number];
  readonly offset: number;
  readonly limit: number;
}

interface Run {
  readonly stopping: AbortController;
  readonly done: Promise<unknown>;
}

export class ManyProducts {
  readonly #startHelper: StartHelper;
  readonly #catalogue: Catalogue;
  readonly #imports: CatalogueImport;
  readonly #folder: string;
  readonly #freeBytes: FreeBytes;
  /** The number of the newest preview, which may not be made yet. */
  #previewId = 0;
  #previewed: Previewed | null = null;
  #run: Run | null = null;

  /** The change takes its turns together with `imports`. */
  constructor(
    startHelper: StartHelper,
    catalogue: Catalogue,
    imports: CatalogueImport,
    folder: string,
    freeBytes = freeBytesOn,
  ) {
    this.#startHelper = startHelper;
    this.#catalogue = catalogue;
    this.#imports = imports;
    this.#folder = folder;
    this.#freeBytes = freeBytes;
  }

  /**
   * Returns what would become of the chosen products. Errors: `overtaken` by a newer preview, or if
   * the catalogue was changed meanwhile.
   */
  async preview(chosen: Chosen, deed: Deed): Promise<Result<ManyPreview>> {
    const previewId = newPreviewId();
    this.#previewId = previewId;
    const { changes } = this.#catalogue;
    const ids = { changing: [] as number[], refused: [] as number[] };
    const refused: Record<Refusal, number> = { no_price: 0, too_low: 0, too_high: 0 };
    let same = 0;
    let drops: Drops | null = null;
    const isCurrent = () => previewId === this.#previewId && changes === this.#catalogue.changes;
    const walked = await this.#catalogue.walk(chosen, (some) => {
      if (!isCurrent()) return false;
      for (const { id, fields } of some) {
        const outcome = outcomeOf(deed, fields);
        if (outcome.kind === 'same') same += 1;
        else if (outcome.kind !== 'refused') {
          ids.changing.push(id);
          drops = withDrop(drops, fields, outcome);
        } else {
          refused[outcome.why] += 1;
          ids.refused.push(id);
        }
      }
      return true;
    });
    if (!walked.ok) return walked;
    if (!isCurrent()) return err({ code: 'overtaken' });
    const changing = ids.changing.length;
    const preview = { previewId, chosen: changing + same + ids.refused.length, changing, same };
    const view = chosen.kind === 'all' ? chosen.view : null;
    this.#previewed = { ...preview, refused, changes, deed, drops, view, ids };
    return ok({ ...preview, refused });
  }

  /**
   * Returns the change that a preview shows, as it would be noted; undefined if another preview or
   * a change came since.
   */
  previewed(previewId: number): ManyChange | undefined {
    const previewed = this.#current(previewId);
    return previewed && previewed.changing > 0 ? asNoted(previewed) : undefined;
  }

  /**
   * Returns a part of the products that a preview shows. Errors: `overtaken` by another preview or
   * by a change.
   */
  part({ previewId, part, offset, limit }: PartAsked): Result<readonly PreviewedProduct[]> {
    const previewed = this.#current(previewId);
    if (!previewed) return err({ code: 'overtaken' });
    const { deed } = previewed;
    const ids = previewed.ids[part].slice(offset, offset + limit);
    const products = ids.flatMap((number): readonly PreviewedProduct[] => {
      const listed = this.#catalogue.walked(number);
      if (!listed) return [];
      const { id, product } = listed;
      return [{ id, product, outcome: outcomeOf(deed, product) }];
    });
    return ok(products);
  }

  /**
   * Does what a preview shows. Errors: `products_changed` if the catalogue is not what it was then,
   * `change_under_way`, `import_under_way`, `change_stopped`, `change_no_room`, and the reason why
   * the file cannot be used. @throws what the helper threw.
   */
  async change(
    previewId: number,
    doer: Doer,
    onProgress: (progress: ManyProgress) => void,
  ): Promise<Result<CatalogueChange>> {
    if (this.#run) return err({ code: 'change_under_way' });
    // On Windows no file can take the place of an open one.
    if (this.#catalogue.uses.isRead) return err({ code: 'import_under_way' });
    const previewed = this.#current(previewId);
    if (!previewed || previewed.changing === 0) return err({ code: 'products_changed' });
    const { deed, changing, ids } = previewed;
    const many = asNoted(previewed);
    if (changing <= fewProducts) {
      return this.#imports.inTurn(() =>
        this.#isFresh(previewed)
          ? this.#catalogue.changeFew({ ids: ids.changing, deed, many, nameBefore: null, doer })
          : err({ code: 'products_changed' }),
      );
    }
    const stopping = new AbortController();
    const done = this.#catalogue.uses.during('changing', () =>
      this.#changeByHelper(previewed, many, doer, stopping.signal, onProgress),
    );
    this.#run = { stopping, done };
    try {
      return await done;
    } catch (error) {
      if (stopping.signal.aborted) return err({ code: 'change_stopped' });
      throw error;
    } finally {
      this.#run = null;
    }
  }

  /** Ends a change that is under way. The catalogue stays as it was. */
  async stop(): Promise<void> {
    const run = this.#run;
    if (!run) return;
    run.stopping.abort();
    await Promise.allSettled([run.done]);
  }

  async #changeByHelper(
    previewed: Previewed,
    many: ManyChange,
    doer: Doer,
    signal: AbortSignal,
    onProgress: (progress: ManyProgress) => void,
  ): Promise<Result<CatalogueChange>> {
    const { ids, deed } = previewed;
    const newFile = join(this.#folder, spareName);
    const nameBefore = newNameBefore();
    const file = join(this.#folder, 'catalogue.db');
    await this.#removeSpare();
    const room = await this.#checkRoom(file);
    if (!room.ok) return room;
    const job = {
      ...{ file, newFile, nameBefore },
      ...{ ids: Float64Array.from(ids.changing), deed, many, doer },
    };
    try {
      const changed = await this.#changeCopy(job, previewed, { onProgress, signal });
      if (!changed.ok) return changed;
      return await this.#imports.inTurn(() => {
        if (!this.#isFresh(previewed)) return err({ code: 'products_changed' });
        const replaced = this.#catalogue.replaceWithChanged(newFile, nameBefore);
        if (!replaced.ok) return replaced;
        const last = this.#catalogue.lastChange();
        return last ? ok(last) : err({ code: 'catalogue_damaged' });
      });
    } finally {
      await this.#removeSpare();
    }
  }

  /** Error: `products_changed`. @throws what the helper threw, or the signal's reason. */
  async #changeCopy(
    job: ChangeJob,
    previewed: Previewed,
    options: Required<AskOptions<typeof changeFile>>,
  ): Promise<Result<null>> {
    try {
      return ok(await askHelper<typeof changeFile>(this.#startHelper, 'change', job, options));
    } catch (error) {
      // The copy of a file that was changed by hand meanwhile may be no catalogue at all.
      if (options.signal.aborted || this.#isFresh(previewed)) throw error;
      return err({ code: 'products_changed' });
    }
  }

  /**
   * Checks the room on the disk. The copy may be twice as large, as it keeps what an import said of
   * each product beside what the product is now. With less room, sales could not be saved while it
   * is made or afterwards.
   */
  async #checkRoom(file: string): Promise<Result<null>> {
    const { size } = await stat(file);
    const neededBytes = 2 * size + littleSpaceBytes;
    return (await this.#freeBytes(this.#folder)) < neededBytes
      ? err({ code: 'change_no_room', neededBytes })
      : ok(null);
  }

  /** Returns undefined if the catalogue was changed since. */
  #current(previewId: number): Previewed | undefined {
    const previewed = this.#previewed;
    return previewed?.previewId === previewId && this.#isFresh(previewed) ? previewed : undefined;
  }

  /**
   * Tells whether the catalogue is what it was at the preview, whatever else was looked at since.
   */
  #isFresh({ changes }: Previewed): boolean {
    return changes === this.#catalogue.changes;
  }

  async #removeSpare(): Promise<void> {
    const spare = join(this.#folder, spareName);
    for (const file of [spare, `${spare}-journal`]) {
      await rm(file, { force: true, maxRetries: 20, retryDelay: 50 });
    }
  }
}

const asNoted = ({ deed, view, changing, drops }: Previewed): ManyChange => ({
  ...{ deed, view, products: changing, drops },
  isUndone: false,
});

/** Returns the price drops with one more changed product. */
function withDrop(
  drops: Drops | null,
  { unitPrice: before }: DeedFields,
  outcome: Extract<Outcome, { kind: 'changed' | 'removed' }>,
): Drops | null {
  const after = outcome.kind === 'changed' ? outcome.to.unitPrice : undefined;
  if (after === undefined || after >= before) return drops;
  const products = (drops?.products ?? 0) + 1;
  const isLargest = !drops || after / before < drops.after / drops.before;
  return isLargest ? { products, before, after } : { ...drops, products };
}
