// The fiscal marks of one of our own sales: what was answered when it was sent may lack what its
// extended document has.
import type { DocumentDetail } from '../contract/documents.ts';
import type { TillParts } from './parts.ts';

/** What of the till the service is asked with. */
interface Asked {
  readonly profile: Pick<TillParts['profile'], 'kind'>;
  readonly replay: Pick<TillParts['replay'], 'connection'>;
  readonly getDocument: TillParts['getDocument'];
}

/** A customer waits for the paper. */
const longestWaitMs = 3_000;
/**
 * One paper is made in several steps: where the first has waited in vain, the others do not wait as
 * well.
 */
const quietMs = 10_000;

type Extended = Pick<DocumentDetail, 'marks' | 'taxes'>;

/** What the service has said, or since when it has said nothing. */
type Answer = Extended | { readonly silentAtMs: number };

/** What was answered for each document, as long as the till is open: none is asked for twice. */
const answers = new WeakMap<Asked, Map<number, Answer>>();

/**
 * As it is where the service cannot be asked, or has nothing to add. Practice has no fiscal marks.
 */
export async function withMarks(
  till: Asked,
  document: DocumentDetail,
  nowMs: () => number = () => performance.now(),
): Promise<DocumentDetail> {
  if (document.marks || till.profile.kind === 'practice') return document;
  const known = answers.get(till) ?? new Map<number, Answer>();
  answers.set(till, known);
  let answer = known.get(document.id);
  if (!answer || ('silentAtMs' in answer && nowMs() - answer.silentAtMs >= quietMs)) {
    if (till.replay.connection === 'offline') return document;
    answer = (await ask(till, document.id)) ?? { silentAtMs: nowMs() };
    known.set(document.id, answer);
  }
  if ('silentAtMs' in answer) return document;
  const { marks, taxes } = answer;
  return { ...document, ...(marks && { marks }), ...(taxes.length > 0 && { taxes }) };
}

async function ask(till: Asked, id: number): Promise<Extended | undefined> {
  const answer = await till.getDocument(id, AbortSignal.timeout(longestWaitMs));
  return answer.ok ? answer.value : undefined;
}
