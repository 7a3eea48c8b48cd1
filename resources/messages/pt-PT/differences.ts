// In what a document differs from what was sold, in European Portuguese.
import type { Messages } from '../en.ts';
import { count } from './formats.ts';

export const ptPTDifferences: Messages['differences'] = {
  fields: {
    total: 'Total',
    taxNumber: 'NIF',
    customer: 'Cliente',
    date: 'Data',
    serie: 'Série',
    lineCount: 'Número de linhas',
  },
  none: 'nenhum',
  title: 'O documento não é o que se vendeu:',
  values: (sold, shown) => `vendido ${sold}, no documento ${shown}`,
  paid: 'O cliente pagou o que a caixa disse, e é isso que conta na gaveta.',
  notCarriedOut: {
    cancel: (by) =>
      `${by} pediu para cancelar esta venda, mas o serviço tem o documento dela: a venda mantém-se. Se o dinheiro foi devolvido, credite o documento no serviço de faturação ou peça ao cliente que pague.`,
    correct: (by) =>
      `${by} pediu para corrigir esta venda, mas o serviço tem o documento dela tal como estava: mantém-se sem correção. Acerte-o no serviço de faturação.`,
  },
  tickOff: 'Tomei conhecimento',
  seen: (by, instant) => `Visto por ${by} em ${instant}.`,
  toSee: (number) =>
    `${count(number, { one: 'venda tem', other: 'vendas têm' })} algo que alguém tem de ver. Abra cada uma e confirme:`,
  inReport: (reference, field) => `${reference}: ${field}`,
};
