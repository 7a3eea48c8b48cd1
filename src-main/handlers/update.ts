// Newer versions of the program.
import { err, ok } from '../contract/errors.ts';
import { parseServiceAddress } from '../service/client.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function updateHandlers(context: Context): HandlersOf<'update'> {
  const { updates, settings } = context;
  return {
    'update.setAddress': ({ address }) => {
      const parsed = address === null ? ok(null) : parseServiceAddress(address);
      if (!parsed.ok) return err({ code: 'invalid_value', field: 'updateAddress' });
      settings.update({ updateAddress: parsed.value });
      updates.addressChanged();
      return ok(null);
    },
    'update.look': () => updates.look(),
    'update.fetch': () => updates.fetch(),
    'update.install': ({ version }) => updates.install(version),
  };
}
