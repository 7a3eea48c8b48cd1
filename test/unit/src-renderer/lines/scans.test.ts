// Scans become lines in the order of the scans, commands, or problems that stay.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import type { Scanned } from '../../../../src-main/contract/selling.ts';
import { ok, type AppError, type Result } from '../../../../src-main/contract/errors.ts';
import { weighedByLabels } from '../../../../src-main/contract/label-price.ts';
import { oneUnit, quantitySchema, unitPriceSchema } from '../../../../src-main/contract/money.ts';
import type { ScanSaid } from '../../../../src-renderer/scanning/scan-desk.svelte.ts';
import { Scans, secondReadMs } from '../../../../src-renderer/lines/scans.svelte.ts';
import { aWhile, product, tillThatAnswers, unitPrice } from '../sell/catalogue-till.ts';

const quantity = (thousandths: number) => v.parse(quantitySchema, thousandths);
const foundProduct = (code: string, change: Partial<Extract<Scanned, { kind: 'product' }>> = {}) =>
  ok<Scanned>({
    ...{ kind: 'product', product: product(code), quantity: oneUnit, isFromLabel: false },
    unitPrice,
    ...change,
  });

/** Returns scans whose look-ups are answered by the test, and what was asked, done and heard. */
function rig(lookUp: (text: string) => Result<Scanned> | Promise<Result<Scanned>>) {
  const requests: string[] = [];
  const done: string[] = [];
  const sounds: string[] = [];
  const messages: ScanSaid[] = [];
  const till = tillThatAnswers('sell.scan', (text) => {
    requests.push(text);
    return lookUp(text);
  });
  const scans = new Scans({
    till,
    add: ({ code }, thousandths, micros) => done.push(`${code} ${thousandths} ${micros}`),
    say: (what) => messages.push(what),
  });
  scans.command = (command, before) => {
    done.push(command.kind === 'key' ? command.key : command.kind);
    if (command.kind === 'key') scans.typeNumber((before.isKey ? scans.typed : '') + command.key);
    if (command.kind === 'times') scans.typeNumber(`${scans.typed}*`);
    return command.kind === 'undo' ? 'idle' : null;
  };
  scans.sound = (sound) => sounds.push(sound);
  /** Scans these at once, and waits until all have been looked up. */
  const enter = async (...codes: readonly string[]) => {
    for (const code of codes) scans.enter(code);
    await aWhile();
  };
  return { scans, enter, requests, done, heard: sounds, messages };
}

const unknown = ok<Scanned>({ kind: 'unknown' });
const problemsOf = (scans: Scans) => scans.problems.map(({ text, kind }) => `${text} ${kind}`);

test('lines come in the order of the scans, however late a look-up answers', async () => {
  const { enter, done, requests } = rig(async (code) => {
    await aWhile(code === 'A' ? 10 : 0);
    return foundProduct(code);
  });
  await enter('A', 'B', 'cf-pay', 'C');
  expect(requests).toEqual(['A', 'B', 'C']);
  expect(done).toEqual(['A 1000 800000', 'B 1000 800000', 'pay', 'C 1000 800000']);
});

test('a hundred scans at once are all kept, in order', async () => {
  const { enter, done, heard } = rig((code) => foundProduct(code));
  const codes = Array.from({ length: 100 }, (_, index) => `P${index}`);
  await enter(...codes);
  expect(done).toEqual(codes.map((code) => `${code} 1000 800000`));
  expect(heard).toEqual(codes.map(() => 'hit'));
});

test('the weight and the price that a code carries are the line’s', async () => {
  const carried = { quantity: quantity(512), unitPrice: v.parse(unitPriceSchema, 3_990_000) };
  const { enter, done } = rig((code) => foundProduct(code, carried));
  await enter('2712345005124');
  expect(done).toEqual(['2712345005124 512 3990000']);
});

