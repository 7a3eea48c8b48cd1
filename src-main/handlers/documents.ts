// The document browser.
import type { Handlers } from '../ipc.ts';
import { openTill, type Context } from './context.ts';

export function documentHandlers(
  context: Context,
): Pick<Handlers, 'documents.list' | 'documents.get'> {
  return {
    'documents.list': (query) => {
      const till = openTill(context);
      return till.ok ? till.value.list(query) : till;
    },
    'documents.get': ({ id }) => {
      const till = openTill(context);
      return till.ok ? till.value.getDocument(id) : till;
    },
  };
}
