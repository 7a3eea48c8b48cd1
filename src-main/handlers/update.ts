// Newer versions of the program.
import { err, ok } from '../contract/errors.ts';
import { parseServiceAddress } from '../service/client.ts';
import type { Context } from './context.ts';
import type { Requests } from './request.ts';

export function updateRequests(context: Context): Requests<'update'> {
  const { updates, settings } = context;
  return {
    'update.setAddress': {
      till: false,
      actions: 'change_settings',
      isShared: true,
      words: ({ address }, { says }) => [
        address === null ? says.noUpdates : says.updatesFrom(address),
      ],
      run: ({ address }) => {
        const parsed = address === null ? ok(null) : parseServiceAddress(address);
        if (!parsed.ok) return err({ code: 'invalid_value', field: 'updateAddress' });
        settings.update({ updateAddress: parsed.value });
        updates.addressChanged();
        return ok(null);
      },
    },
    'update.look': {
      till: false,
      actions: null,
      run: () => updates.look(),
    },
    'update.fetch': {
      till: false,
      actions: null,
      run: () => updates.fetch(),
    },
    'update.install': {
      till: false,
      actions: 'change_settings',
      isShared: true,
      isStale: ({ version }) => (updates.isFetched(version) ? null : { code: 'not_found' }),
      words: ({ version }, { says }) => [says.installUpdate(version)],
      run: ({ version }) => updates.install(version),
    },
  };
}
