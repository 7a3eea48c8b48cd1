// Every endpoint of the service: its method and path, whether it needs a token, and its answer.
import type * as v from 'valibot';
import { earlierTokenInformation, linkedCompanies, tokenInformation } from './account-info.ts';
import { login, loginEarlier, loginSandbox } from './accounts.ts';
import type { Session } from './accounts.ts';
import { createDocument } from './create-document.ts';
import type { PracticeDatabase } from './database.ts';
import { badRequest } from './http.ts';
import type { Answer } from './http.ts';
import { listDocuments, listedGroups } from './lists.ts';
import type { ListedGroup } from './lists.ts';
import { documentAnswer, extendedDocumentAnswer } from './present.ts';
import { demoPlans, documentTypes, rowById } from './reference.ts';
import {
  createRequest,
  earlierLoginRequest,
  getRequest,
  listRequest,
  loginRequest,
  parseRequest,
  sandboxLoginRequest,
} from './requests.ts';
import type { Parsed } from './requests.ts';
import { findDocument } from './stored-documents.ts';

/** The earlier interface has an address of its own, below this path. */
export const legacyPrefix = '/legacy';

/** One request as an endpoint sees it. */
interface Call {
  readonly db: PracticeDatabase;
  readonly now: Date;
  /** The address of the call, without its query. */
  readonly address: string;
  readonly query: URLSearchParams;
  /** The JSON object of a POST; `undefined` for a GET. */
  readonly body: object | undefined;
  /** What the path's one group matched, if it has one. */
  readonly pathParameter: string;
}

interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
}

type Route =
  | (Endpoint & { readonly access: 'open'; readonly answer: (call: Call) => Answer })
  | (Endpoint & {
      readonly access: 'token';
      readonly answer: (call: Call, session: Session) => Answer;
    });

export const routes: readonly Route[] = [
  open('POST', /^\/auth\/login\/$/, (call) =>
    signIn(call, loginRequest, login, (key) => ({ key })),
  ),
  open('POST', /^\/auth\/login_sandbox\/$/, (call) =>
    signIn(call, sandboxLoginRequest, loginSandbox, (key) => ({ key })),
  ),
  open('POST', new RegExp(`^${legacyPrefix}/v3/login/$`), (call) =>
    signIn(call, earlierLoginRequest, loginEarlier, (token) => ({ token })),
  ),
  open('GET', /^\/auth\/demo_plan\/$/, () => ok(demoPlans)),
  protectedBy('GET', /^\/auth\/info\/$/, ({ db, now }, session) =>
    ok(tokenInformation(db, session, now)),
  ),
  protectedBy('GET', /^\/auth\/companies\/$/, ({ db }, session) =>
    ok(linkedCompanies(db, session)),
  ),
  protectedBy('GET', new RegExp(`^${legacyPrefix}/v3/info/$`), ({ db }, session) =>
    ok(earlierTokenInformation(db, session)),
  ),
  protectedBy('GET', /^\/documents\/$/, (call, session) => list(call, session, listedGroups)),
  ...listedGroups.map((group) =>
    protectedBy('GET', new RegExp(`^/documents/${group}/$`), (call, session) =>
      group === 'stocks' && !session.mayUseStocks ? { status: 403 } : list(call, session, [group]),
    ),
  ),
  protectedBy('POST', /^\/documents\/new\/$/, create),
  // No id has more digits.
  protectedBy('GET', /^\/documents\/(\d{1,15})\/$/, get),
];

function signIn<const Schema extends v.GenericSchema>(
  { db, body, now }: Call,
  schema: Schema,
  answerWithToken: (
    db: PracticeDatabase,
    request: v.InferOutput<Schema>,
    now: Date,
  ) => Parsed<string>,
  present: (key: string) => object,
): Answer {
  const request = parseRequest(schema, body);
  if (!request.ok) return badRequest(request.errors);
  const token = answerWithToken(db, request.value, now);
  return token.ok ? ok(present(token.value)) : badRequest(token.errors);
}

function list(call: Call, session: Session, groups: readonly ListedGroup[]): Answer {
  const request = parseRequest(listRequest, Object.fromEntries(call.query));
  return request.ok
    ? ok(listDocuments(call.db, session, groups, request.value, call))
    : badRequest(request.errors);
}

function create({ db, body, now }: Call, session: Session): Answer {
  const request = parseRequest(createRequest, body);
  if (!request.ok) return badRequest(request.errors);
  const outcome = createDocument(db, session, request.value, now);
  switch (outcome.kind) {
    case 'refused':
      return badRequest(outcome.errors);
    case 'forbidden':
      return { status: 403 };
    case 'created': {
      const row = findDocument(db, session.companyId, outcome.documentId);
      if (row === undefined) throw new Error(`Document ${outcome.documentId} was just created.`);
      return { status: 201, json: documentAnswer(db, row) };
    }
  }
}

function get({ db, query, pathParameter }: Call, session: Session): Answer {
  const request = parseRequest(getRequest, Object.fromEntries(query));
  if (!request.ok) return badRequest(request.errors);
  const row = findDocument(db, session.companyId, Number(pathParameter));
  if (row === undefined) return { status: 404 };
  const { group } = rowById(documentTypes, row.document_type_id);
  if (group === 'stocks' && !session.mayUseStocks) return { status: 403 };
  return ok(request.value.extended ? extendedDocumentAnswer(db, row) : documentAnswer(db, row));
}

function ok(json: object): Answer {
  return { status: 200, json };
}

function open(method: Endpoint['method'], path: RegExp, answer: (call: Call) => Answer): Route {
  return { method, path, access: 'open', answer };
}

function protectedBy(
  method: Endpoint['method'],
  path: RegExp,
  answer: (call: Call, session: Session) => Answer,
): Route {
  return { method, path, access: 'token', answer };
}
