// The ways to bring a till to a service (service-api, Account and Authentication).
import * as v from 'valibot';

const address = v.pipe(v.string(), v.trim(), v.maxLength(500));
const username = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));
const password = v.pipe(v.string(), v.minLength(1), v.maxLength(1000));
const code = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100));

/** Who signs in at which service. */
export const credentialsSchema = v.strictObject({ serviceAddress: address, username, password });
export type Credentials = v.InferOutput<typeof credentialsSchema>;

export type Service = Pick<Credentials, 'serviceAddress'>;

/** A token that an HTTP header can carry. */
export const tokenSchema = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,4096}$/));

/** A token that was made in the back office. A shorter one was not copied whole. */
export const madeTokenSchema = v.pipe(v.string(), v.trim(), tokenSchema, v.minLength(8));

/**
 * The company and the till that are meant. Null lets the service bind the token by itself, to what
 * its user used last or what the back office chose.
 */
const meant = { companyCode: v.nullable(code), tillCode: v.nullable(code) };

export const signInSchema = v.variant('way', [
  v.strictObject({
    way: v.literal('password'),
    ...credentialsSchema.entries,
    companyCode: code,
    tillCode: code,
  }),
  /** The demonstration company of a plan; the service chooses if no plan is named. */
  v.strictObject({
    way: v.literal('sandbox'),
    ...credentialsSchema.entries,
    planId: v.nullable(v.pipe(v.number(), v.safeInteger())),
    ...meant,
  }),
  v.strictObject({
    way: v.literal('token'),
    serviceAddress: address,
    token: madeTokenSchema,
    ...meant,
  }),
  /** The earlier interface, with its own address; usernames need be no e-mail addresses. */
  v.strictObject({
    way: v.literal('earlier'),
    earlierAddress: address,
    ...credentialsSchema.entries,
    ...meant,
  }),
]);
export type SignIn = v.InferOutput<typeof signInSchema>;

export const signInWays = ['password', 'sandbox', 'token', 'earlier'] as const;
export type SignInWay = (typeof signInWays)[number];

export interface TillChoice {
  readonly isLast: boolean;
  readonly code: string;
  readonly name: string;
  /** Empty if the service does not say; so is `terminalName`. */
  readonly locationName: string;
  readonly terminalName: string;
}

export interface CompanyChoice {
  readonly code: string;
  readonly name: string;
  readonly isDemo: boolean;
  /** The till that was used last comes first. */
  readonly tills: readonly TillChoice[];
}

/** A demonstration company's plan (service-api, Demonstration plan). */
export interface DemoPlan {
  readonly id: number;
  readonly description: string;
}
