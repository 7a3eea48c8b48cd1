// Who may sign in, and the tokens: made by a sign-in, kept across restarts.
import { randomBytes } from 'node:crypto';
import type * as v from 'valibot';
import type { PracticeDatabase } from './database.ts';
import { demoPlans } from './reference.ts';
import { unknownRecord } from './requests.ts';
import type {
  FieldError,
  Parsed,
  earlierLoginRequest,
  loginRequest,
  sandboxLoginRequest,
} from './requests.ts';
import { insert, prepared } from './prepared.ts';

/** The ready account: a member of both companies, allowed everything. */
export const practiceAccount = {
  username: 'formacao@mercearia-aurora.example',
  password: 'formacao',
  companyCode: 'AURORA',
  tillCode: '1',
} as const;

/** A member of the first company only, who may not use its stocks. */
export const restrictedAccount = {
  username: 'balcao@mercearia-aurora.example',
  password: 'balcao',
  companyCode: 'AURORA',
  tillCode: '2',
} as const;

/** What a token is bound to (service-api, Authentication, 3). */
export interface Session {
  readonly tokenId: number;
  readonly key: string;
  /** ISO 8601, UTC. */
  readonly created: string;
  readonly userId: number;
  readonly companyId: number;
  readonly tillId: number;
  readonly mayUseStocks: boolean;
}

/** For whom a document is created. */
export type Actor = Pick<Session, 'companyId' | 'tillId' | 'mayUseStocks'>;

interface Membership {
  readonly user_id: number;
  readonly company_id: number;
  readonly last_till_id: number;
}

const wrongCredentials: FieldError = {
  message: 'The username or the password is wrong.',
  code: 'invalid_credentials',
  field: 'username',
};

/** Makes a new token (service-api, Account). Without codes it is for the till used last. */
export function login(
  db: PracticeDatabase,
  request: v.InferOutput<typeof loginRequest>,
  now: Date,
): Parsed<string> {
  return asUser(db, request, (userId) => {
    const membership = findMembership(db, userId, { companyCode: request.company_code });
    if (membership === undefined) return refused(unknownRecord('company_code'));
    const tillId =
      request.till_code === undefined
        ? membership.last_till_id
        : findTill(db, membership.company_id, request.till_code);
    if (tillId === undefined) return refused(unknownRecord('till_code'));
    prepared(
      db,
      'UPDATE memberships SET last_till_id = ? WHERE user_id = ? AND company_id = ?',
    ).run(tillId, userId, membership.company_id);
    return { ok: true, value: createToken(db, { ...membership, last_till_id: tillId }, now) };
  });
}

/** Makes a token for a plan's demonstration company, retail if none is named by code or id. */
export function loginSandbox(
  db: PracticeDatabase,
  request: v.InferOutput<typeof sandboxLoginRequest>,
  now: Date,
): Parsed<string> {
  return asUser(db, request, (userId) => {
    const { demo_plan_code: planCode, demo_plan_id: planId = 3 } = request;
    const plan = demoPlans.find((candidate) =>
      planCode === undefined ? candidate.id === planId : candidate.code === planCode,
    );
    if (plan === undefined) {
      return refused(unknownRecord(planCode === undefined ? 'demo_plan_id' : 'demo_plan_code'));
    }
    return { ok: true, value: createToken(db, joinDemoCompany(db, userId, plan.id), now) };
  });
}

/** Returns the newest token for the last till, or a new one (service-api, Authentication, 7). */
export function loginEarlier(
  db: PracticeDatabase,
  request: v.InferOutput<typeof earlierLoginRequest>,
  now: Date,
): Parsed<string> {
  return asUser(db, request, (userId) => {
    const membership = findMembership(db, userId, {});
    if (membership === undefined) return refused(wrongCredentials);
    const existing = prepared<[number, number], { key: string }>(
      db,
      'SELECT key FROM tokens WHERE user_id = ? AND till_id = ? ORDER BY id DESC LIMIT 1',
    ).get(userId, membership.last_till_id);
    return { ok: true, value: existing?.key ?? createToken(db, membership, now) };
  });
}

