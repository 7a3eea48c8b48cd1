// Signing in and out.
import type { Context } from './context.ts';
import { ofConnections, type Requests, withoutTill } from './request.ts';
import type { Argument } from '../contract/api.ts';
import type { ManagerAction } from '../contract/lock.ts';
import type { Service } from '../contract/sign-in.ts';
import type { Result } from '../contract/errors.ts';
import { isSameCode } from '../account/sign-in.ts';
import { parseServiceAddress } from '../service/client.ts';

export function sessionRequests({ session, recovery }: Context): Requests<'session'> {
  const limited = <Value>(addresses: readonly string[], ask: () => Promise<Result<Value>>) =>
    addresses.some((address) => isHere(address, session)) ? recovery.trySignIn(ask) : ask();
  return {
    'session.tryAgain': withoutTill(() => session.tryAgain()),
    'session.practise': {
      ...ofConnections,
      words: (_, { says }) => [says.practise],
      run: () => session.practise(),
    },
    'session.findTills': {
      till: false,
      actions: (service) => elsewhere(service, session),
      words: ({ serviceAddress, username }, { says }) => [
        says.askService(serviceAddress, username),
      ],
      run: (credentials) =>
        limited([credentials.serviceAddress], () => session.access.findTills(credentials)),
    },
    'session.demoPlans': {
      till: false,
      actions: (service) => elsewhere(service, session),
      words: ({ serviceAddress }, { says }) => [says.askPlans(serviceAddress)],
      run: (service) => session.access.findPlans(service),
    },
    'session.signIn': {
      till: false,
      actions: (argument) => (isOfTheTill(argument, session) ? [] : ['change_connection']),
      words: (request, { says }) => [
        says.signIn(
          request.serviceAddress,
          request.companyCode ?? says.unnamed,
          request.tillCode ?? says.unnamed,
        ),
        ...(request.way === 'earlier' ? [says.earlierAddress(request.earlierAddress)] : []),
      ],
      run: (request) => {
        const { serviceAddress } = request;
        const others = request.way === 'earlier' ? [request.earlierAddress] : [];
        return limited([serviceAddress, ...others], () => session.signIn(request));
      },
    },
    'session.signOut': {
      ...ofConnections,
      words: (_, { says, context }) => {
        const { companyName = '', tillName = '' } = context.session.till?.profile ?? {};
        return [says.signOut(companyName, tillName)];
      },
      run: () => session.signOut(),
    },
  };
}

/** What is typed goes only to the service of the open till, unless a manager approves another. */
function elsewhere(
  { serviceAddress }: Service,
  { till }: Context['session'],
): readonly ManagerAction[] {
  const isOfTill = !till || isAt(serviceAddress, till.profile.serviceAddress);
  return isOfTill ? [] : ['change_connection'];
}

/** Returns whether a password that is sent there may be one of the open till's own service. */
const isHere = (text: string, { till }: Context['session']): boolean =>
  till !== null &&
  (isAt(text, till.profile.serviceAddress) || isAt(text, till.profile.earlierAddress));

/** Returns whether the text is this address, also of plain http, which somebody has accepted. */
function isAt(text: string, address: string | null): boolean {
  const parsed = parseServiceAddress(text, () => true);
  return parsed.ok && parsed.value === address;
}

/**
 * Returns whether signing in anew changes nothing but the token. It must go to the same service,
 * company and till in the same way, so that the password goes nowhere else than before.
 */
function isOfTheTill(request: Argument<'session.signIn'>, { till }: Context['session']): boolean {
  if (!till) return true;
  const { way, serviceAddress, earlierAddress, companyCode, tillCode } = till.profile;
  return (
    request.way === way &&
    isAt(request.serviceAddress, serviceAddress) &&
    (request.way !== 'earlier' || isAt(request.earlierAddress, earlierAddress)) &&
    request.companyCode !== null &&
    request.tillCode !== null &&
    isSameCode(request.companyCode, companyCode) &&
    isSameCode(request.tillCode, tillCode)
  );
}
