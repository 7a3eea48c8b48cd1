// Gets a token in one of several ways, and finds out from the service what it is bound to.
import type { Profile } from '../contract/profiles.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { ServiceUser } from '../contract/recovery.ts';
import type { CompanyChoice, Credentials, DemoPlan, Service, SignIn } from '../contract/sign-in.ts';
import type { Company, TokenInfo } from '../service/account-responses.ts';
import { createServiceClient, parseServiceAddress, type ServiceClient } from '../service/client.ts';
import type { Network } from '../service/connect.ts';
import {
  companies,
  demoPlans,
  earlierTokenInfo,
  lookUpDocuments,
  signIn,
  signInEarlier,
  signInSandbox,
  tokenInfo,
} from '../service/endpoints.ts';

export interface SignedIn {
  readonly client: ServiceClient;
  readonly token: string;
  readonly profile: Profile;
  readonly user: ServiceUser;
}

export interface Asking {
  readonly network: Network;
  /** Returns whether a person has accepted this address of plain http over a network. */
  readonly acceptsHttp: (address: string) => boolean;
  /** Must be called with each token as soon as there is one, so that no log holds it. */
  readonly hide: (token: string) => void;
  /** Breaks signing in off. */
  readonly ending: AbortSignal;
}

/** What a profile says of its service before that is asked: only practice is known. */
type SignInAddress = Pick<Profile, 'serviceAddress'> & { readonly kind?: 'practice' };

/**
 * Errors: those of the addresses and of the exchange, `sign_in_refused`, `wrong_company`,
 * `wrong_till`, `till_unknown`.
 */
export async function signInBy(
  request: SignIn,
  asking: Asking,
  signInAddress: SignInAddress,
): Promise<Result<SignedIn>> {
  const client = clientOf(request, asking);
  if (!client.ok) return client;
  const signedIn = await untilEnding(client.value, asking, () =>
    bind(client.value, request, asking, signInAddress),
  );
  if (!signedIn.ok) await client.value.close();
  return signedIn;
}

/** Breaks off what the client is asked when the signal aborts. */
async function untilEnding<Value>(
  client: ServiceClient,
  { ending }: Pick<Asking, 'ending'>,
  ask: () => Promise<Value>,
): Promise<Value> {
  const breakOff = (): void => void client.close();
  if (ending.aborted) breakOff();
  ending.addEventListener('abort', breakOff);
  try {
    return await ask();
  } finally {
    ending.removeEventListener('abort', breakOff);
  }
}

/** Error: `invalid_value`. */
export function clientOf(
  { serviceAddress }: Service,
  { network, acceptsHttp }: Pick<Asking, 'network' | 'acceptsHttp'>,
): Result<ServiceClient> {
  const address = parseServiceAddress(serviceAddress, acceptsHttp);
  if (!address.ok) return address;
  const allowsHttp = acceptsHttp(address.value);
  return ok(createServiceClient({ baseUrl: address.value, allowsHttp, network }));
}

async function bind(
  client: ServiceClient,
  request: SignIn,
  asking: Asking,
  signInAddress: SignInAddress,
): Promise<Result<SignedIn>> {
  const token = await (request.way === 'earlier'
    ? askEarlier(request, asking)
    : askForToken(client, request));
  if (!token.ok) return token;
  asking.hide(token.value);
  const tokenAnswer = await tokenInfo(client, token.value);
  if (!tokenAnswer.ok) return tokenAnswer;
  const info = tokenAnswer.value;
  const { companyCode } = info;
  const isMeant = checkCompany(request, companyCode);
  if (!isMeant.ok) return isMeant;
  // A user who may not list companies can still sell. Any other failure would leave the till
  // without what it needs to know.
  const listed = await companies(client, token.value);
  if (!listed.ok && listed.error.code !== 'not_permitted') return listed;
  const all = listed.ok ? listed.value : [];
  const company = all.find(({ code }) => isSameCode(code, companyCode));
  const unread = all.findIndex(({ code }) => code === '');
  // It may be this company.
  if (!company && unread >= 0) return err({ code: 'answer_invalid', field: `[${unread}].code` });
  const till = tillOf(request, info, company);
  if (!till.ok) return till;
  return ok({
    client,
    token: token.value,
    profile: {
      // A demonstration company is one, however somebody signs in to it.
      kind:
        request.way === 'sandbox' || company?.isDemo === true || info.isDemo
          ? 'sandbox'
          : 'service',
      ...signInAddress,
      way: request.way,
      earlierAddress: request.way === 'earlier' ? request.earlierAddress : null,
      planId: request.way === 'sandbox' ? request.planId : null,
      companyCode,
      companyName: firstText(info.companyName, company?.name) ?? companyCode,
      ...till.value,
      userName: firstText(info.userName) ?? '',
      username: request.way === 'token' ? '' : request.username,
      interfaceVersion: firstText(info.interfaceVersion),
    },
    user: userOf(request, info),
  });
}

/** Returns the user. A name counts with its way of signing in: the earlier one has its own. */
function userOf(request: SignIn, info: TokenInfo): ServiceUser {
  const username = request.way === 'token' ? null : request.username;
  return {
    id: info.userId,
    username: request.way === 'earlier' ? `v3:${request.username}` : username,
    name: firstText(info.userName) ?? '',
  };
}

function askForToken(
  client: ServiceClient,
  request: Exclude<SignIn, { way: 'earlier' }>,
): Promise<Result<string>> {
  switch (request.way) {
    case 'password':
      return signIn(client, request);
    case 'sandbox':
      return signInSandbox(client, request);
    case 'token':
      return Promise.resolve(ok(request.token));
  }
}

