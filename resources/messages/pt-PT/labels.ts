// The texts of labels for the shelf, in European Portuguese.
import type { Messages } from '../en.ts';
import { numbersIn } from '../counter.ts';

const number = numbersIn('pt-PT');
const counted = (amount: number, one: string, many: string): string =>
  amount === 1 ? `1 ${one}` : `${number.format(amount)} ${many}`;

export const ptPTLabels: Messages['labels'] = {
  title: 'Etiquetas de prateleira',
  open: 'Etiquetas',
  openOf: (name) => `Imprimir uma etiqueta de ${name}`,
  print: 'Imprimir etiquetas',
  printOne: 'Imprimir etiqueta',
  savePdf: 'Guardar PDF',
  what: 'O que se imprime',
  comesTo: (products, labels, paper) =>
    `${counted(products, 'produto', 'produtos')}, ${counted(labels, 'etiqueta', 'etiquetas')}${
      paper === null ? '' : `, ${counted(paper, 'folha', 'folhas')}`
    }.`,
  leftOut: (products) =>
    products === 0 ? '' : `${counted(products, 'produto', 'produtos')} sem preço: sem etiqueta.`,
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
  rollHint: 'Na impressora de talões, um talão espera por poucas etiquetas, no máximo.',
  preview: 'A primeira página, como é impressa',
  printed: 'Enviado para a impressora.',
  jobTitle: (labels) =>
    labels === 1 ? 'Uma etiqueta' : `Conjunto de ${number.format(labels)} etiquetas`,
  pageTitle: 'Etiquetas',
  byMeasure: 'a peso ou medida',
  practice: 'PRÁTICA',
  practiceTranslation: '',
};
