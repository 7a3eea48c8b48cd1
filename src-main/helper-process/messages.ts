// What a helper and main say to each other. Electron clones it: an error would lose its code.
import { codeOf } from '../contract/errors.ts';

export interface HelperRequest {
  readonly name: string;
  readonly job: unknown;
}

export type HelperMessage =
  | { readonly kind: 'progress'; readonly progress: unknown }
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly error: ThrownError };

/** What those who catch an error ask about it. */
interface ThrownError {
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: unknown;
  readonly syscall?: unknown;
}

export function thrownError(error: unknown): ThrownError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack, syscall } = error as Error & ThrownError;
  return { message, stack, code: codeOf(error), syscall };
}

export function thrownFrom({ message, ...rest }: ThrownError): Error {
  const known = Object.entries(rest).filter(([, value]) => value !== undefined);
  return Object.assign(new Error(message), Object.fromEntries(known));
}
