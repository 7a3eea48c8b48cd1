// Shows the PIN window's page in a browser as it is; the main process answers as a test says.
import { mount, unmount } from 'svelte';
import { onTestFinished } from 'vitest';
import { err, ok, type AppError } from '../../src-main/contract/errors.ts';
import type { PinAnswer, PinQuestion } from '../../src-main/contract/pin-window.ts';
import { defaultSelling } from '../../src-main/contract/selling.ts';
import type { Language } from '../../src-main/contract/languages.ts';
import PinWindow from '../../src-renderer/pin-window/PinWindow.svelte';
import '../../src-renderer/ui/base.css';
import { sampleProfile } from '../sample-profile.ts';

/** Everything typed is wrong. Returns what was typed, and how often the window was closed. */
export function showPinWindow(
  language: Language,
  question: PinQuestion,
  wrong: AppError = { code: 'pin_wrong' },
) {
  const typed = { answers: [] as PinAnswer[], closed: 0 };
  const pin = {
    question: () => Promise.resolve(err({ code: 'not_found' })),
    answer: (answer: PinAnswer) => {
      typed.answers.push(answer);
      return Promise.resolve(err(wrong));
    },
    cancel: () => {
      typed.closed += 1;
      return Promise.resolve(ok(null));
    },
    touch: () => Promise.resolve(ok(null)),
  };
  const { scanner } = defaultSelling;
  const shownQuestion = {
    question,
    profile: sampleProfile,
    language,
    theme: 'light',
    scanner,
    sounds: false,
  } as const;
  const app = mount(PinWindow, { target: document.body, props: { pin, shownQuestion } });
  onTestFinished(() => unmount(app));
  return typed;
}
