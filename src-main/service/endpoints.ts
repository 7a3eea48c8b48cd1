// The calls of the service that the till makes, each with its path from the API document.
import type {
  DocumentDetail,
  DocumentList,
  DocumentPage,
  DocumentQuery,
} from '../contract/documents.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import type { DemoPlan } from '../contract/sign-in.ts';
import {
  parseCompanies,
  parseDemoPlans,
  parseEarlierLogin,
  parseEarlierTokenInfo,
  parseLogin,
  parseServiceDay,
  parseTokenInfo,
  type Company,
  type TokenInfo,
} from './account-responses.ts';
import type { ServiceClient } from './client.ts';
import type { Exchange } from './exchange.ts';
import { exchangeError } from './failure.ts';
import {
  parseDocumentDetail,
  parseDocumentPage,
  parseErrorBody,
  parseLookUpPage,
  type LookUpPage,
} from './responses.ts';

export const listPaths: Readonly<Record<DocumentList, string>> = {
  all: '/documents/',
  sales: '/documents/sales/',
  guides: '/documents/sales_guides/',
  stock: '/documents/stocks/',
  working: '/documents/working_documents/',
};

/** Parses any 2xx: the documented 200 and 201 do not differ in what they hold. */
function read<Value>(exchange: Exchange, parse: (body: unknown) => Result<Value>): Result<Value> {
  const succeeded = exchange.kind === 'answer' && exchange.status >= 200 && exchange.status < 300;
  return succeeded ? parse(exchange.body) : err(exchangeError(exchange));
}

interface User {
  readonly username: string;
  readonly password: string;
}

/** service-api, Account: returns a token, bound to the company and till if they are given. */
export const signIn = (
  client: ServiceClient,
  user: User & { readonly companyCode?: string; readonly tillCode?: string },
): Promise<Result<string>> =>
  logIn(client, '/auth/login/', parseLogin, {
    ...userOf(user),
    company_code: user.companyCode,
    till_code: user.tillCode,
  });

/** service-api, Account: returns a token for the demonstration company of a plan. */
export const signInSandbox = (
  client: ServiceClient,
  user: User & { readonly planId: number | null },
): Promise<Result<string>> =>
  logIn(client, '/auth/login_sandbox/', parseLogin, {
    ...userOf(user),
    demo_plan_id: user.planId ?? undefined,
  });

/** service-api, Account, earlier interface: may return a token that was made before. */
export const signInEarlier = (client: ServiceClient, user: User): Promise<Result<string>> =>
  logIn(client, '/v3/login/', parseEarlierLogin, userOf(user));

const userOf = ({ username, password }: User) => ({ username, password });

async function logIn(
  client: ServiceClient,
  path: string,
  parse: (body: unknown) => Result<string>,
  request: object,
): Promise<Result<string>> {
  const body = new TextEncoder().encode(JSON.stringify(request));
  const exchange = await client.exchange({ method: 'POST', path, body });
  const token = read(exchange, parse);
  if (token.ok) return token;
  const errors = exchange.kind === 'answer' ? parseErrorBody(exchange.body) : [];
  // The answer to wrong credentials is "not shown"; 400 is the usual status for any kind of error.
  switch (token.error.code) {
    // The path is open to everybody, so that a refusal is of the user, the company or the till.
    case 'service_refused':
    case 'token_refused':
    case 'not_permitted':
      return err({ code: 'sign_in_refused', errors });
    // Every service has this path and takes a POST there, so something else has answered.
    case 'not_found':
      return err(
        errors.length > 0
          ? { code: 'sign_in_refused', errors }
          : { code: 'not_the_service', status: 404 },
      );
    case 'method_not_allowed':
      return err({ code: 'not_the_service', status: 405 });
    default:
      return token;
  }
}

/** service-api, Account. */
export const serviceDay = (client: ServiceClient, token: string): Promise<Result<string>> =>
  ask(client, { path: '/auth/info/', token }, parseServiceDay);

/** service-api, Account. */
export const tokenInfo = (client: ServiceClient, token: string): Promise<Result<TokenInfo>> =>
  ask(client, { path: '/auth/info/', token }, parseTokenInfo);

/** service-api, Account, earlier interface. */
export const earlierTokenInfo = (
  client: ServiceClient,
  token: string,
): Promise<Result<TokenInfo>> => ask(client, { path: '/v3/info/', token }, parseEarlierTokenInfo);

/** service-api, Account. */
export const companies = (
  client: ServiceClient,
  token: string,
): Promise<Result<readonly Company[]>> =>
  ask(client, { path: '/auth/companies/', token }, parseCompanies);

/** service-api, Account: needs no token. */
export const demoPlans = (client: ServiceClient): Promise<Result<readonly DemoPlan[]>> =>
  ask(client, { path: '/auth/demo_plan/' }, parseDemoPlans);

const ask = async <Value>(
  client: ServiceClient,
  request: { readonly path: string; readonly token?: string },
  parse: (body: unknown) => Result<Value>,
): Promise<Result<Value>> => read(await client.exchange({ method: 'GET', ...request }), parse);

/** A page of so few rows is not refused because they are too many. */
const fewRows = 10;

/**
 * Returns at most as many rows as the query asks for. "Maximum page size: not shown": a page that
 * is refused is asked for in a smaller size, which `pageSize` keeps for those after it.
 */
