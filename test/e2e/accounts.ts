// The accounts and tokens of a service: requested over HTTP, or arranged in the service's own
// database.
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { practiceAccount } from '../../src-main/practice-service/accounts.ts';

function withDatabase<Value>(file: string, use: (db: Database.Database) => Value): Value {
  const db = new Database(file);
  try {
    return use(db);
  } finally {
    db.close();
  }
}

/** Makes a token of the ready account for the till, as the back office does. */
export async function makeToken(
  baseUrl: string,
  { companyCode, tillCode }: { readonly companyCode: string; readonly tillCode: string },
): Promise<string> {
  const { username, password } = practiceAccount;
  const answer = await fetch(`${baseUrl}/auth/login/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password, company_code: companyCode, till_code: tillCode }),
  });
  return v.parse(v.object({ key: v.string() }), await answer.json()).key;
}

/** Returns every token that the service issued and did not revoke, oldest first. */
export const issuedTokens = (databaseFile: string): readonly string[] =>
  withDatabase(databaseFile, (db) =>
    db.prepare('SELECT key FROM tokens ORDER BY id').pluck().all().map(String),
  );

export const revokeTokens = (databaseFile: string): void => {
  withDatabase(databaseFile, (db) => db.prepare('DELETE FROM tokens').run());
};

/** A user of the second company only, which has a single till. */
export const onlyTillAccount = { username: 'livros@cais.example', password: 'livros' } as const;

export const addOnlyTillAccount = (databaseFile: string): void => {
  withDatabase(databaseFile, (db) => {
    db.prepare(
      `INSERT INTO users (id, username, password, first_name, last_name)
       VALUES (90, @username, @password, 'Rita', 'Livros')`,
    ).run(onlyTillAccount);
    db.prepare(
      `INSERT INTO memberships (user_id, company_id, is_staff, is_salesman, may_use_stocks, last_till_id)
       SELECT 90, c.id, 1, 1, 1, t.id FROM companies c JOIN tills t ON t.company_id = c.id
       WHERE c.code = 'CAIS'`,
    ).run();
  });
};

/** Returns how many documents of the reference the company's till has issued. */
export const countDocumentsOf = (databaseFile: string, reference: string): number =>
  withDatabase(databaseFile, (db) =>
    Number(
      db.prepare('SELECT count(*) FROM documents WHERE our_reference = ?').pluck().get(reference),
    ),
  );
