// The fiscal marks of one of the till's own sales. The answer to sending it may lack what its
// extended document has.
import { deadline, systemClock } from '../clock.ts';
import type { DocumentDetail } from '../contract/documents.ts';
import { isSameDocument } from '../contract/sales.ts';
import type { ExtendedDocument, TillParts } from './parts.ts';

/** What the till must have so that the service can be asked. */
interface Asked {
  readonly profile: Pick<TillParts['profile'], 'kind'>;
  readonly outbox: Pick<TillParts['outbox'], 'connection'>;
  readonly getDocument: TillParts['getDocument'];
  readonly answeredMarks: TillParts['answeredMarks'];
}

/** The longest wait for the service, as a customer waits for the paper. */
const longestWaitMs = 3_000;
/**
 * How long the service is not asked again after a wait in vain. One paper is made in several steps,
 * and the later ones should not wait as well.
 */
const quietMs = 10_000;

/**
 * Returns the document as it is if the service cannot be asked, or has nothing to add. Practice has
 * no fiscal marks.
 */
export async function withMarks(
  till: Asked,
  document: DocumentDetail,
  nowMs: () => number = () => performance.now(),
): Promise<DocumentDetail> {
  if (document.marks || till.profile.kind === 'practice') return document;
  const known = till.answeredMarks;
  let answer = known.get(document.id);
  if (!answer || ('silentAtMs' in answer && nowMs() - answer.silentAtMs >= quietMs)) {
    if (till.outbox.connection === 'offline') return document;
    answer = (await ask(till, document.id)) ?? { silentAtMs: nowMs() };
    known.set(document.id, answer);
  }
  if ('silentAtMs' in answer || !isSameDocument(answer, document)) return document;
  const { marks, taxes } = answer;
  return { ...document, ...(marks && { marks }), ...(taxes.length > 0 && { taxes }) };
}

async function ask(till: Asked, id: number): Promise<ExtendedDocument | undefined> {
  const over = new AbortController();
  try {
    const signal = deadline(systemClock, longestWaitMs, over.signal);
    const answer = await till.getDocument(id, signal);
    return answer.ok ? answer.value : undefined;
  } finally {
    over.abort();
  }
}
