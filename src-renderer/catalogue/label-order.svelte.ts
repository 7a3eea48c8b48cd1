// An order of labels as it is being made: the choices of the last one, what was changed of them,
// and what it comes to.
import type { AppError } from '../../src-main/contract/errors.ts';
import type { Chosen } from '../../src-main/contract/many-products.ts';
import {
  labelsOn,
  mostCopies,
  type LabelChoice,
  type LabelLook,
  type LabelOrder,
  type LabelPaper,
  type SheetKind,
} from '../../src-main/contract/shelf-labels.ts';
import type { Language } from '../../src-main/contract/languages.ts';
import { LatestAnswer } from '../bridge/latest-answer.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { Timer } from '../bridge/timer.ts';

/** The wait after typing, so that not every page between is shown. */
const typingPauseMs = 200;

type Typed = Pick<LabelOrdering, 'paper' | 'sheet' | 'printer' | 'language' | 'first' | 'copies'>;

export class LabelOrdering {
  readonly #till: Till;
  readonly #chosen: Chosen;
  readonly #looks = new LatestAnswer();
  readonly #choices = new LatestAnswer();
  paper = $state<LabelPaper['kind']>('sheet');
  sheet = $state<SheetKind>('3x8');
  printer = $state<string | null>(null);
  language = $state<Language>('pt-PT');
  /** The numbers, as they are typed. */
  first = $state('1');
  copies = $state('1');
  #isReady = $state(false);
  #look = $state.raw<LabelLook | null>(null);
  #error = $state.raw<AppError | null>(null);
  readonly #pause = new Timer();

  constructor(till: Till, chosen: Chosen) {
    this.#till = till;
    this.#chosen = chosen;
    this.language = till.state.language;
    $effect(() => {
      const { order } = this;
      if (this.#isReady) this.#lookAt(order);
      return () => this.#pause.stop();
    });
  }

  /**
   * Begins with the choices of the last print, except for a thermal printer that is gone since.
   * What a person has chosen meanwhile stays.
   */
  async begin(): Promise<void> {
    const { paper, sheet, printer, language, first, copies } = this;
    const answer = await this.#choices.of(this.#till.request('labels.choice', undefined));
    if (answer?.ok && answer.value)
      this.#take(answer.value, { paper, sheet, printer, language, first, copies });
    if (!this.hasRoll) this.paper = 'sheet';
    this.#isReady = true;
  }

  get hasRoll(): boolean {
    const { printer } = this.#till.state.printing;
    return printer !== null && printer.kind !== 'system';
  }

  get mostFirst(): number {
    return labelsOn(this.sheet);
  }

  get isFirstWrong(): boolean {
    return this.paper === 'sheet' && !isFrom1To(this.first, this.mostFirst);
  }

  get areCopiesWrong(): boolean {
    return !isFrom1To(this.copies, mostCopies);
  }

  /** Null while something that was typed cannot be used. */
  get order(): LabelOrder | null {
    const { sheet, printer, language } = this;
    if (this.isFirstWrong || this.areCopiesWrong) return null;
    const paper: LabelPaper =
      this.paper === 'roll'
        ? { kind: 'roll' }
        : { kind: 'sheet', sheet, printer, first: Number(this.first) };
    const choice = { paper, copies: Number(this.copies), language };
    return { chosen: this.#chosen, choice };
  }

  /** How it will look; null until that is known. */
  get look(): LabelLook | null {
    return this.#look;
  }

  get error(): AppError | null {
    return this.#error;
  }

  /** Follows a sheet that was begun to where the print has ended, unless another one is typed. */
  async follow(): Promise<void> {
    const { first } = this;
    const answer = await this.#choices.of(this.#till.request('labels.choice', undefined));
    if (answer?.ok && answer.value?.paper.kind === 'sheet' && this.first === first)
      this.first = String(answer.value.paper.first);
  }

  /** Takes what is still as it was. */
  #take({ paper, copies, language }: LabelChoice, was: Typed): void {
    if (this.paper === was.paper) this.paper = paper.kind;
    if (this.copies === was.copies) this.copies = String(copies);
    if (this.language === was.language) this.language = language;
    if (paper.kind === 'roll') return;
    if (this.sheet === was.sheet) this.sheet = paper.sheet;
    if (this.printer === was.printer) this.printer = paper.printer;
    if (this.first === was.first) this.first = String(paper.first);
  }

  /** The look of an order that was changed since counts no more. */
  #lookAt(order: LabelOrder | null): void {
    this.#pause.stop();
    this.#looks.begin();
    if (!order) return;
    this.#pause.start(typingPauseMs, () => void this.#ask(order));
  }

  async #ask(order: LabelOrder): Promise<void> {
    const answer = await this.#looks.of(this.#till.request('labels.look', order));
    if (!answer) return;
    this.#error = answer.ok ? null : answer.error;
    this.#look = answer.ok ? answer.value : null;
  }
}

const isFrom1To = (typed: string, most: number): boolean =>
  /^[1-9]\d{0,3}$/.test(typed.trim()) && Number(typed) <= most;
