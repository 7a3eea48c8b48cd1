// Answers to "create this document": status, body, and what they say about the sale.
import { documentedRefusal, htmlPage } from '../fault.ts';
import type { Seeded } from '../seeded.ts';
import { arrayText, nested, objectText, shuffled, type Fields } from './json-text.ts';
import { oddDocument } from './odd-documents.ts';
import { afterwards, createdUnclear, unclear, type Effect, type Said } from './said.ts';
import { oddField, oddJson, oddText } from './surprises.ts';

export interface SpokenAnswer {
  readonly status: number;
  readonly text: string;
  readonly said: Said;
}

interface Text {
  readonly text: string;
  readonly said: Said;
}

interface Sale {
  readonly reference: string;
  readonly totalCents: number;
}

const oddShares = [0, 0.03, 0.1, 0.3] as const;

export function creationAnswer(random: Seeded, kind: CreationKind, sale: Sale): SpokenAnswer {
  switch (kind) {
    case 'created': {
      const { text, said } = misshapen(random, createdText(random, sale));
      return { status: 201, text, said: said.verdict === 'accepted' ? said : createdUnclear };
    }
    case 'refused':
      return { status: 400, ...misshapen(random, refusalText(random)) };
    case 'turned_away':
      return turnedAway(random);
    case 'another_status':
      return { status: anotherStatus(random), text: anyText(random, sale), said: unclear };
    case 'another_body':
      return anotherBody(random, sale);
  }
}

export const creationKinds = [
  'created',
  'refused',
  'turned_away',
  'another_status',
  'another_body',
] as const;
export type CreationKind = (typeof creationKinds)[number];

function createdText(random: Seeded, { reference, totalCents }: Sale): Text {
  const document = oddDocument(random, {
    id: random.chance(0.1)
      ? random.pick([0, -7])
      : random.pick([random.between(1, 1_000_000), Number.MAX_SAFE_INTEGER]),
    reference,
    isOurs: !random.chance(0.1),
    totalCents,
    oddShare: random.pick(oddShares),
  });
  const isAsAsked =
    document.id === 'readable' &&
    document.reference === 'ours' &&
    document.isOurNature &&
    document.isFinalized;
  return {
    text: document.json,
    said: isAsAsked
      ? afterwards({ verdict: 'accepted', plain: true }, document.effect)
      : createdUnclear,
  };
}

const refusal: Fields = [
  ['message', '"Valor obrigatório."'],
  ['code', '"required"'],
  ['field', '"details"'],
];

/** Elements of `errors` that give no information. */
const saysNothing = ['null', '"text"', '{}', '[]', '7', '{"field":"details"}', '[[]]'] as const;

function refusalText(random: Seeded): Text {
  const refused: Said = { verdict: 'refused', plain: true };
  const proper = objectText(refusal);
  if (random.chance(0.5)) {
    const errors = Array.from({ length: random.between(1, 4) }, () =>
      objectText(
        shuffled(random, [
          ...refusal.map(([name, json]): readonly [string, string] => [
            name,
            random.chance(0.2) ? oddText(random) : json,
          ]),
          ...(random.chance(0.2) ? [oddField(random)] : []),
        ]),
      ),
    );
    const extra = random.chance(0.3) ? [oddField(random)] : [];
    return { text: objectText([...extra, ['errors', arrayText(errors)]]), said: refused };
  }
  if (random.chance(0.3)) {
    const errors = random.pick([
      [proper, random.pick(saysNothing)],
      [random.pick(saysNothing), proper],
      [objectText(refusal.slice(0, 1))],
      [objectText(refusal.slice(1))],
    ]);
    const text = objectText([['errors', arrayText(errors)]]);
    return { text, said: afterwards(refused, 'muddling') };
  }
  const empty = random.pick(saysNothing);
  const text = random.pick([
    `{"errors":${random.pick(['{}', '[]', 'null', '"no"', '7', 'true'])}}`,
    `{"errors":[${empty}]}`,
    `{"errors":[${empty},${random.pick(saysNothing)}]}`,
    `{"errors":[[${proper}]]}`,
    `{"errors":[{"errors":[${proper}]}]}`,
    `{"errors":{"0":${proper},"length":1}}`,
    `{"errors":{"details":["Valor obrigatório."]}}`,
    `{"errors":[{"message":7,"code":null,"field":{}}]}`,
    `{"error":${proper}}`,
    `{"Errors":[${proper}]}`,
    `{"__proto__":{"errors":[${proper}]}}`,
    `{"constructor":{"errors":[${proper}]}}`,
    `[${proper}]`,
    proper,
    `{"detail":"Not allowed."}`,
  ]);
  return { text, said: unclear };
}

