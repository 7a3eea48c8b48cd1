// Getting the till ready, while it is under way: what was learnt, what a person makes of it, and
// what the till has by now. The choices that show stay as they are until a person asks for more.
import { SvelteSet } from 'svelte/reactivity';
import type { Product } from '../../src-main/contract/catalogue.ts';
import type { AppError, Result } from '../../src-main/contract/errors.ts';
import type { DaySettings } from '../../src-main/contract/day.ts';
import { isSameInvoiceKind, type InvoiceKind } from '../../src-main/contract/invoice-kind.ts';
import type { QuickKeyPages } from '../../src-main/contract/selling.ts';
import { Asking } from '../bridge/asking.svelte.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { LatestAnswer } from '../bridge/latest-answer.ts';
import { LearningWatch } from './learning-watch.svelte.ts';
import { MethodsDraft, type MethodProblem } from './methods-draft.svelte.ts';
import { ProductsDraft } from './products-draft.svelte.ts';
import { startSteps, stepState, type StartStep, type StepFacts, type StepState } from './steps.ts';

/** A step, or what there is at the end of them. */
export type StartPlace = StartStep | 'ready';

export const nextOf = (step: StartStep): StartPlace =>
  startSteps[startSteps.indexOf(step) + 1] ?? 'ready';

export class GettingReady {
  readonly #till: Till;
  readonly watch: LearningWatch;
  readonly #asking = new Asking();
  readonly #answers = new LatestAnswer();
  readonly #factsAsked = new LatestAnswer();
  /** The latest loading of the facts. */
  #factsLoading: Promise<void> | null = null;
  #facts = $state.raw<StepFacts>({ products: null, keys: null, hasTexts: null, hasDisplay: null });
  #methods = $state.raw<MethodsDraft | null>(null);
  #products = $state.raw<ProductsDraft | null>(null);
  #inCatalogue = $state(0);
  #bestSold = $state.raw<readonly Product[]>([]);
  #pages = $state.raw<QuickKeyPages>([]);
  #invoiceKinds = $state.raw<readonly InvoiceKind[] | null>(null);
  #day: DaySettings | null = null;
  readonly chosenKeys = new SvelteSet<string>();
  /** Null as long as nobody has chosen. */
  chosenInvoice = $state.raw<InvoiceKind | null>(null);
  methodProblem = $state<MethodProblem | null>(null);
  isProductsTried = $state(false);

  /** Lives as long as the component that makes it. */
  constructor(till: Till) {
    this.#till = till;
    this.watch = new LearningWatch(till);
  }

  get error(): AppError | null {
    return this.#asking.error ?? this.watch.error;
  }

  get busy(): boolean {
    return this.#asking.busy;
  }

  /** Null until they are loaded. */
  get methods(): MethodsDraft | null {
    return this.#methods;
  }

  get products(): ProductsDraft | null {
    return this.#products;
  }

  get inCatalogue(): number {
    return this.#inCatalogue;
  }

  get bestSold(): readonly Product[] {
    return this.#bestSold;
  }

  /** The kinds that documents have shown; null until they are loaded, or if that failed. */
  get invoiceKinds(): readonly InvoiceKind[] | null {
    return this.#invoiceKinds;
  }

  get keys(): number {
    return this.#facts.keys ?? 0;
  }

