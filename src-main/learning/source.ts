// Where learning gets its documents: pages of lists and documents, asked for one at a time. It
// notes what the service refuses of them.
import type { DocumentList } from '../contract/documents.ts';
import { ok, type AppError, type Result } from '../contract/errors.ts';
import { Turns } from '../contract/turns.ts';
import { isOfTheVariant } from '../service/endpoints.ts';
import { readHeading, readLesson, type Lesson } from '../service/lenient-facts.ts';
import { askPatiently, rowsOfPage, type AskingOptions, type LearningService } from './reading.ts';

const pageSize = 100;
/** How many refusals in a row to show lines make the till ask for documents without them. */
const mostRefusals = 3;
/** How many documents in a row that are not shown at all mean that the service shows none. */
const mostGone = 6;
/** The most documents that are asked for when a sale waits for a way to pay. */
const mostAtOnce = 30;

export interface SourceOptions extends Pick<AskingOptions, 'clock' | 'mustWait'> {
  readonly service: LearningService;
}

export class Source {
  readonly #options: SourceOptions;
  readonly #turns = new Turns();
  #waitsFor: 'sale' | AppError | null = null;
  #refusals = 0;
  #gone = 0;
  #withoutLines: boolean;

  constructor(options: SourceOptions, withoutLines: boolean) {
    this.#options = options;
    this.#withoutLines = withoutLines;
  }

  get waitsFor(): 'sale' | AppError | null {
    return this.#waitsFor;
  }

  /** True if the service does not show the lines of documents. */
  get withoutLines(): boolean {
    return this.#withoutLines;
  }

  /** True if the service shows no document at all. */
  get isShut(): boolean {
    return this.#gone >= mostGone;
  }

  /** Begins anew: what was refused may be shown by now. */
  begin(): void {
    this.#refusals = 0;
    this.#gone = 0;
    this.#withoutLines = false;
  }

  rest(): void {
    this.#waitsFor = null;
  }

  async page(list: DocumentList, offset: number, signal: AbortSignal) {
    const { service } = this.#options;
    // "Maximum page size: not shown": a page that is refused is asked for again in a smaller size.
    for (let limit = pageSize; ; limit = Math.floor(limit / 4)) {
      const answer = await this.#ask(() => service.list({ list, limit, offset }, signal), signal);
      if (answer.ok) return ok(rowsOfPage(answer.value, offset));
      if (answer.error.code !== 'service_refused' || limit < 10) return answer;
    }
  }

  /**
   * Asks for the extended document, and for the plain one if that is refused; after some refusals
   * for the plain one at once. Returns null for a document that teaches nothing.
   */
  async document(id: number, signal: AbortSignal): Promise<Result<Lesson | null>> {
    const { service } = this.#options;
    const get = (isExtended: boolean) =>
      this.#ask(() => service.get(id, isExtended, signal), signal);
    if (!this.#withoutLines) {
      const extended = await get(true);
      if (extended.ok) {
        const lesson = lessonOf(id, extended.value);
        this.#noteLines(lesson?.hidesLines !== true);
        return ok(lesson);
      }
      if (!isOfTheVariant(extended.error)) return extended;
    }
    const plain = await get(false);
    if (plain.ok) {
      this.#noteLines(false);
      return ok(lessonOf(id, plain.value));
    }
    // One missing document says nothing of the others; many in a row do.
    this.#gone += 1;
    if (this.isShut) this.#withoutLines = true;
    return plain;
  }

  #noteLines(areShown: boolean): void {
    this.#refusals = areShown ? 0 : this.#refusals + 1;
    this.#gone = 0;
    if (this.#refusals >= mostRefusals) this.#withoutLines = true;
  }

  /**
   * Reads the newest sales for a sale that waits. These requests give way to nothing, and none is
   * repeated. Errors: those of asking for the list, and `service_unreachable`.
   */
  async atOnce(
    wants: (id: number) => boolean,
    take: (lesson: Lesson) => void,
    signal: AbortSignal,
  ): Promise<Result<null>> {
    const { service } = this.#options;
    const listed = await this.#turns.take(() =>
      service.list({ list: 'sales', limit: mostAtOnce, offset: 0 }, signal),
    );
    if (!listed.ok) return listed;
    const headings = rowsOfPage(listed.value, 0).rows.flatMap((row) => readHeading(row) ?? []);
    for (const { id } of headings.slice(0, mostAtOnce)) {
      if (signal.aborted) break;
      if (!wants(id)) continue;
      const lesson = await this.#lessonAtOnce(id, signal);
      if (!lesson.ok) return lesson;
      if (lesson.value) take(lesson.value);
    }
    return ok(null);
  }

  async #lessonAtOnce(id: number, signal: AbortSignal): Promise<Result<Lesson | null>> {
    const { service } = this.#options;
    for (const isExtended of [true, false]) {
      const answer = await this.#turns.take(() => service.get(id, isExtended, signal));
      if (answer.ok) return ok(lessonOf(id, answer.value));
      if (!isOfTheVariant(answer.error)) return answer;
    }
    return ok(null);
  }

  #ask<Value>(ask: () => Promise<Result<Value>>, signal: AbortSignal): Promise<Result<Value>> {
    const { service, clock, mustWait } = this.#options;
    const asking: AskingOptions = {
      ...{ clock, mustWait, turns: this.#turns },
      isAway: () => service.isAway(),
      onWaiting: (why) => {
        this.#waitsFor = why;
      },
    };
    return askPatiently(asking, ask, signal);
  }
}

/** Another document than the one asked for teaches nothing. */
function lessonOf(id: number, body: unknown): Lesson | null {
  const lesson = readLesson(body);
  return lesson?.id === id ? lesson : null;
}
