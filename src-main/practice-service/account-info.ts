// What an account is told of itself: token information, also in its earlier form, and companies.
import type { Session } from './accounts.ts';
import type { PracticeDatabase } from './database.ts';
import { lisbonDateTime } from './lisbon-time.ts';
import { prepared } from './prepared.ts';

const interfaceVersion = '1.0.0';
const interfaceVersionDate = '2023-01-11';

interface InfoRow {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly is_staff: number;
  readonly is_salesman: number;
  readonly company_code: string;
  readonly company_name: string;
  readonly is_demo: number;
  readonly till_code: number;
  readonly till: string;
  readonly terminal_id: number;
  readonly terminal: string;
  readonly location_id: number;
  readonly location: string;
}

type CompanyRow = Readonly<Record<'id' | 'is_staff' | 'is_salesman' | 'is_demo', number>>;

/** The answer of `/auth/info/` (service-api, Token information). */
export function tokenInformation(db: PracticeDatabase, session: Session, now: Date): object {
  const row = infoRow(db, session);
  return {
    updated_at: Math.floor(now.getTime() / 1000),
    version: interfaceVersion,
    version_date: interfaceVersionDate,
    today_str: lisbonDateTime(now).date,
    created: session.created,
    key: session.key,
    user: {
      id: session.userId,
      ...userFields(row),
      is_salesman: row.is_salesman === 1,
    },
    company: {
      id: session.companyId,
      code: row.company_code,
      company_name: row.company_name,
      is_demo: row.is_demo === 1,
    },
    location: { id: row.location_id, description: row.location },
    terminal: { id: row.terminal_id, description: row.terminal },
    till: { id: session.tillId, code: row.till_code, description: row.till },
    permissions: permissions(session),
  };
}

/** The flat answer of the earlier `/v3/info/` (service-api, Token information). */
export function earlierTokenInformation(db: PracticeDatabase, session: Session): object {
  const row = infoRow(db, session);
  return {
    token: session.key,
    id: session.userId,
    ...userFields(row),
    role: row.is_staff === 1 ? 'manager' : 'cashier',
    created: session.created,
    company_id: session.companyId,
    company_code: row.company_code,
    company_name: row.company_name,
    location_id: row.location_id,
    location: row.location,
    terminal_id: row.terminal_id,
    terminal: row.terminal,
    till_id: session.tillId,
    till: row.till,
    app_session_id: session.tokenId,
    app_session: `${row.terminal} / ${row.till}`,
    permissions: permissions(session),
  };
}

const userFields = (row: InfoRow) => ({
  username: row.username,
  first_name: row.first_name,
  last_name: row.last_name,
  full_name: `${row.first_name} ${row.last_name}`,
  is_active: true,
  is_staff: row.is_staff === 1,
});

/** The answer of `/auth/companies/`, by rising company id (service-api, Company). */
export function linkedCompanies(db: PracticeDatabase, session: Session): object[] {
  const companies = prepared<[number], CompanyRow>(
    db,
    `SELECT c.id, c.code, c.company_name, m.is_staff, m.is_salesman,
              c.demo_plan_id IS NOT NULL AS is_demo,
              t.location_id AS last_location_id, t.terminal_id AS last_terminal_id,
              t.id AS last_till_id
       FROM memberships m JOIN companies c ON c.id = m.company_id JOIN tills t ON t.id = m.last_till_id
       WHERE m.user_id = ? ORDER BY c.id`,
  ).all(session.userId);
  const tillsOf = prepared<[number]>(
    db,
    `SELECT id, description, code, terminal_id, terminal, location_id, location
     FROM tills WHERE company_id = ? ORDER BY code`,
  );
  return companies.map((company) => ({
    ...company,
    is_staff: company.is_staff === 1,
    is_salesman: company.is_salesman === 1,
    is_demo: company.is_demo === 1,
    tills: tillsOf.all(company.id),
  }));
}

const permissions = (session: Session): object => ({ stocks: session.mayUseStocks });

function infoRow(db: PracticeDatabase, session: Session): InfoRow {
  const row = prepared<[number], InfoRow>(
    db,
    `SELECT u.username, u.first_name, u.last_name, m.is_staff, m.is_salesman,
              c.code AS company_code, c.company_name, c.demo_plan_id IS NOT NULL AS is_demo,
              t.code AS till_code, t.description AS till, t.terminal_id, t.terminal,
              t.location_id, t.location
       FROM tokens k
       JOIN users u ON u.id = k.user_id
       JOIN companies c ON c.id = k.company_id
       JOIN memberships m ON m.user_id = k.user_id AND m.company_id = k.company_id
       JOIN tills t ON t.id = k.till_id
       WHERE k.id = ?`,
  ).get(session.tokenId);
  if (row === undefined) throw new Error(`Token ${session.tokenId} is bound to nothing.`);
  return row;
}
