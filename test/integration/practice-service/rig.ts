// A practice service for a test: its file in a folder of its own, a clock moved by hand, and short
// ways to call it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { practiceAccount } from '../../../src-main/practice-service/accounts.ts';
import {
  startPracticeService,
  type PracticeService,
} from '../../../src-main/practice-service/server.ts';
import { writeFreshPractice } from '../../faults/practice-file.ts';

export interface Reply {
  readonly status: number;
  readonly text: string;
  /** The parsed body; the tests look into it by the field names of the API document. */
  readonly json: Json;
}

/** JSON as it comes: missing fields are `undefined`, so that an expectation about one fails. */
export interface Json {
  readonly [field: string]: Json;
  readonly [index: number]: Json;
}

export interface Rig {
  readonly service: PracticeService;
  readonly databaseFile: string;
  /** The ready account's token, for company AURORA and till 1. */
  readonly token: string;
  setNow(instant: string): void;
  get(path: string, token?: string): Promise<Reply>;
  post(path: string, body: unknown, token?: string): Promise<Reply>;
  /** `POST /documents/new/` with the ready account's token, unless another is given. */
  create(body: object, token?: string): Promise<Reply>;
  /** Returns the created document, and fails if it was refused. */
  created(body: object, token?: string): Promise<Json>;
  /** Returns the fields that the errors name, and fails if a document was created. */
  refusedFields(body: object): Promise<unknown[]>;
  signIn(credentials: object): Promise<string>;
  close(): Promise<void>;
}

export const startOfTests = '2026-03-16T10:30:00.250Z';

export async function startRig(): Promise<Rig> {
  const folder = mkdtempSync(join(tmpdir(), 'practice-service-'));
  const databaseFile = join(folder, 'practice.db');
  let now = new Date(startOfTests);
  await writeFreshPractice(databaseFile, now);
  const service = await startPracticeService({ databaseFile, now: () => now });
  const get = (path: string, token?: string) => call(service.baseUrl + path, { token });
  const post = (path: string, body: unknown, token?: string) =>
    call(service.baseUrl + path, { token, body: JSON.stringify(body) });
  const signIn = async (credentials: object) => {
    const reply = await post('/auth/login/', credentials);
    if (reply.status !== 200) throw new Error(`Signing in answered ${reply.status}: ${reply.text}`);
    return text(reply.json.key);
  };
  const token = await signIn(credentialsOf(practiceAccount));
  const create = (body: object, ownToken = token) => post('/documents/new/', body, ownToken);
  return {
    service,
    databaseFile,
    token,
    setNow: (instant) => {
      now = new Date(instant);
    },
    get,
    post,
    create,
    created: async (body, ownToken) => {
      const reply = await create(body, ownToken);
      if (reply.status !== 201) throw new Error(`Creating answered ${reply.status}: ${reply.text}`);
      return reply.json;
    },
    refusedFields: async (body) => fieldsOf(await create(body)),
    signIn,
    close: async () => {
      await service.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Makes a GET, or with a body a POST of JSON. */
export async function call(
  url: string,
  options: { readonly token?: string | undefined; readonly body?: string } = {},
): Promise<Reply> {
  const response = await fetch(url, {
    headers: {
      // Each call has a connection of its own, so that unplugging finds none left over to cut.
      Connection: 'close',
      ...(options.token !== undefined && { Authorization: `Token ${options.token}` }),
      ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(options.body !== undefined && { method: 'POST', body: options.body }),
  });
  return replyOf(response);
}

export async function replyOf(response: Response): Promise<Reply> {
  const body = await response.text();
  return {
    status: response.status,
    text: body,
    json: (body === '' ? {} : JSON.parse(body)) as Json,
  };
}

export function credentialsOf(account: {
  readonly username: string;
  readonly password: string;
  readonly companyCode: string;
  readonly tillCode: string;
}): { username: string; password: string; company_code: string; till_code: string } {
  return {
    username: account.username,
    password: account.password,
    company_code: account.companyCode,
    till_code: account.tillCode,
  };
}

/** Returns a field that must be a string. */
export function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error(`Not a string: ${JSON.stringify(value)}`);
  return value;
}

/** The fields that the errors of a 400 name. */
export function fieldsOf(reply: Reply): unknown[] {
  const errors = reply.json.errors;
  if (reply.status !== 400 || !Array.isArray(errors)) {
    throw new Error(`Not an error body: ${reply.status} ${reply.text}`);
  }
  return (errors as Json[]).map((error) => error.field);
}

/** A simplified invoice that can be finalized: two coffees and a loaf, 3.35 in all. */
export function sale(fields: object = {}): object {
  return {
    document_nature_id: 302,
    details: [
      { code: 'CAFE', base_qty: 2, line_unit_value: 0.8 },
      { code: 'PAO-ALENT', base_qty: 1, line_unit_value: 1.75 },
    ],
    payments: [{ payment_method_id: 1 }],
    finalize: true,
    ...fields,
  };
}
