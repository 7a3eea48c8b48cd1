// The document browser.
import type { Result } from '../contract/errors.ts';
import type { Handlers } from '../ipc.ts';
import type { Till } from '../till.ts';
import { openTill, type Context } from './context.ts';

export function documentHandlers(
  context: Context,
): Pick<Handlers, 'documents.list' | 'documents.get'> {
  /** A read that fails may be the first to notice an outage. */
  const read = async <Value>(
    ask: (till: Till) => Promise<Result<Value>>,
  ): Promise<Result<Value>> => {
    const till = openTill(context);
    if (!till.ok) return till;
    const answer = await ask(till.value);
    if (!answer.ok) till.value.replay.suspect();
    return answer;
  };

  return {
    'documents.list': (query) => read((till) => till.list(query)),
    'documents.get': ({ id }) => read((till) => till.getDocument(id)),
  };
}
