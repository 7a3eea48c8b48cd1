// The texts of labels for the shelf, in European Portuguese.
import type { Messages } from '../en.ts';
import { count, numeral, plural } from './formats.ts';

export const ptPTLabels: Messages['labels'] = {
  title: 'Etiquetas de prateleira',
  open: 'Etiquetas',
  openOf: (name) => `Imprimir uma etiqueta de ${name}`,
  print: 'Imprimir etiquetas',
  printOne: 'Imprimir etiqueta',
  savePdf: 'Guardar PDF',
  what: 'O que se imprime',
  comesTo: (products, labels, paper) =>
    `${count(products, { one: 'produto', other: 'produtos' })}, ${count(labels, { one: 'etiqueta', other: 'etiquetas' })}${
      paper === null ? '' : `, ${count(paper, { one: 'folha', other: 'folhas' })}`
    }.`,
  leftOut: (products) =>
    products === 0
      ? ''
      : `${count(products, { one: 'produto', other: 'produtos' })} sem preço: sem etiqueta.`,
  looking: 'A contar…',
  paper: 'Papel',
  papers: { sheet: 'Folhas A4', roll: 'Impressora de talões' },
  sheet: 'Etiquetas na folha',
  sheets: {
    '3x8': '24 por folha, 70 × 37 mm',
    '4x10': '40 por folha, 52,5 × 29,7 mm',
    '3x7': '21 por folha, 63,5 × 38,1 mm',
    '2x7': '14 por folha, 99,1 × 38,1 mm',
    '5x13': '65 por folha, 38,1 × 21,2 mm',
  },
  first: 'Primeira etiqueta livre',
  firstHint: (most) =>
    `De 1 a ${most}, contadas linha a linha: o que já foi usado da folha fica em branco.`,
  firstWrong: (most) => `Um número de 1 a ${most}.`,
  copies: 'Cópias de cada',
  copiesWrong: (most) => `Um número de 1 a ${most}.`,
  printer: 'Impressora',
  usualPrinter: 'A impressora predefinida do sistema',
  language: 'Idioma',
  noRoll: 'Precisa de uma impressora térmica, que se escolhe em Definições, Impressora.',
  rollHint: 'Os talões continuam a poder sair entretanto.',
  preview: 'A primeira página, como é impressa',
  printed: 'Enviado para a impressora.',
  jobTitle: (labels) =>
    plural(labels, { one: 'Uma etiqueta', other: `Conjunto de ${numeral(labels)} etiquetas` }),
  pageTitle: 'Etiquetas',
  byMeasure: 'a peso ou medida',
  practice: 'PRÁTICA',
  practiceTranslation: '',
};
