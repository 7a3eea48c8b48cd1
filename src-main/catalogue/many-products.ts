// Does the same to many products, as a person asks for it. The person looks at it first. Few
// products are changed at once, many by a helper; undoing likewise.
import { randomInt } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { CatalogueChange } from '../contract/catalogue.ts';
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
  type PreviewPage,
  type Refusal,
} from '../contract/many-products.ts';
import { askHelper, type StartHelper } from '../helper-process/ask-helper.ts';
import { checkRoom, freeBytesOn, type FreeBytes } from '../store/free-space.ts';
import type { Catalogue } from './catalogue.ts';
import type { changeCatalogueFile, ChangeJob } from './helper-change.ts';
import type { CatalogueImport } from './import.ts';
import type { Doer } from './pending-notices.ts';

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

interface Run {
  readonly stopping: AbortController;
  readonly done: Promise<unknown>;
}

export class ManyProducts {
  readonly #startHelper: StartHelper;
  readonly #catalogue: Catalogue;
  readonly #imports: CatalogueImport;
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
    freeBytes = freeBytesOn,
  ) {
    this.#startHelper = startHelper;
    this.#catalogue = catalogue;
    this.#imports = imports;
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

  /** Returns a preview's change, as it would be noted; undefined if it is not the last one. */
  previewed(previewId: number): ManyChange | undefined {
    const previewed = this.#current(previewId);
    return previewed && previewed.changing > 0 ? asNoted(previewed) : undefined;
  }

  /** Returns a part of a preview's products. Errors: `overtaken` by a preview or a change. */
  part({ previewId, part, offset, limit }: PreviewPage): Result<readonly PreviewedProduct[]> {
    const previewed = this.#current(previewId);
    if (!previewed) return err({ code: 'overtaken' });
    const { deed } = previewed;
    const ids = previewed.ids[part].slice(offset, offset + limit);
    const products = ids.flatMap((number): readonly PreviewedProduct[] => {
      const product = this.#catalogue.byId(number)?.product;
      return product ? [{ id: number, product, outcome: outcomeOf(deed, product) }] : [];
    });
    return ok(products);
  }

  /**
   * Does what a preview shows. Errors: `products_changed` if the catalogue is not what it was then,
   * `change_under_way`, `import_under_way`, `change_stopped`, `change_no_room`, and those of the
   * catalogue. @throws what the helper threw.
   */
  async change(
    previewId: number,
    doer: Doer,
    onProgress: (progress: ManyProgress) => void,
  ): Promise<Result<CatalogueChange>> {
    if (this.#run) return err({ code: 'change_under_way' });
    const { obstacle } = this.#catalogue;
    if (obstacle) return err(obstacle);
    const previewed = this.#current(previewId);
    if (!previewed || previewed.changing === 0) return err({ code: 'products_changed' });
    const { deed, changing, ids } = previewed;
    const many = asNoted(previewed);
    if (changing <= fewProducts) {
      return this.#imports.inTurn(() =>
        this.#isFresh(previewed)
          ? this.#catalogue.changeFew({ ids: ids.changing, deed, many, doer })
          : err({ code: 'products_changed' }),
      );
    }
    const job = { kind: 'many', ids: Float64Array.from(ids.changing), deed, many, doer } as const;
    return this.#byHelper(job, onProgress, () => this.#isFresh(previewed));
  }

  /** Undoes the last change. Errors: `nothing_to_undo`, and those of `change`. */
  async undo(
    changeId: number,
    doer: Doer | null,
    onProgress: (progress: ManyProgress) => void,
  ): Promise<Result<null>> {
    if (this.#run) return err({ code: 'change_under_way' });
    const catalogue = this.#catalogue;
    if (catalogue.underWay) return err(catalogue.underWay);
    const isLast = () => catalogue.lastChange()?.changeId === changeId;
    if (!isLast() || catalogue.undoingWrites <= fewProducts)
      return this.#imports.inTurn(() => catalogue.undo(changeId, doer));
    const undone = await this.#byHelper({ kind: 'undo', changeId, doer }, onProgress, isLast);
    return undone.ok ? ok(null) : undone;
  }

  /** Ends a change that is under way. The catalogue stays as it was. */
  async stop(): Promise<void> {
    const run = this.#run;
    if (!run) return;
    run.stopping.abort();
    await Promise.allSettled([run.done]);
  }

  /** `isFresh` tells, once its turn has come, whether it may still be done. */
  async #byHelper(
    change: DistributiveOmit<ChangeJob, 'file'>,
    onProgress: (progress: ManyProgress) => void,
    isFresh: () => boolean,
  ): Promise<Result<CatalogueChange>> {
    const stopping = new AbortController();
    const { signal } = stopping;
    const catalogue = this.#catalogue;
    let { changes } = catalogue;
    const done = this.#imports.inTurn(async () => {
      const room = await this.#checkRoom();
      if (!room.ok) return room;
      if (!isFresh()) return err({ code: 'products_changed' });
      ({ changes } = catalogue);
      return catalogue.changeByHelper({ code: 'change_under_way' }, () =>
        askHelper<typeof changeCatalogueFile>(
          this.#startHelper,
          'change',
          { ...change, file: catalogue.file },
          { onProgress, signal },
        ),
      );
    });
    this.#run = { stopping, done };
    try {
      const changed = await done;
      if (!changed.ok) return changed;
    } catch (error) {
      // It may have been done when it was stopped, or when the helper ended by itself.
      if (catalogue.changes === changes) {
        if (!signal.aborted) throw error;
        return err({ code: 'change_stopped' });
      }
    } finally {
      this.#run = null;
    }
    return ok(catalogue.lastChange() ?? { changeId: 0, products: 0 });
  }

  /** Checks the room on the disk: for the products as they were, and for all that is written. */
  async #checkRoom(): Promise<Result<null>> {
    const { file } = this.#catalogue;
    return checkRoom(file, 2 * (await stat(file)).size, this.#freeBytes);
  }

  /** Returns undefined if the catalogue was changed since. */
  #current(previewId: number): Previewed | undefined {
    const previewed = this.#previewed;
    return previewed?.previewId === previewId && this.#isFresh(previewed) ? previewed : undefined;
  }

  /** Returns whether the catalogue is what it was at the preview, whatever was looked at since. */
  #isFresh({ changes }: Previewed): boolean {
    return changes === this.#catalogue.changes;
  }
}

type DistributiveOmit<Type, Key extends PropertyKey> = Type extends unknown
  ? Omit<Type, Key>
  : never;

const asNoted = ({ deed, view, changing, drops }: Previewed): ManyChange => ({
  ...{ deed, view, products: changing, drops },
  isUndone: false,
});

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
