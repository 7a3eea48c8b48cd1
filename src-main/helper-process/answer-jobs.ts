// The helper's side: one job, then main ends it.
import { thrownError, type HelperMessage, type HelperRequest } from './messages.ts';

type Work = (job: never, onProgress: never) => unknown;

export function answerJobs(works: Readonly<Record<string, Work>>): void {
  const { parentPort } = process;
  const tell = (message: HelperMessage): void => {
    parentPort.postMessage(message);
  };
  const answer = async ({ name, job }: HelperRequest): Promise<HelperMessage> => {
    try {
      const work = works[name];
      if (!work) throw new Error(`no helper does ${name}`);
      const tellProgress = (progress: unknown) => {
        tell({ kind: 'progress', progress });
      };
      return { kind: 'done', answer: await work(job as never, tellProgress as never) };
    } catch (error) {
      return { kind: 'failed', error: thrownError(error) };
    }
  };
  parentPort.once('message', ({ data }) => {
    answer(data as HelperRequest)
      .then(tell)
      .catch((error: unknown) => {
        // An answer that cannot be told: by itself Electron would let the process live on.
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      });
  });
}
