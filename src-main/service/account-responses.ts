// Parses the account's answers: the token, what it is bound to, and the companies of its user.
import * as v from 'valibot';
import { daySchema } from '../contract/calendar.ts';
import { tokenSchema, type DemoPlan } from '../contract/sign-in.ts';
import { isRecord } from './json-object.ts';
import { textIn } from './lenient-values.ts';
import { identifier, parserOf, rowsOf } from './responses.ts';

/** No longer code can be sent to sign in. */
const longestCode = 100;

/** Returns the parser of an answer of which only this field is used. */
const parserOfField = (field: string, schema: v.GenericSchema<string>) =>
  parserOf(
    v.pipe(
      v.object({ [field]: schema }),
      v.transform((answer) => answer[field] ?? ''),
    ),
  );

/** service-api, Access token. */
export const parseLogin = parserOfField('key', tokenSchema);

/** Parses the same for the earlier interface. */
export const parseEarlierLogin = parserOfField('token', tokenSchema);

/** The till's file and its token are found by the code: without one, companies would share them. */
const companyCode = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longestCode));
const someText = v.fallback(v.nullish(v.string(), null), null);
const someId = v.fallback(v.nullish(identifier, null), null);
/** A number that is the same for everybody would tell nobody apart. */
const someUserId = v.fallback(v.nullish(v.pipe(identifier, v.minValue(1)), null), null);

const tokenInfoSchema = v.pipe(
  v.object({
    version: someText,
    user: v.object({ id: someUserId, full_name: v.string() }),
    company: v.looseObject({ code: companyCode, is_demo: v.fallback(v.boolean(), false) }),
    // "Further top-level fields (terminal and similar)": not shown, so any form of them is taken.
    till: v.optional(v.unknown()),
    till_id: someId,
    terminal: v.optional(v.unknown()),
    location: v.optional(v.unknown()),
  }),
  v.transform(({ user, company, till, ...info }) => {
    const nested = v.safeParse(v.object({ id: identifier }), till);
    return {
      userName: user.full_name,
      /** Null for the earlier interface: nothing says that its flat `id` is the user's. */
      userId: user.id,
      companyCode: company.code,
      companyName: textIn(company, ['company_name', 'name']),
      tillId: nested.success ? nested.output.id : info.till_id,
      tillCode: textIn(till, ['code']),
      tillName: nameIn(till),
      terminalName: nameIn(info.terminal),
      locationName: nameIn(info.location),
      interfaceVersion: info.version,
      /** Whether the company is a demonstration; false if the service does not say. */
      isDemo: company.is_demo,
    };
  }),
);

/** Whose token it is, and what it is bound to (service-api, Token information); null if unsaid. */
export type TokenInfo = Readonly<v.InferOutput<typeof tokenInfoSchema>>;

export const parseTokenInfo = parserOf(tokenInfoSchema);

/** Parses which day the service has, `yyyy-mm-dd` (service-api, Token information). */
export const parseServiceDay = parserOfField('today_str', daySchema);

const nameIn = (record: unknown): string | null =>
  typeof record === 'string' ? record : textIn(record, ['description', 'name', 'code']);

/** Parses the earlier interface's flat answer, which names the till by its id alone. */
export const parseEarlierTokenInfo = parserOf(
  v.pipe(
    v.object({
      full_name: v.string(),
      company_code: companyCode,
      company_name: someText,
      location: someText,
      terminal: someText,
      till_id: someId,
      till: someText,
    }),
    v.transform((info): TokenInfo => ({
      userName: info.full_name,
      userId: null,
      companyCode: info.company_code,
      companyName: info.company_name,
      tillId: info.till_id,
      tillCode: null,
      tillName: info.till,
      terminalName: info.terminal,
      locationName: info.location,
      interfaceVersion: null,
      isDemo: false,
    })),
  ),
);

/**
 * Sign-in takes codes as text; a till's is an integer here (service-api, Company). Empty if it
 * cannot be read: one odd company or till must not keep anybody out of the others.
 */
const codeAsText = v.fallback(v.pipe(v.union([v.string(), identifier]), v.transform(String)), '');
/** Reads a row that is no object as one without any field. */
const row = v.pipe(
  v.unknown(),
  v.transform((value) => (isRecord(value) ? value : {})),
);
const textOrNone = v.fallback(v.string(), '');
const tillSchema = v.pipe(
  row,
  v.object({
    id: someId,
    code: codeAsText,
    description: textOrNone,
    location: textOrNone,
    terminal: textOrNone,
  }),
  v.transform(({ description: name, location, terminal, ...till }) => ({
    ...till,
    name,
    locationName: location,
    terminalName: terminal,
  })),
);
/** Stands for tills that cannot be read: one of them may be the one that is meant. */
const unreadTill = { id: null, code: '', name: '', locationName: '', terminalName: '' };
const companiesSchema = rowsOf(
  v.pipe(
    row,
    v.object({
      code: codeAsText,
      company_name: textOrNone,
      is_demo: v.fallback(v.boolean(), false),
      /** The till that the user used last; null if the service does not say. */
      last_till_id: someId,
      tills: v.fallback(v.optional(rowsOf(tillSchema), []), [unreadTill]),
    }),
    v.transform(
      ({ company_name: name, is_demo: isDemo, last_till_id: lastTillId, ...company }) => ({
        ...company,
        name,
        isDemo,
        lastTillId,
      }),
    ),
  ),
);
/** A company of the user (service-api, Company). */
export type Company = Readonly<v.InferOutput<typeof companiesSchema>[number]>;

/** Parses the companies. What cannot be read of them and of their tills is empty. */
export const parseCompanies = parserOf(companiesSchema);

const planSchema = v.pipe(
  v.object({ id: identifier, code: textOrNone, description: textOrNone }),
  v.transform(({ id, code, description }): DemoPlan => ({
    id,
    description: [description, code].find((text) => text.trim() !== '') ?? String(id),
  })),
);
/**
 * service-api, Demonstration plan. One without an id cannot be chosen; where no plan has one, the
 * answer cannot be read.
 */
export const parseDemoPlans = parserOf(
  v.pipe(
    rowsOf(v.fallback(v.nullable(planSchema), null)),
    v.check((plans) => plans.length === 0 || plans.some((plan) => plan !== null)),
    v.transform((plans) => plans.filter((plan) => plan !== null)),
  ),
);
