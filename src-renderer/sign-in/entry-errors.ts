// Finds the field of the sign-in to which an error of main belongs, where a person goes on, and the
// words for it.
import type { Messages } from '../../resources/messages/en.ts';
import { errorSentence } from '../../resources/messages/sentences.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import type { SignInWay } from '../../src-main/contract/sign-in.ts';

export type EntryField =
  | 'earlierAddress'
  | 'serviceAddress'
  | 'token'
  | 'username'
  | 'password'
  | 'companyCode'
  | 'tillCode';

/**
 * What is wrong at a field: it is empty, it is empty while the other code is not, or what main says
 * of it.
 */
export type Problem = 'missing' | 'other_code_too' | AppError;

const fieldOfName = new Map<string, EntryField>([
  ['earlierAddress', 'earlierAddress'],
  ['serviceAddress', 'serviceAddress'],
  ['token', 'token'],
  ['username', 'username'],
  ['password', 'password'],
  ['companyCode', 'companyCode'],
  ['tillCode', 'tillCode'],
  // These are the names under which the service refuses something (service-api, Account)
  ['company_code', 'companyCode'],
  ['till_code', 'tillCode'],
]);

/** Returns null if the error concerns no single field. */
export function fieldOfError(error: AppError, way: SignInWay): EntryField | null {
  switch (error.code) {
    case 'invalid_value':
      return fieldOfName.get(error.field) ?? null;
    case 'wrong_company':
      return 'companyCode';
    case 'wrong_till':
    case 'till_unknown':
      return 'tillCode';
    case 'token_refused':
      return way === 'token' ? 'token' : null;
    default:
      return null;
  }
}

/**
 * Returns where to go on after an error that belongs to no field; null if trying again may be all
 * there is to do.
 */
export function fieldToMend(error: AppError, way: SignInWay): EntryField | null {
  switch (error.code) {
    case 'sign_in_refused': {
      const [fieldError] = error.errors;
      const field = fieldError && fieldOfName.get(fieldError.field);
      return field === 'companyCode' || field === 'tillCode' ? field : 'password';
    }
    case 'not_the_service':
      return way === 'earlier' ? 'earlierAddress' : 'serviceAddress';
    case 'wrong_company':
    case 'wrong_till':
    case 'token_refused':
      return way === 'token' ? 'token' : 'username';
    default:
      return null;
  }
}

export function problemSentence(messages: Messages, field: EntryField, problem: Problem): string {
  const { signIn } = messages;
  if (problem === 'missing') return signIn.required(signIn[field]);
  if (problem === 'other_code_too') return signIn.otherCodeToo;
  switch (problem.code) {
    case 'token_refused':
      return signIn.tokenRefused;
    case 'invalid_value':
      return field === 'serviceAddress' || field === 'earlierAddress'
        ? errorSentence(messages.errors, { code: 'invalid_value', field: 'serviceAddress' })
        : signIn.unusable(signIn[field]);
    default:
      return errorSentence(messages.errors, problem);
  }
}
