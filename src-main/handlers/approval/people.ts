// The words for what a manager is asked to approve about connections, people and what these may do.
import { messagesFor } from '../../../resources/messages/catalogue.ts';
import { readCashier } from '../../store/cashiers.ts';
import { readRecoveryUsers } from '../../store/recovery-users.ts';
import { type WordsContext, type WordsOf, clean } from './known.ts';

function cashierName(cashierId: string, { session }: WordsContext): string {
  return (session.till && readCashier(session.till.db, cashierId)?.name) ?? cashierId;
}

const profileName = (id: string | null, { session }: WordsContext): string =>
  session.profiles.known.find((known) => known.id === id)?.name ?? String(id);

function recoveryUserName(id: number, { session }: WordsContext): string {
  const users = session.till ? readRecoveryUsers(session.till.db) : [];
  return users.find(({ recoveryUserId }) => recoveryUserId === id)?.name ?? String(id);
}

/**
 * Returns the words for the backup that was looked at, whoever is asked; nothing if that is another
 * backup by now.
 */
export function restoreWords(
  lookId: number,
  { session, language }: Pick<WordsContext, 'session' | 'language'>,
): readonly string[] {
  const looked = session.backups.looked(lookId);
  if (!looked) return [];
  const { lock, restore } = messagesFor(language());
  return [
    lock.approval.restoreBackup(clean(looked.name)),
    restore.holds(looked.sales, looked.newestAtMs),
    restore.lost(looked.lost?.count ?? null),
  ];
}

export const peopleWords: WordsOf<'session' | 'profiles' | 'cashiers' | 'restore' | 'practice'> = {
  'session.practise': (_, { says }) => [says.practise],
  'session.findTills': ({ serviceAddress, username }, { says }) => [
    says.askService(serviceAddress, username),
  ],
  'session.demoPlans': ({ serviceAddress }, { says }) => [says.askPlans(serviceAddress)],
  'session.signIn': (request, { says }) => [
    says.signIn(
      request.serviceAddress,
      request.companyCode ?? says.unnamed,
      request.tillCode ?? says.unnamed,
    ),
    ...(request.way === 'earlier' ? [says.earlierAddress(request.earlierAddress)] : []),
  ],
  'session.signOut': (_, { says, context }) => {
    const { companyName = '', tillName = '' } = context.session.till?.profile ?? {};
    return [says.signOut(companyName, tillName)];
  },
  'profiles.open': ({ id }, { says, context }) => [
    id === null ? says.closeProfile : says.openProfile(profileName(id, context)),
  ],
  'profiles.change': ({ id, name, colour }, { says, texts, context }) => [
    says.changeProfile(profileName(id, context), name, texts.profiles.colours[colour]),
  ],
  'profiles.remove': ({ id }, { says, context }) => [says.removeProfile(profileName(id, context))],
  'cashiers.add': ({ name, role }, { says, texts }) => [
    says.addCashier(name, texts.lock.roles[role]),
  ],
  'cashiers.change': ({ cashierId, name, role, hasNewPin }, { says, texts, context }) => [
    says.changeCashier(cashierName(cashierId, context), name, texts.lock.roles[role]),
    ...(hasNewPin ? [says.withNewPin] : []),
  ],
  'cashiers.remove': ({ cashierId }, { says, context }) => [
    says.removeCashier(cashierName(cashierId, context)),
  ],
  'cashiers.setRules': ({ idleSeconds, managerActions }, { says, texts }) => {
    const { actions, manage } = texts.lock;
    const reserved = managerActions.map((action) => actions[action]).join('; ');
    return [
      says.lockAfter(idleSeconds === null ? manage.never : manage.duration(idleSeconds)),
      says.reserve(reserved === '' ? says.nothing : reserved),
    ];
  },
  'cashiers.addRecoveryUser': (_, { says }) => [says.addRecoveryUser],
  'cashiers.removeRecoveryUser': ({ recoveryUserId }, { says, context }) => [
    says.removeRecoveryUser(recoveryUserName(recoveryUserId, context)),
  ],
  'restore.look': (_, { says }) => [says.chooseFile],
  'restore.use': ({ lookId }, { texts, context }) => {
    const asks = restoreWords(lookId, context);
    return asks.length > 0 ? asks : [texts.lock.actions.restore_backup];
  },
  'practice.reset': (_, { says }) => [says.resetPractice],
};
