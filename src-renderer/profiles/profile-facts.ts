// What a profile's name does not say of it.
import type { Messages } from '../../resources/messages/en.ts';
import type { KnownProfile } from '../../src-main/contract/profiles.ts';
import { usualName } from '../../src-main/contract/profiles.ts';

export const particularsOf = (
  { name, profile }: KnownProfile,
  { connection }: Messages,
): readonly string[] => [
  ...(name === usualName(profile) ? [] : [usualName(profile)]),
  ...(profile.kind === 'service' ? [] : [connection.kinds[profile.kind]]),
];