test('a quantity and an asterisk in the product field count for the next scan only', async () => {
  const { scans, done } = rig((code) =>
    foundProduct(code, code === 'W' ? { quantity: quantity(512) } : {}),
  );
  scans.typed = '3*';
  scans.enter('A');
  scans.enter('B');
  scans.typed = ' 0,5 * ';
  scans.enter('W');
  expect(scans.typed).toBe('');
  scans.typed = 'caf';
  scans.enter('C');
  expect(scans.typed).toBe('caf');
  await aWhile();
  expect(done.map((line) => line.replace(' 800000', ''))).toEqual([
    'A 3000',
    'B 1000',
    'W 256',
    'C 1000',
  ]);
});

test('three labels come to three times their price, though three times their weight would not', async () => {
  const labelPrice = v.parse(unitPriceSchema, 12_340_000);
  const cheese = {
    ...product('CHEESE'),
    unit: 'kg',
    unitPrice: v.parse(unitPriceSchema, 18_900_000),
  };
  const { quantity: weight } = weighedByLabels(cheese, oneUnit, labelPrice);
  const weighed = { product: cheese, quantity: weight, unitPrice: cheese.unitPrice };
  const { scans, enter, done } = rig((code) => foundProduct(code, { ...weighed, labelPrice }));
  scans.enter('A');
  scans.typed = '3*';
  await enter('B');
  expect(done).toEqual(['CHEESE 653 18900000', 'CHEESE 1959 18899000']);
});

test('a quantity counts as given if somebody typed it, or if the label has it', async () => {
  const givenTexts: string[] = [];
  const scans = new Scans({
    till: tillThatAnswers('sell.scan', (code) =>
      foundProduct(code, { isFromLabel: code === 'LABEL' }),
    ),
    add: ({ code }, _quantity, _price, _label, isGiven) => givenTexts.push(`${code} ${isGiven}`),
  });
  for (const typed of ['A', 'LABEL', '1*B']) await scans.enterTyped(typed);
  scans.typed = '1,250*';
  expect(scans.takeQuantity('C')).toEqual({ quantity: 1250, isGiven: true });
  expect(scans.takeQuantity('C')).toEqual({ quantity: 1000, isGiven: false });
  expect(givenTexts).toEqual(['A false', 'LABEL true', 'B true']);
});

test('what is unknown, misread or fails is a problem with a sound, and the scans behind it go on', async () => {
  const answers: Record<string, Result<Scanned>> = {
    U: unknown,
    M: ok({ kind: 'misread' }),
    F: { ok: false, error: { code: 'disk_full' } satisfies AppError },
  };
  const { scans, enter, done, heard, messages } = rig(
    (code) => answers[code] ?? foundProduct(code),
  );
  await enter('U', 'A', 'M', 'F');
  expect(problemsOf(scans)).toEqual(['U unknown', 'M misread', 'F failed']);
  expect(done).toEqual(['A 1000 800000']);
  expect(heard).toEqual(['problem', 'hit', 'problem', 'problem']);
  expect(messages).toEqual([
    { kind: 'not_added', code: 'U', why: 'unknown' },
    { kind: 'not_added', code: 'M', why: 'misread' },
    { kind: 'not_added', code: 'F', why: 'failed' },
  ]);
});

test('a bug in one look-up does not stop the scans behind it', async () => {
  const { scans, done } = rig((code) => {
    if (code === 'typed') throw new Error('a bug');
    return foundProduct(code);
  });
  const typed = scans.enterTyped('typed');
  scans.enter('A');
  await expect(typed).rejects.toThrow('a bug');
  await aWhile();
  expect(done).toEqual(['A 1000 800000']);
});

test('what no catalogue can hold is unknown without asking', async () => {
  const { scans, enter, requests } = rig((code) => foundProduct(code));
  await enter('x'.repeat(2001));
  expect(requests).toEqual([]);
  expect(problemsOf(scans)).toEqual([`${'x'.repeat(2001)} unknown`]);
});

test('more than a line can hold is not added', async () => {
  const { scans, enter, done } = rig((code) =>
    foundProduct(code, { quantity: quantity(99_000_000) }),
  );
  scans.typed = '2*';
  await enter('A');
  expect(done).toEqual([]);
  expect(problemsOf(scans)).toEqual(['A failed']);
});

