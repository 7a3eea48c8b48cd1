// Lets a screen that could not be read from the service read it again by itself, so that nobody has
// to watch the connection.
import type { AppError } from '../../src-main/contract/errors.ts';
import { after } from './timer.ts';
import type { Till } from './till.svelte.ts';

const pauseMs = 5000;

/** Errors that pass without anybody doing anything on this screen. */
const passing: readonly AppError['code'][] = [
  'service_unreachable',
  'service_failed',
  'token_refused',
];

/**
 * Must be called while a component starts. If the connection is known to be lost, the outbox
 * watches it, and this does not ask earlier.
 */
export function askAgainWhileUnreachable(
  till: Till,
  error: () => AppError | null,
  ask: () => Promise<void>,
): void {
  $effect(() => {
    const code = error()?.code;
    if (code === undefined || !passing.includes(code)) return;
    if (till.state.connection !== 'online') return;
    return after(pauseMs, () => void ask());
  });
}
