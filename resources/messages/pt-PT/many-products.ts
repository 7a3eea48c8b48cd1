// The texts of what is done to many products at once, in European Portuguese.
import type { CatalogueView } from '../../../src-main/contract/catalogue.ts';
import { decimalFormat, sharedFormat } from '../../../src-main/contract/format.ts';
import type { Deed, Drops, PriceStep, Refusal } from '../../../src-main/contract/many-products.ts';
import type { PriceRounding } from '../../../src-main/contract/money.ts';
import type { SoldByChoice } from '../../../src-main/contract/sold-by.ts';
import type { Messages } from '../en.ts';
import { count, numeral, plural } from './formats.ts';

const { unitPrice } = sharedFormat('pt-PT');
const percent = decimalFormat('pt-PT', 2, { style: 'unit', unit: 'percent' });
const products = (amount: number): string => count(amount, { one: 'produto', other: 'produtos' });

const steps: Record<PriceStep, string> = {
  millionth: 'Sem arredondar',
  cent: 'Ao cêntimo',
  cents5: 'A 5 cêntimos',
  cents10: 'A 10 cêntimos',
  cents50: 'A 50 cêntimos',
  unit: 'A euros inteiros',
  ends9: 'A acabar em 9 cêntimos',
  ends90: 'A acabar em ,90',
  ends95: 'A acabar em ,95',
  ends99: 'A acabar em ,99',
};

const ways: Record<PriceRounding['way'], string> = {
  nearest: 'Ao mais próximo',
  up: 'Sempre para cima',
  down: 'Sempre para baixo',
};

const refusals: Record<Refusal, string> = {
  no_price: 'sem preço',
  too_low: 'não custaria nada',
  too_high: 'acima do preço mais alto',
};

const soldBys: Record<SoldByChoice, string> = {
  unit: 'Vendidos como diz a unidade',
  piece: 'Vendidos à peça',
  measure: 'Vendidos a peso ou medida',
};

function deedText(deed: Deed): string {
  switch (deed.kind) {
    case 'price': {
      const { direction, percent: by, step, way } = deed;
      const rounded = step === 'millionth' ? '' : `, ${ways[way].toLowerCase()}`;
      const verb = direction === 'up' ? 'Subir' : 'Baixar';
      return `${verb} os preços ${percent(by)}, ${steps[step].toLowerCase()}${rounded}`;
    }
    case 'group':
      return deed.group === '' ? 'Sem família' : `Na família «${deed.group}»`;
    case 'sold_by':
      return soldBys[deed.soldBy];
    case 'remove':
      return 'Remover';
  }
}

function viewText(view: CatalogueView | null): string {
  if (view === null) return 'escolhidos um a um';
  const text = view.text.trim() === '' ? '' : `tudo o que se encontra com «${view.text.trim()}»`;
  const group = view.group === null ? '' : `a família «${view.group}»`;
  if (text === '') return group === '' ? 'todo o catálogo' : `toda ${group}`;
  return group === '' ? text : `${text}, n${group}`;
}

function dropsText({ products: amount, before, after }: Drops): string {
  return `Preços que descem: ${numeral(amount)}; o que mais desce, de ${unitPrice(before)} para ${unitPrice(after)}`;
}

export const ptPTManyProducts: Messages['manyProducts'] = {
  title: 'Produtos escolhidos',
  chosen: (amount) =>
    amount === 0 ? 'Nenhum escolhido' : count(amount, { one: 'escolhido', other: 'escolhidos' }),
  choose: (name) => `Escolher ${name}`,
  chooseAll: 'Escolher todos os encontrados',
  chooseAllOf: (amount) => `Escolher todos (${numeral(amount)})`,
  clear: 'Limpar a escolha',
  tooMany: `Um a um, pode escolher no máximo ${numeral(5000)} produtos. Para mais, procure-os e escolha todos.`,
  change: 'Alterar os escolhidos',
  underWay: 'A alterar…',
  undoLast: 'Anular última alteração',
  heading: (amount) => `Alterar ${products(amount)}`,
  nothingChosen: 'Não há produtos escolhidos. Escolha-os primeiro na lista.',
  kind: 'O que se altera',
  kinds: { price: 'Preço', group: 'Família', sold_by: 'Vendido por', remove: 'Remover' },
  direction: 'Sentido',
  directions: { up: 'Mais caro', down: 'Mais barato' },
  percent: 'Quantos por cento',
  percentWrong: {
    up: 'Uma percentagem é um número como 5 ou 2,5, até 900.',
    down: 'Uma percentagem é um número como 5 ou 2,5, inferior a 100.',
  },
  step: 'Arredondar',
  steps,
  way: 'Para que lado',
  ways,
  group: 'Família',
  groupHint: 'Em branco, deixam de ter família.',
  groupWrong: 'Uma família tem no máximo 80 caracteres, numa só linha.',
  removeHint: 'Os documentos que os referem ficam como estão.',
  preview: 'O que se altera',
  counting: 'A contar…',
  changing: (amount) => `${numeral(amount)} a alterar`,
  parts: {
    changing: (amount) => `A alterar: ${numeral(amount)}`,
    refused: (amount) => `Não se podem alterar: ${numeral(amount)}`,
  },
  same: (amount) =>
    `${products(amount)} já ${plural(amount, { one: 'está', other: 'estão' })} assim.`,
  refused: (why, amount) => `${products(amount)}: ${refusals[why]}.`,
  refusal: (why) => refusals[why],
  columns: { code: 'Código', name: 'Designação', before: 'Agora', after: 'Depois' },
  noGroup: 'nenhuma',
  removed: 'removido',
  unsaid: 'não indicado',
  shortSoldBys: { piece: 'à peça', measure: 'a peso ou medida' },
  begin: (amount) => `Alterar ${products(amount)}`,
  beginRemoval: (amount) => `Remover ${products(amount)}`,
  lookAgain: 'Atualizar',
  working: (amount) => `A alterar ${products(amount)}`,
  workingHint: 'Pode continuar a vender. Muda tudo ao mesmo tempo, quando acabar.',
  progress: (done, all) => `${numeral(done)} de ${numeral(all)}`,
  stop: 'Parar',
  cancel: 'Cancelar',
  done: (amount) =>
    plural(amount, {
      one: 'Alterou-se 1 produto.',
      other: `Alteraram-se ${numeral(amount)} produtos.`,
    }),
  deed: deedText,
  view: viewText,
  drops: dropsText,
  exception: ({ deed, products: amount, view, drops, isUndone }) =>
    [
      `${products(amount)} (${viewText(view)}): ${deedText(deed)}`,
      ...(drops ? [dropsText(drops)] : []),
      ...(isUndone ? ['anulado'] : []),
    ].join('; '),
};
