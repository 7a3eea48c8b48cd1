// The fiscal marks of one of our own sales: what was answered when it was sent may lack what its extended document has.
import type { DocumentDetail } from '../contract/documents.ts';
import type { Till } from '../till.ts';

/** Of the till, what it is asked with. */
interface Asked {
  readonly profile: Pick<Till['profile'], 'kind'>;
  readonly replay: Pick<Till['replay'], 'connection'>;
  readonly getDocument: Till['getDocument'];
}

/** A customer waits for the paper. */
const longestWaitMs = 3_000;

type Extended = Pick<DocumentDetail, 'marks' | 'taxes'>;

/** What the service has said of each document, for as long as the till is open: each is asked for once. */
const answers = new WeakMap<Asked, Map<number, Extended>>();

/** As it is where the service cannot be asked, or has nothing to add. Practice has no fiscal marks. */
export async function withMarks(till: Asked, document: DocumentDetail): Promise<DocumentDetail> {
  if (document.marks || till.profile.kind === 'practice') return document;
  const known = answers.get(till) ?? new Map<number, Extended>();
  answers.set(till, known);
  const extended = known.get(document.id) ?? (await ask(till, document.id));
  if (!extended) return document;
  known.set(document.id, extended);
  const { marks, taxes } = extended;
  return { ...document, ...(marks && { marks }), ...(taxes.length > 0 && { taxes }) };
}

async function ask(till: Asked, id: number): Promise<Extended | undefined> {
  if (till.replay.connection === 'offline') return undefined;
  const answer = await till.getDocument(id, AbortSignal.timeout(longestWaitMs));
  return answer.ok ? answer.value : undefined;
}
