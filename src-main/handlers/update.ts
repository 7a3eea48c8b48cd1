// Newer versions of the program.
import { err, ok } from '../contract/errors.ts';
import { parseServiceAddress } from '../service/client.ts';
import type { Context } from './context.ts';
import { type Requests, withoutTill, ofTheComputer } from './request.ts';

export function updateRequests(context: Context): Requests<'update'> {
  const { updates, settings } = context;
  return {
    'update.setAddress': {
      ...ofTheComputer,
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
    'update.look': withoutTill(() => updates.look()),
    'update.fetch': withoutTill(() => updates.fetch()),
    'update.install': {
      ...ofTheComputer,
      isStale: ({ version }) => (updates.isFetched(version) ? null : { code: 'not_found' }),
      words: ({ version }, { says }) => [says.installUpdate(version)],
      run: ({ version }) => updates.install(version),
    },
  };
}