/** Asks the earlier interface what its token is bound to. The service is asked as well. */
async function askEarlier(
  request: Extract<SignIn, { way: 'earlier' }>,
  asking: Asking,
): Promise<Result<string>> {
  const earlier = clientOf({ serviceAddress: request.earlierAddress }, asking);
  if (!earlier.ok) return err({ code: 'invalid_value', field: 'earlierAddress' });
  const client = earlier.value;
  try {
    return await untilEnding(client, asking, async () => {
      const token = await signInEarlier(client, request);
      if (!token.ok) return token;
      asking.hide(token.value);
      const info = await earlierTokenInfo(client, token.value);
      if (!info.ok) return info;
      const isMeant = checkCompany(request, info.value.companyCode);
      return isMeant.ok ? token : isMeant;
    });
  } finally {
    await client.close();
  }
}

const checkCompany = ({ companyCode }: Pick<SignIn, 'companyCode'>, actual: string): Result<null> =>
  companyCode === null || isSameCode(companyCode, actual)
    ? ok(null)
    : err({ code: 'wrong_company', expected: companyCode, actual });

type BoundTill = Pick<Profile, 'tillCode' | 'tillName' | 'terminalName' | 'locationName'>;

/** Returns the till that the service names, else the one that was meant, else the only one. */
function tillOf(
  { tillCode: meant }: Pick<SignIn, 'tillCode'>,
  info: TokenInfo,
  company: Company | undefined,
): Result<BoundTill> {
  const tills = company?.tills ?? [];
  const byId = tills.find(({ id }) => id !== null && id === info.tillId);
  const unread = err({ code: 'answer_invalid', field: 'tills.code' });
  if (info.tillCode === null && byId?.code === '') return unread;
  const namedTill = info.tillCode ?? byId?.code ?? null;
  if (meant !== null && namedTill !== null && !isSameCode(meant, namedTill)) {
    return err({ code: 'wrong_till', expected: meant, actual: namedTill });
  }
  const tillCode = namedTill ?? meant ?? (tills.length === 1 ? (tills[0]?.code ?? '') : '');
  if (tillCode === '') return err({ code: 'till_unknown' });
  const till = byId ?? tills.find(({ code }) => isSameCode(code, tillCode));
  if (!till && namedTill === null && tills.length > 0) {
    if (tills.some(({ code }) => code === '')) return unread;
    const actual = tills.map(({ code }) => code).join(', ');
    return err({ code: 'wrong_till', expected: tillCode, actual });
  }
  return ok({
    tillCode,
    tillName: firstText(info.tillName, till?.name) ?? tillCode,
    terminalName: firstText(info.terminalName, till?.terminalName),
    locationName: firstText(info.locationName, till?.locationName),
  });
}

/** Longer names would push everything else off the screen. */
const longestName = 200;
const firstText = (...texts: readonly (string | null | undefined)[]): string | null =>
  texts.find((text) => text)?.slice(0, longestName) ?? null;

/** Compares codes whatever their case, and a till's number whatever its leading zeros. */
export const isSameCode = (one: string, other: string): boolean => plain(one) === plain(other);

function plain(code: string): string {
  const trimmed = code.trim().toLowerCase();
  return /^\d+$/.test(trimmed) ? trimmed.replace(/^0+(?=\d)/, '') : trimmed;
}

/**
 * Returns the newest document id: whatever is created for a sale from now on has a higher one. A
 * service that does not let the till search and list could never show what became of a sale.
 * Errors: those of the exchange.
 */
export const firstHighWaterMark = (
  { client, token }: SignedIn,
  asking: Pick<Asking, 'ending'>,
): Promise<Result<number>> =>
  untilEnding(client, asking, async () => {
    const query = { descending: true, offset: 0, limit: 1 };
    const ownDocuments = await lookUpDocuments(client, token, { ...query, search: 'CF-' });
    if (!ownDocuments.ok) return ownDocuments;
    const newest = await lookUpDocuments(client, token, { ...query, search: '' });
    return newest.ok ? ok(newest.value.rows[0]?.id ?? 0) : newest;
  });

/** Returns the user's companies. Errors: those of address and exchange, `sign_in_refused`. */
export const findTills = (
  { serviceAddress, ...user }: Credentials,
  asking: Asking,
): Promise<Result<readonly CompanyChoice[]>> =>
  withClient(clientOf({ serviceAddress }, asking), async (client) => {
    const token = await signIn(client, user);
    if (!token.ok) return token;
    asking.hide(token.value);
    const listed = await companies(client, token.value);
    if (!listed.ok) return listed;
    const named = listed.value.filter(({ code }) => code !== '');
    return named.length === 0 && listed.value.length > 0
      ? err({ code: 'answer_invalid', field: '[0].code' })
      : ok(named.map(toChoice));
  });

function toChoice({ code, name, isDemo, tills, lastTillId }: Company): CompanyChoice {
  const isLast = ({ id }: Company['tills'][number]) => id !== null && id === lastTillId;
  const named = tills.filter((till) => till.code !== '');
  const inOrder = [...named.filter(isLast), ...named.filter((till) => !isLast(till))];
  return {
    ...{ code, name, isDemo },
    tills: inOrder.map(({ id, ...till }) => ({
      ...till,
      isLast: id !== null && id === lastTillId,
    })),
  };
}

/** Errors: those of the address and of the exchange. */
export const findPlans = (service: Service, asking: Asking): Promise<Result<readonly DemoPlan[]>> =>
  withClient(clientOf(service, asking), demoPlans);

async function withClient<Value>(
  client: Result<ServiceClient>,
  ask: (client: ServiceClient) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  if (!client.ok) return client;
  try {
    return await ask(client.value);
  } finally {
    await client.value.close();
  }
}
