// Tests at which field, and in which words, an error of a sign-in is shown.
import { describe, expect, test } from 'vitest';
import { messagesFor } from '../../../../resources/messages/catalogue.ts';
import { languages } from '../../../../src-main/contract/languages.ts';
import type { AppError } from '../../../../src-main/contract/errors.ts';
import {
  fieldOfError,
  fieldToMend,
  problemSentence,
} from '../../../../src-renderer/sign-in/entry-errors.ts';

const refusedAt = (field: string): AppError => ({
  code: 'sign_in_refused',
  errors: [{ field, message: 'no', code: 'unknown' }],
});

test('a token that is refused is told at the token, where there is one', () => {
  expect(fieldOfError({ code: 'token_refused' }, 'token')).toBe('token');
  expect(fieldOfError({ code: 'token_refused' }, 'password')).toBeNull();
});

test('a value of no field of the form has no place at one', () => {
  expect(fieldOfError({ code: 'invalid_value', field: 'planId' }, 'sandbox')).toBeNull();
  expect(fieldOfError({ code: 'invalid_value', field: 'constructor' }, 'sandbox')).toBeNull();
});

test('after a refusal one goes on at the code that is refused, or else at the password', () => {
  expect(fieldToMend(refusedAt('company_code'), 'password')).toBe('companyCode');
  expect(fieldToMend(refusedAt('till_code'), 'password')).toBe('tillCode');
  expect(fieldToMend(refusedAt('username'), 'password')).toBe('password');
  expect(fieldToMend({ code: 'sign_in_refused', errors: [] }, 'sandbox')).toBe('password');
});

test('after an answer of something else one goes on at the address that was asked first', () => {
  const error: AppError = { code: 'not_the_service', status: 200 };
  expect(fieldToMend(error, 'password')).toBe('serviceAddress');
  expect(fieldToMend(error, 'earlier')).toBe('earlierAddress');
});

test('where nothing is to be mended, one tries again', () => {
  const error: AppError = { code: 'service_unreachable', reason: 'no_network' };
  expect(fieldToMend(error, 'password')).toBeNull();
});

describe.each(languages)('in %s', (language) => {
  const messages = messagesFor(language);
  const { signIn } = messages;

  test('what is to be filled in says its name', () => {
    expect(problemSentence(messages, 'token', 'missing')).toBe(signIn.required(signIn.token));
    expect(problemSentence(messages, 'tillCode', 'other_code_too')).toBe(signIn.otherCodeToo);
  });

  test('both addresses say what an address must be', () => {
    const [service, earlier] = (['serviceAddress', 'earlierAddress'] as const).map((field) =>
      problemSentence(messages, field, { code: 'invalid_value', field }),
    );
    expect(service).toContain('https://');
    expect(earlier).toBe(service);
  });

  test('a token is not called a password', () => {
    const sentence = problemSentence(messages, 'token', { code: 'token_refused' });
    expect(sentence).toBe(signIn.tokenRefused);
    expect(problemSentence(messages, 'token', { code: 'invalid_value', field: 'token' })).toBe(
      signIn.unusable(signIn.token),
    );
  });
});