export function findSession(db: PracticeDatabase, key: string): Session | undefined {
  const row = prepared<[string], Omit<Session, 'mayUseStocks'> & { mayUseStocks: number }>(
    db,
    `SELECT t.id AS tokenId, t.key, t.created, t.user_id AS userId, t.company_id AS companyId,
              t.till_id AS tillId, m.may_use_stocks AS mayUseStocks
       FROM tokens t JOIN memberships m ON m.user_id = t.user_id AND m.company_id = t.company_id
       WHERE t.key = ?`,
  ).get(key);
  return row && { ...row, mayUseStocks: row.mayUseStocks === 1 };
}

/** Ends all sessions of the user, who has to sign in again. */
export function endSessions(db: PracticeDatabase, username: string): void {
  prepared(db, 'DELETE FROM tokens WHERE user_id = (SELECT id FROM users WHERE username = ?)').run(
    username,
  );
}

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Reads and writes everything on the way to a token in one transaction. */
function asUser(
  db: PracticeDatabase,
  credentials: Credentials,
  tokenOf: (userId: number) => Parsed<string>,
): Parsed<string> {
  return db
    .transaction(() => {
      const userId = findUser(db, credentials);
      return userId === undefined ? refused(wrongCredentials) : tokenOf(userId);
    })
    .immediate();
}

// Passwords are compared as they stand: every account is published, and guards nothing.
const findUser = (db: PracticeDatabase, credentials: Credentials): number | undefined =>
  prepared<[string, string], { id: number }>(
    db,
    'SELECT id FROM users WHERE username = ? AND password = ?',
  ).get(credentials.username, credentials.password)?.id;

/**
 * Finds the user's membership in a company, or in the demonstration of a plan. Without either, it
 * is that of the first company; the demonstrations come after the real ones.
 */
const findMembership = (
  db: PracticeDatabase,
  userId: number,
  { companyCode, planId }: { readonly companyCode?: string | undefined; readonly planId?: number },
): Membership | undefined =>
  prepared<[object], Membership>(
    db,
    `SELECT m.user_id, m.company_id, m.last_till_id
       FROM memberships m JOIN companies c ON c.id = m.company_id
       WHERE m.user_id = :userId AND (:companyCode IS NULL OR c.code = :companyCode)
         AND (:planId IS NULL OR c.demo_plan_id = :planId)
       ORDER BY c.id LIMIT 1`,
  ).get({ userId, companyCode: companyCode ?? null, planId: planId ?? null });

const findTill = (db: PracticeDatabase, companyId: number, code: string): number | undefined =>
  prepared<[number, string], { id: number }>(
    db,
    'SELECT id FROM tills WHERE company_id = ? AND CAST(code AS TEXT) = ?',
  ).get(companyId, code)?.id;

function joinDemoCompany(db: PracticeDatabase, userId: number, planId: number): Membership {
  prepared(
    db,
    `INSERT INTO memberships (user_id, company_id, is_staff, is_salesman, may_use_stocks, last_till_id)
     SELECT ?, c.id, 1, 1, 1, min(t.id) FROM companies c JOIN tills t ON t.company_id = c.id
     WHERE c.demo_plan_id = ? GROUP BY c.id
     ON CONFLICT DO NOTHING`,
  ).run(userId, planId);
  const membership = findMembership(db, userId, { planId });
  if (membership === undefined) throw new Error(`Plan ${planId} has no demonstration company.`);
  return membership;
}

function createToken(db: PracticeDatabase, binding: Membership, now: Date): string {
  const key = randomBytes(20).toString('hex');
  const { user_id, company_id, last_till_id: till_id } = binding;
  insert(db, 'tokens', { key, created: now.toISOString(), user_id, company_id, till_id });
  return key;
}

const refused = (error: FieldError): Parsed<never> => ({ ok: false, errors: [error] });
