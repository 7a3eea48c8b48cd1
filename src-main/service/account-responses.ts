// The account's answers: the token, what it is bound to, and the companies of its user.
import * as v from 'valibot';
import { ok, type Result } from '../contract/errors.ts';
import { textIn } from './loose-document.ts';
import { identifier, parseAnswer } from './responses.ts';

/** A token that an HTTP header can carry. */
const loginSchema = v.object({ key: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,4096}$/)) });

/** service-api, Access token. */
export function parseLogin(body: unknown): Result<string> {
  const login = parseAnswer(loginSchema, body);
  return login.ok ? ok(login.value.key) : login;
}

/** Whose token it is, and what it is bound to (service-api, Token information). */
export interface TokenInfo {
  readonly userName: string;
  readonly companyCode: string;
  readonly companyName: string | null;
  readonly tillCode: string | null;
  readonly tillName: string | null;
  readonly terminalName: string | null;
}

const tokenInfoSchema = v.object({
  user: v.object({ full_name: v.string() }),
  company: v.looseObject({ code: v.string() }),
  // "Further top-level fields (terminal and similar)": not shown, so whatever they are is welcome.
  till: v.optional(v.unknown()),
  terminal: v.optional(v.unknown()),
});

export function parseTokenInfo(body: unknown): Result<TokenInfo> {
  const info = parseAnswer(tokenInfoSchema, body);
  if (!info.ok) return info;
  const { user, company, till, terminal } = info.value;
  return ok({
    userName: user.full_name,
    companyCode: company.code,
    companyName: textIn(company, ['company_name', 'name']),
    tillCode: textIn(till, ['code']),
    tillName: typeof till === 'string' ? till : textIn(till, ['description', 'name', 'code']),
    terminalName:
      typeof terminal === 'string' ? terminal : textIn(terminal, ['description', 'name', 'code']),
  });
}

export interface Company {
  readonly code: string;
  readonly name: string;
  readonly tills: readonly { readonly code: string; readonly name: string }[];
}

/** Sign-in takes codes as text; a till's is an integer here (service-api, Company). */
const codeAsText = v.pipe(v.union([v.string(), identifier]), v.transform(String));
const companiesSchema = v.array(
  v.pipe(
    v.object({
      code: codeAsText,
      company_name: v.fallback(v.string(), ''),
      tills: v.optional(
        v.array(
          v.pipe(
            v.object({ code: codeAsText, description: v.fallback(v.string(), '') }),
            v.transform(({ code, description }) => ({ code, name: description })),
          ),
        ),
        [],
      ),
    }),
    v.transform(({ company_name: name, ...company }): Company => ({ ...company, name })),
  ),
);

/** Companies need a code, tills too; a missing name is empty. */
export function parseCompanies(body: unknown): Result<readonly Company[]> {
  return parseAnswer(companiesSchema, body);
}