function turnedAway(random: Seeded): SpokenAnswer {
  const status = random.pick([401, 403, 404, 405]);
  const said: Said = { verdict: 'turned_away', plain: true };
  if (random.chance(0.6)) return { status, text: '', said };
  return {
    status,
    text: random.pick([htmlPage, '{"detail":"No."}', documentedRefusal, oddJson(random)]),
    said: { ...said, plain: false },
  };
}

const documented: readonly number[] = [201, 400, 401, 403, 404, 405];

function anotherStatus(random: Seeded): number {
  // The most credible wrong answers, so they come more often than by chance.
  if (random.chance(0.3)) return random.pick([200, 202, 203, 206]);
  const status = random.chance(0.5)
    ? random.pick([200, 202, 204, 206, 301, 302, 303, 307, 308, 402, 408, 409, 422, 429, 500, 503])
    : random.between(200, 999);
  return documented.includes(status) ? 200 : status;
}

/** A text that would be believed with its own status, or some other text. */
const anyText = (random: Seeded, sale: Sale): string =>
  random.pick([
    createdText(random, sale).text,
    documentedRefusal,
    random.pick([htmlPage, '', oddJson(random)]),
  ]);

/** A status that is believed, with a body that does not belong to it. */
function anotherBody(random: Seeded, sale: Sale): SpokenAnswer {
  const status = random.pick([201, 400]);
  const ofTheOther = status === 201 ? documentedRefusal : createdText(random, sale).text;
  const text = random.pick([htmlPage, '', ofTheOther, oddJson(random)]);
  return { status, text, said: status === 201 ? createdUnclear : unclear };
}

const halfMillion = nested(500_000);

/** The text as it is, or with a change to its shape as a whole. */
function misshapen(random: Seeded, { text, said }: Text): Text {
  if (random.chance(0.8)) return { text, said };
  if (random.chance(0.01)) return { text: halfMillion, said: unclear };
  if (random.chance(0.01)) {
    const among = `${text.slice(0, -1)},"surprise":${halfMillion}}`;
    return { text: among, said: afterwards(said, 'muddling') };
  }
  const [effect, shaped] = random.pick<readonly [Effect, string]>([
    ['harmless', ` \r\n\t${text}\n\n`],
    ['unsaying', text.slice(0, random.between(0, text.length - 1))],
    ['unsaying', text.slice(random.between(1, text.length))],
    ['unsaying', text + text],
    ['unsaying', `${text}${htmlPage}`],
    ['unsaying', `)]}',\n${text}`],
    ['unsaying', `/* */${text}`],
    ['unsaying', `${text.slice(0, -1)},}`],
    ['unsaying', `${text.slice(0, -1)},"x":NaN}`],
    ['unsaying', text.replaceAll('"', "'")],
    ['unsaying', JSON.stringify(text)],
    ['unsaying', `[${text}]`],
    ['unsaying', `{"data":${text}}`],
    ['unsaying', `{"results":[${text}]}`],
    ['unsaying', `callback(${text})`],
    ['unsaying', `${text}\0`],
  ]);
  return { text: shaped, said: afterwards(said, effect) };
}