  readonly states = $derived.by(() => {
    const counts = this.watch.state?.found;
    const entries = startSteps.map((step): [StartStep, StepState] => [
      step,
      stepState(step, this.#till.state, this.#facts, counts, this.#till.messages),
    ]);
    return Object.fromEntries(entries) as Readonly<Record<StartStep, StepState>>;
  });

  /** The number of methods that were found since they are shown. */
  get moreMethods(): number {
    return Math.max(
      0,
      (this.watch.state?.found.methods ?? 0) - (this.#methods?.learntCount ?? Infinity),
    );
  }

  /** The number of products that were found since they are shown. */
  get moreProducts(): number {
    const rowCount = this.#products ? this.#products.rows.length + this.#inCatalogue : Infinity;
    return Math.max(0, (this.watch.state?.found.products ?? 0) - rowCount);
  }

  /** Loads what the steps say of themselves. Ends once the latest that was asked for is there. */
  loadFacts(): Promise<void> {
    const loading = this.#loadFacts();
    this.#factsLoading = loading;
    return loading;
  }

  async #loadFacts(): Promise<void> {
    const till = this.#till;
    const answers = await this.#factsAsked.of(
      Promise.all([
        till.request('catalogue.summary', undefined),
        till.request('sell.quickKeys', undefined),
        till.request('receipt.settings', undefined),
        till.request('display.state', undefined),
      ]),
    );
    if (!answers) {
      await this.#factsLoading;
      return;
    }
    const [catalogue, keys, texts, display] = answers;
    if (keys.ok) {
      this.#pages = keys.value.map((page) => ({
        name: page.name,
        keys: page.keys.map((key) => key && { code: key.code, colour: key.colour }),
      }));
    }
    const count = this.#pages.flatMap((page) => page.keys).filter((key) => key !== null).length;
    this.#facts = {
      products: catalogue.ok ? catalogue.value.products : null,
      keys: keys.ok ? count : null,
      hasTexts: texts.ok ? texts.value.addressLines + texts.value.companyTaxNumber !== '' : null,
      hasDisplay: display.ok ? display.value.settings.screenId !== null : null,
    };
  }

  /** Shows the methods that are found by now. */
  async showMethods(): Promise<void> {
    const till = this.#till;
    const isLatest = this.#answers.begin();
    const learnt = await this.#asking.ask(till.request('learning.methods', undefined));
    const day = await till.request('day.state', undefined);
    if (!isLatest()) return;
    this.#day = day.ok ? day.value.settings : null;
    this.#methods = new MethodsDraft(
      till.state.paymentMethods,
      learnt.ok ? learnt.value : [],
      this.#day?.cashMethods ?? [],
    );
    this.methodProblem = null;
  }

  async showProducts(): Promise<void> {
    const isLatest = this.#answers.begin();
    const offer = await this.#asking.ask(this.#till.request('learning.products', undefined));
    if (!offer.ok || !isLatest()) return;
    this.#products = new ProductsDraft(offer.value.products, this.#till.format, Date.now());
    this.#inCatalogue = offer.value.inCatalogue;
    this.isProductsTried = false;
  }

  async showKeys(): Promise<void> {
    const isLatest = this.#answers.begin();
    const offer = await this.#asking.ask(this.#till.request('learning.products', undefined));
    await this.loadFacts();
    if (!offer.ok || !isLatest()) return;
    const there = this.#pages.flatMap(({ keys }) => keys.map((key) => key?.code));
    this.#bestSold = offer.value.bestSold.filter(({ code }) => !there.includes(code));
    this.chosenKeys.clear();
    // A person who has arranged keys has chosen already.
    if (this.keys > 0) return;
    for (const { code } of this.#bestSold) this.chosenKeys.add(code);
  }

  /** Shows the kinds that documents have shown, and looks at the service if there is none. */
  async showInvoices(): Promise<void> {
    const isLatest = this.#answers.begin();
    this.#invoiceKinds = null;
    const kinds = (await this.#kinds(false)) ?? [];
    const foundKinds = kinds.length > 0 ? kinds : await this.#kinds(true);
    if (!isLatest()) return;
    const inUse = this.#till.state.invoiceKind;
    const known = foundKinds?.find((kind) => inUse && isSameInvoiceKind(kind, inUse));
    this.#invoiceKinds = inUse && !known ? [inUse, ...(foundKinds ?? [])] : foundKinds;
    this.chosenInvoice = known ?? inUse;
  }

  async #kinds(lookUp: boolean): Promise<readonly InvoiceKind[] | null> {
    const answer = await this.#asking.ask(this.#till.request('settings.invoiceKinds', { lookUp }));
    return answer.ok ? answer.value : null;
  }

  /** Stops saying what went wrong at the step that was left. */
  forgetError(): void {
    this.#asking.end(null);
  }

  /** Finishes a step. Returns whether it is done. */
  async finish(step: StartStep): Promise<boolean> {
    switch (step) {
      case 'methods':
        return this.#useMethods();
      case 'products':
        return this.#takeProducts();
      case 'keys':
        return this.#arrangeKeys();
      case 'invoices':
        return this.#useInvoice();
      default:
        return true;
    }
  }

  async #useMethods(): Promise<boolean> {
    const read = this.#methods?.read() ?? 'none_used';
    if (typeof read === 'string') {
      this.methodProblem = read;
      return false;
    }
    const { methods: paymentMethods, cashId } = read;
    const till = this.#till;
    if (!(await this.#done(till.request('settings.update', { paymentMethods })))) return false;
    const cashMethods = cashId === null ? [] : [cashId];
    // Several cash methods are left to the working day's own settings, which know of several.
    const isAsBefore = cashId !== null && this.#day?.cashMethods[0] === cashId;
    if (!this.#day || isAsBefore) return true;
    return this.#done(till.request('day.changeSettings', { ...this.#day, cashMethods }));
  }

  async #takeProducts(): Promise<boolean> {
    const draft = this.#products;
    if (!draft || draft.takenRows.length === 0) return true;
    this.isProductsTried = true;
    if (draft.isWrong) return false;
    const products = [...draft.read()];
    const isTaken = await this.#done(this.#till.request('learning.takeProducts', { products }));
    await this.loadFacts();
    if (isTaken) this.#products = null;
    return isTaken;
  }

  async #arrangeKeys(): Promise<boolean> {
    const chosen = this.#bestSold.filter(({ code }) => this.chosenKeys.has(code));
    if (chosen.length === 0) return true;
    const page = {
      name: this.#till.messages.start.quickKeys.page,
      keys: chosen.map(({ code }) => ({ code, colour: null })),
    };
    const pages = [...this.#pages, page];
    const isDone = await this.#done(this.#till.request('sell.arrangeQuickKeys', { pages }));
    await this.loadFacts();
    return isDone;
  }

  async #useInvoice(): Promise<boolean> {
    const [invoiceKind, inUse] = [this.chosenInvoice, this.#till.state.invoiceKind];
    if (!invoiceKind || (inUse && isSameInvoiceKind(invoiceKind, inUse))) return true;
    return this.#done(this.#till.request('settings.update', { invoiceKind }));
  }

  async #done(request: Promise<Result<unknown>>): Promise<boolean> {
    return (await this.#asking.ask(request)).ok;
  }
}