test('the same problem twice is one with its quantities together', async () => {
  const { scans, enter } = rig(() => unknown);
  scans.enter('A');
  scans.enter('B');
  scans.typed = '2*';
  await enter('A');
  expect(scans.problems.map(({ text, quantity }) => [text, quantity])).toEqual([
    ['B', 1000],
    ['A', 3000],
  ]);
});

test('problems stay through whatever else is scanned or typed, and go one by one', async () => {
  const { scans, enter } = rig((code) => (code === 'A' ? foundProduct(code) : unknown));
  await enter('X', 'Y', 'A');
  expect(await scans.enterTyped('nothing')).toMatchObject({ kind: 'unknown' });
  expect(await scans.enterTyped('A')).toBeNull();
  expect(problemsOf(scans)).toEqual(['X unknown', 'Y unknown']);
  scans.dismiss('X');
  expect(problemsOf(scans)).toEqual(['Y unknown']);
});

test('a problem goes with the next good scan of the same code, even of one that was scanned at once', async () => {
  let isThere = true;
  const { scans, enter, done } = rig((code) => (isThere ? foundProduct(code) : unknown));
  scans.enter('A');
  isThere = false;
  await enter('A');
  expect(problemsOf(scans)).toEqual(['A unknown']);
  scans.enter('A');
  isThere = true;
  await enter('A');
  expect(scans.problems).toEqual([]);
  expect(done).toHaveLength(2);
});

test('a command without a screen for it does nothing and says so, and the scans behind it go on', async () => {
  const { scans, enter, done, messages } = rig((code) => foundProduct(code));
  scans.command = null;
  await enter('CF-PAY', 'A');
  expect(done).toEqual(['A 1000 800000']);
  expect(messages).toEqual([{ kind: 'command', code: 'CF-PAY', why: 'elsewhere' }]);
});

test('a command that is done has a sound of its own, and one that is not says why', async () => {
  const { enter, done, heard, messages } = rig((code) => foundProduct(code));
  await enter('CF-HOLD', 'cf-undo', 'A');
  expect(done).toEqual(['hold', 'undo', 'A 1000 800000']);
  expect(heard).toEqual(['done', 'hit']);
  expect(messages).toEqual([{ kind: 'command', code: 'cf-undo', why: 'idle' }]);
});

test('a command read twice at once counts once, and twice if a person scanned another between', async () => {
  const { scans, done, messages } = rig((code) => foundProduct(code));
  for (const code of ['CF-KEY-4', 'CF-KEY-4', 'CF-KEY-2', 'cf-key-2', 'CF-KEY-4', 'A', 'CF-KEY-4'])
    scans.enter(code);
  await aWhile();
  expect(done).toEqual(['4', '2', '4', 'A 1000 800000', '4']);
  expect(messages).toEqual([
    { kind: 'command', code: 'CF-KEY-4', why: 'twice' },
    { kind: 'command', code: 'cf-key-2', why: 'twice' },
  ]);
});

test('a scanned quantity counts for the product behind it, however late those before are found', async () => {
  const { scans, enter, done } = rig(async (code) => {
    await aWhile(code === 'A' ? 10 : 0);
    return foundProduct(code);
  });
  await enter('A', 'CF-KEY-3', 'CF-TIMES', 'B', 'C', 'CF-KEY-2');
  expect(done).toEqual(['A 1000 800000', '3', 'times', 'B 3000 800000', 'C 1000 800000', '2']);
  expect(scans.typed).toBe('2');
});

test('a command is told whether a digit, or the same code, was scanned just before it', async () => {
  const { scans, enter } = rig((code) => foundProduct(code));
  const toldEvents: string[] = [];
  scans.command = (_, { isKey, isSame }) => {
    toldEvents.push([isKey && 'key', isSame && 'same'].filter(Boolean).join(' '));
    return null;
  };
  for (const code of ['CF-KEY-3', 'CF-KEY-2', 'CF-TIMES', 'CF-KEY-5', 'A', 'CF-KEY-5', 'CF-PAY'])
    scans.enter(code);
  await aWhile(secondReadMs + 10);
  await enter('cf-pay', 'CF-PAY-2', 'CF-PAY');
  expect(toldEvents).toEqual(['', 'key', 'key', '', '', 'key', 'same', '', '']);
});