export async function listDocuments(
  client: ServiceClient,
  token: string,
  query: DocumentQuery,
  signal?: AbortSignal,
  pageSize: { most: number } = { most: query.limit },
): Promise<Result<DocumentPage>> {
  let limit = Math.min(query.limit, pageSize.most);
  let page = await listPage(client, token, { ...query, limit }, signal);
  while (!page.ok && limit > fewRows && mayBeTooMany(page.error)) {
    limit = Math.max(fewRows, Math.floor(limit / 4));
    page = await listPage(client, token, { ...query, limit }, signal);
    if (page.ok) pageSize.most = limit;
  }
  return page;
}

const mayBeTooMany = (error: AppError): boolean =>
  error.code === 'service_refused' &&
  error.errors.every(({ field }) => field === '' || field === 'limit');

async function listPage(
  client: ServiceClient,
  token: string,
  query: DocumentQuery,
  signal: AbortSignal | undefined,
): Promise<Result<DocumentPage>> {
  const exchange = await client.exchange({
    method: 'GET',
    path: listPaths[query.list],
    query: {
      limit: query.limit,
      offset: query.offset,
      ordering: (query.descending ? '-' : '') + query.orderBy,
      ...(query.search !== '' && { search: query.search }),
      ...(query.natureId !== null && { document_nature: query.natureId }),
      ...(query.statusId !== null && { document_status: query.statusId }),
    },
    token,
    ...(signal && { signal }),
  });
  return read(exchange, parseDocumentPage);
}

/** How long a look-up may take, so that a hanging one does not keep the next one waiting. */
const lookUpTimeoutMs = 15_000;

/** Asks for pages of documents by id, for what became of a sale; `search` may be empty. */
export type LookUpQuery = Pick<DocumentQuery, 'search' | 'descending' | 'offset' | 'limit'>;

export async function lookUpDocuments(
  client: ServiceClient,
  token: string,
  query: LookUpQuery,
): Promise<Result<LookUpPage>> {
  const exchange = await client.exchange({
    method: 'GET',
    path: listPaths.all,
    query: {
      limit: query.limit,
      offset: query.offset,
      ordering: query.descending ? '-id' : 'id',
      ...(query.search !== '' && { search: query.search }),
    },
    token,
    timeoutMs: lookUpTimeoutMs,
  });
  const page = read(exchange, parseLookUpPage);
  const servedAtMs = exchange.kind === 'answer' ? exchange.servedAtMs : undefined;
  return page.ok && servedAtMs !== undefined ? ok({ ...page.value, servedAtMs }) : page;
}

/**
 * Returns a document with its lines, payments and taxes. If the service fails at these or refuses
 * them, returns the document without them.
 */
export async function getDocument(
  client: ServiceClient,
  token: string,
  id: number,
  signal?: AbortSignal,
): Promise<Result<FetchedDocument>> {
  const extended = await fetchDocument(client, token, id, { extended: true }, signal);
  if (extended.ok || !isOfTheVariant(extended.error)) return extended;
  const plain = await fetchDocument(client, token, id, {}, signal);
  return plain.ok ? ok({ ...plain.value, withoutLines: extended.error }) : plain;
}

export interface FetchedDocument extends DocumentDetail {
  /** Why it was asked for without its lines; absent if it has them. */
  readonly withoutLines?: AppError;
}

async function fetchDocument(
  client: ServiceClient,
  token: string,
  id: number,
  query: { readonly extended?: true },
  signal: AbortSignal | undefined,
): Promise<Result<DocumentDetail>> {
  const path = `/documents/${id}/`;
  const abort = signal && { signal };
  const exchange = await client.exchange({ method: 'GET', path, query, token, ...abort });
  return read(exchange, (body) => parseDocumentDetail(body, id));
}

/** Returns whether another variant may be answered: lines may be for other users only. */
export function isOfTheVariant({ code }: AppError): boolean {
  switch (code) {
    case 'not_permitted':
    case 'service_refused':
    case 'not_found':
    case 'method_not_allowed':
    case 'service_failed':
    case 'not_the_service':
    case 'answer_invalid':
    case 'answer_too_large':
      return true;
    default:
      return false;
  }
}

/** Returns a list as it came, by id, newest first, for a reader that goes row by row. */
export const listAsItCame = (
  client: ServiceClient,
  token: string,
  { list, limit, offset }: Pick<DocumentQuery, 'list' | 'limit' | 'offset'>,
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  getAsItCame(client, token, listPaths[list], { limit, offset, ordering: '-id' }, signal);

/** Returns a document as it came, plain or extended, without trying the other form. */
export const documentAsItCame = (
  client: ServiceClient,
  token: string,
  id: number,
  isExtended: boolean,
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  getAsItCame(client, token, `/documents/${id}/`, isExtended ? { extended: true } : {}, signal);

async function getAsItCame(
  client: ServiceClient,
  token: string,
  path: string,
  query: Readonly<Record<string, string | number | boolean>>,
  signal: AbortSignal,
): Promise<Result<unknown>> {
  const timeoutMs = lookUpTimeoutMs;
  return read(await client.exchange({ method: 'GET', path, query, token, signal, timeoutMs }), ok);
}

/** Sends the frozen bytes. Returns the raw outcome: the outbox decides what it proves. */
export const createDocument = (
  client: ServiceClient,
  token: string,
  body: Uint8Array,
): Promise<Exchange> => client.exchange({ method: 'POST', path: '/documents/new/', body, token });
