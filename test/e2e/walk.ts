// Moves the focus over every control that shows, scans at each, and reports what the scan did
// besides being read.
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { connectScanner, restMs } from './synthetic-scanner.ts';

/** Notes in the page itself what changes between the time before a scan and after it. */
const installed = `
  globalThis.walk ??= (() => {
    const events = [];
    for (const kind of ['click', 'submit', 'change', 'toggle']) {
      // Where the program hears it: what is held back does not come to here. A dialog tells of
      // itself when it has opened.
      const note = ({ target }) => {
        if (!(target instanceof HTMLDialogElement)) events.push(kind + ' ' + nameOf(target));
      };
      document.addEventListener(kind, note, true);
    }
    const heard = [];
    const RealOscillator = OscillatorNode;
    globalThis.OscillatorNode = class extends RealOscillator {
      constructor(context, options) {
        super(context, options);
        heard.push(options.frequency);
      }
    };
    let controls = [];
    const selector = 'a[href], button, input, select, textarea, summary, [tabindex]';
    const nameOf = (element) => {
      if (!(element instanceof Element)) return 'the page';
      const text = element.getAttribute('aria-label') ?? element.labels?.[0]?.innerText ?? element.textContent;
      return element.tagName.toLowerCase() + ' ' + text.trim().replaceAll(/\\s+/g, ' ').slice(0, 60);
    };
    const isThere = (element) =>
      element.isConnected &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.matches(':disabled') &&
      !element.closest('[inert], [data-scan-trial]');
    const top = () => Array.from(document.querySelectorAll('dialog:modal')).at(-1) ?? document.body;
    const valueOf = (element) =>
      'selectedIndex' in element
        ? String(element.selectedIndex)
        : element.matches('[type=checkbox], [type=radio]')
          ? String(element.checked)
          : element.value;
    return {
      collect: () => {
        controls = [null, ...Array.from(top().querySelectorAll(selector)).filter(isThere)];
        return controls.length;
      },
      /** Where the focus is now, and what a code would choose there; null where it cannot be. */
      focus: (at) => {
        const control = controls[at];
        if (control === null) document.activeElement?.blur();
        else if (!isThere(control) || !top().contains(control)) return null;
        else control.focus();
        if (control !== null && document.activeElement !== control) return null;
        const option =
          control instanceof HTMLSelectElement &&
          Array.from(control.options).find((each) => !each.selected && /^\\p{L}/u.test(each.text));
        return {
          name: nameOf(control),
          isPressedBySpace: Boolean(control?.matches('button, summary, [type=checkbox], [type=radio]')),
          isSecret: control instanceof HTMLInputElement && control.type === 'password',
          letter: option ? option.text[0].toUpperCase() : null,
        };
      },
      note: () => {
        const fields = Array.from(document.querySelectorAll('input, select, textarea'));
        globalThis.walk.before = new Map(fields.map((field) => [field, valueOf(field)]));
        globalThis.walk.beforeDialogs = document.querySelectorAll('dialog[open]').length;
        events.length = 0;
        heard.length = 0;
      },
      /**
       * Once something was heard: everything that a scan must not do, and what was heard and said.
       */
      result: async (hash, code) => {
        const isTold = () => heard.length > 0 || top().innerText.includes(code);
        for (let turn = 0; turn < 300 && !isTold(); turn += 1) {
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        // The sound comes before what it is the sound of has been drawn: on a busy machine by so much
        // that the next scan would be blamed for it.
        const shown = () => Array.from(document.querySelectorAll('input, select, textarea'), valueOf).join();
        for (let turn = 0, last = null; turn < 50 && last !== shown(); turn += 1) {
          last = shown();
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        const wrong = events.slice();
        for (const [field, value] of globalThis.walk.before) {
          const now = valueOf(field);
          // A line that is sold once more says so.
          const isOneMore = heard[0] === 1760 && Number(now) - Number(value) === 1;
          if (field.isConnected && now !== value && !isOneMore) wrong.push('“' + value + '” became “' + now + '” in ' + nameOf(field));
        }
        if (location.hash !== hash) wrong.push('went to ' + location.hash);
        if (document.querySelectorAll('dialog[open]').length !== globalThis.walk.beforeDialogs) wrong.push('a dialog');
        const isShown = top().innerText.includes(code);
        const said = Array.from(document.querySelectorAll('.said [role=status] p')).map((each) => each.innerText).join(' ');
        return { wrong, heard: heard.slice(), isShown, said };
      },
    };
  })();
  undefined;
`;

interface Control {
  readonly name: string;
  readonly isPressedBySpace: boolean;
  readonly isSecret: boolean;
  readonly letter: string | null;
}
interface Outcome {
  readonly wrong: readonly string[];
  readonly heard: readonly number[];
  readonly isShown: boolean;
  readonly said: string;
}

/**
 * `sold`: there is one more line; `told`: the code is named in a message; `hidden`: a message
 * without the code, which may be a PIN; `shown`: the screen itself shows what it makes of the scan.
 */
export type Expected = 'sold' | 'told' | 'hidden' | 'shown';

const hit = 1760;
const problem = 220;
/** Codes that no catalogue has, each of them new, so that each can be recognised. */
let nextCode = 10_000;

/**
 * Scans at one control in so many, beginning with one of the first. Returns what went wrong and at
 * which control, and at how many controls it scanned.
 */
export async function walk(
  page: Page,
  expected: Expected,
  product: string,
  { every, first }: { readonly every: number; readonly first: number },
): Promise<{ readonly wrong: readonly string[]; readonly scans: number }> {
  const scanner = await connectScanner(page);
  await page.evaluate(installed);
  const wrong: string[] = [];
  let scans = 0;
  const count = await page.evaluate<number>('walk.collect()');
  for (let at = first % count; at < count; at += every) {
    const control = await page.evaluate<Control | null>(`walk.focus(${at})`);
    if (!control) continue;
    const unknown = `${control.letter ?? ''}${(nextCode += 1)}`;
    const code = expected === 'sold' && !control.letter ? product : unknown;
    const hash = await page.evaluate<string>('(walk.note(), location.hash)');
    await scanner.scan((control.isPressedBySpace ? ' ' : '') + code, 1, 10);
    const outcome = await page.evaluate<Outcome>(
      `walk.result(${JSON.stringify(hash)}, ${JSON.stringify(code)})`,
    );
    scans += 1;
    const isSold = expected === 'sold' && code === product && !control.isSecret;
    const isHidden = expected === 'hidden' || control.isSecret;
    const isSaid = outcome.said.includes(code);
    const said = `said “${outcome.said}”`;
    const problems = [...outcome.wrong];
    if (expected === 'shown' && !isHidden) {
      if (!outcome.isShown) problems.push('showed nothing');
    } else if (outcome.heard[0] !== (isSold ? hit : problem)) problems.push('was not heard');
    if (isHidden ? isSaid || outcome.said === '' : expected === 'told' && !isSaid)
      problems.push(said);
    wrong.push(...problems.map((each) => `${control.name}: ${each}`));
  }
  // What the test presses next is a person's: in a scanner's rhythm its Enter would press nothing.
  await delay(restMs);
  return { wrong, scans };
}