test('a command sounds as done once it is, and says so if it is refused; scans behind it do not wait', async () => {
  const { scans, enter, done, heard, messages } = rig((code) => foundProduct(code));
  const { promise, resolve } = Promise.withResolvers<'not_done' | null>();
  scans.command = () => promise;
  await enter('CF-PAY', 'A');
  expect([done, heard]).toEqual([['A 1000 800000'], ['hit']]);
  resolve('not_done');
  await aWhile();
  expect(heard).toEqual(['hit']);
  expect(messages).toEqual([{ kind: 'command', code: 'CF-PAY', why: 'not_done' }]);
  scans.command = () => Promise.resolve(null);
  await enter('CF-UNDO');
  expect(heard).toEqual(['hit', 'done']);
});

test('a command goes the way of commands while scans are intercepted', async () => {
  const { scans, enter, done } = rig((code) => foundProduct(code));
  const checked: string[] = [];
  scans.intercept((text) => checked.push(text));
  await enter('CF-BACK');
  expect([done, checked]).toEqual([['back'], []]);
});

test('a bug in one command does not stop the scans behind it', async () => {
  const { scans, enter, done } = rig((code) => foundProduct(code));
  const reported = new Promise((resolve) => process.once('unhandledRejection', resolve));
  scans.command = () => {
    throw new Error('a bug');
  };
  await enter('CF-PAY', 'A');
  expect(done).toEqual(['A 1000 800000']);
  expect(await reported).toEqual(new Error('a bug'));
});

test('what is done in its turn waits for the scans before it, and not for those behind it', async () => {
  const { scans, done } = rig(async (code) => {
    await aWhile(code === 'A' ? 10 : 50);
    return foundProduct(code);
  });
  scans.enter('A');
  const counted = scans.inTurn(() => done.push('discount'));
  scans.enter('B');
  expect(await counted).toBe(2);
  expect(done).toEqual(['A 1000 800000', 'discount']);
  await aWhile(60);
  expect(done).toHaveLength(3);
});

test('what is typed has its quantity before the asterisk', async () => {
  const { scans, done } = rig((code) => foundProduct(code));
  await scans.enterTyped('3*CAFE');
  expect(done).toEqual(['CAFE 3000 800000']);
});

test('trying again asks for as many as before', async () => {
  let isThere = false;
  const { scans, enter, done } = rig((code) => (isThere ? foundProduct(code) : unknown));
  scans.typed = '4*';
  await enter('NEW');
  isThere = true;
  const [problem] = scans.problems;
  if (problem) scans.retry(problem);
  expect(scans.problems).toEqual([]);
  await aWhile();
  expect(done).toEqual(['NEW 4000 800000']);
});

test('while scans are intercepted they go to the handler and add nothing', async () => {
  const { scans, enter, requests } = rig((code) => foundProduct(code));
  const checked: string[] = [];
  scans.intercept((text) => checked.push(text));
  scans.enter('A');
  scans.intercept(null);
  await enter('B');
  expect(checked).toEqual(['A']);
  expect(requests).toEqual(['B']);
});

test.each(['FS A/12', 'CF-0B4K-8VPE-0Q4P', 'FS A-12'])(
  'the code of a document, %s, is told as one and is no product that is missing',
  async (code) => {
    const { scans, messages, done } = rig(() => unknown);
    scans.enter(code);
    await aWhile();
    expect(scans.problems).toEqual([]);
    expect(messages).toEqual([{ kind: 'document', code }]);
    expect(done).toEqual([]);
  },
);

test('a product whose code looks like a document’s is sold', async () => {
  const { enter, messages, done } = rig((code) => foundProduct(code));
  await enter('TV LG/42');
  expect(done).toEqual(['TV LG/42 1000 800000']);
  expect(messages).toEqual([]);
});

test('the address in a QR code is looked up, however long', async () => {
  const address = `https://talho.example/${'a/'.repeat(50)}01/95601234500021?3103=001350`;
  const { enter, requests } = rig((code) => foundProduct(code));
  await enter(address);
  expect(requests).toEqual([address]);
});
