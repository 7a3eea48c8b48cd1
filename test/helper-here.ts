// A helper that works in the process of the test: it returns the same, and no program has to start.
// It cannot be ended while it works; a test that needs this starts a real helper.
import { EventEmitter } from 'node:events';
import { changeCatalogueFile } from '../src-main/catalogue/helper-change.ts';
import { importFile } from '../src-main/catalogue/import-file.ts';
import type { HelperProcess, StartHelper } from '../src-main/helper-process/ask-helper.ts';
import {
  thrownError,
  type HelperMessage,
  type HelperRequest,
} from '../src-main/helper-process/messages.ts';
import { lookAtSpreadsheet } from '../src-main/spreadsheet/look.ts';

type Work = (job: never, onProgress: never) => unknown;

/** The works that a catalogue asks for. */
const works: Readonly<Record<string, Work>> = {
  import: importFile,
  sheets: lookAtSpreadsheet,
  change: changeCatalogueFile,
};

class HelperHere extends EventEmitter implements HelperProcess {
  #isOver = false;

  postMessage(message: unknown): void {
    const { name, job } = structuredClone(message) as HelperRequest;
    setImmediate(() => {
      this.emit('spawn');
      void this.#answer(name, job).then((answer) => {
        this.#say(answer);
      });
    });
  }

  kill(): boolean {
    if (!this.#isOver) setImmediate(() => this.emit('exit', 0));
    this.#isOver = true;
    return true;
  }

  async #answer(name: string, job: unknown): Promise<HelperMessage> {
    const onProgress = (progress: unknown): void => {
      this.#say({ kind: 'progress', progress });
    };
    try {
      const work = works[name];
      if (!work) throw new Error(`no helper here does ${name}`);
      return { kind: 'done', answer: await work(job as never, onProgress as never) };
    } catch (error) {
      return { kind: 'failed', error: thrownError(error) };
    }
  }

  #say(message: HelperMessage): void {
    if (!this.#isOver) this.emit('message', structuredClone(message));
  }
}

export const helperHere: StartHelper = () => new HelperHere();
