// What every screen shares: the till's state as main pushes it, the texts and formats of its language, and the bridge.
import { createContext } from 'svelte';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Messages } from '../../resources/messages/en.ts';
import type {
  Answer,
  Argument,
  RequestName,
  TillBridge,
  TillState,
} from '../../src-main/contract/api.ts';
import type { ImportProgress } from '../../src-main/contract/catalogue.ts';
import type { ExportProgress } from '../../src-main/contract/documents.ts';
import type { Result } from '../../src-main/contract/errors.ts';
import type { PrintJob } from '../../src-main/contract/print-jobs.ts';
import type { SaleSummary } from '../../src-main/contract/sales.ts';
import { formatFor, type Format } from './format.ts';

export class Till {
  readonly #bridge: TillBridge;
  #state: TillState;

  /** Lives as long as the page, so it never stops listening. */
  constructor(bridge: TillBridge, state: TillState) {
    this.#bridge = bridge;
    this.#state = $state.raw(state);
    bridge.on('app.stateChanged', (changed) => {
      this.#state = changed;
    });
  }

  get state(): TillState {
    return this.#state;
  }

  get messages(): Messages {
    return messagesFor(this.#state.language);
  }

  get format(): Format {
    return formatFor(this.#state.language);
  }

  request<Name extends RequestName>(
    name: Name,
    argument: Argument<Name>,
  ): Promise<Result<Answer<Name>>> {
    return this.#bridge.request(name, argument);
  }

  /** Answers the function that stops listening. */
  onSaleChanged(listener: (sale: SaleSummary) => void): () => void {
    return this.#bridge.on('outbox.saleChanged', listener);
  }

  /** Answers the function that stops listening. */
  onJobChanged(listener: (job: PrintJob) => void): () => void {
    return this.#bridge.on('printing.jobChanged', listener);
  }

  /** Answers the function that stops listening. */
  onImportProgress(listener: (progress: ImportProgress) => void): () => void {
    return this.#bridge.on('catalogue.progress', listener);
  }

  /** Answers the function that stops listening. */
  onExportProgress(listener: (progress: ExportProgress) => void): () => void {
    return this.#bridge.on('documents.exportProgress', listener);
  }
}

export const [useTill, provideTill] = createContext<Till>();
