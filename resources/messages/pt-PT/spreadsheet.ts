// Why a spreadsheet cannot be imported, in European Portuguese.
import type {
  SpreadsheetBound,
  SpreadsheetError,
  SpreadsheetProblem,
} from '../../../src-main/contract/spreadsheet.ts';
import type { PartSentences } from '../sentences.ts';
import { numeral } from './formats.ts';

const problems: Readonly<Record<SpreadsheetProblem, string>> = {
  other_format:
    'Esta folha de cálculo está num formato antigo que a caixa não lê. Abra-a no programa de folhas de cálculo, guarde-a como xlsx ou CSV e escolha esse ficheiro.',
  no_spreadsheet:
    'Este ficheiro não é uma folha de cálculo (xlsx, xls, ods) nem texto. Abra-o no programa que o fez, guarde-o como xlsx ou CSV e escolha esse ficheiro.',
  web_page:
    'Isto é uma página Web e não uma tabela de produtos. Abra-a no programa de folhas de cálculo, guarde-a como xlsx ou CSV e escolha esse ficheiro.',
  pdf: 'Isto é um PDF, que não tem colunas. Peça a lista como xlsx ou CSV a quem o fez e escolha esse ficheiro.',
  picture:
    'Isto é uma imagem e não uma tabela de produtos. Escreva a lista num programa de folhas de cálculo, guarde-a como xlsx ou CSV e escolha esse ficheiro.',
  protected:
    'Esta folha de cálculo está protegida por palavra-passe. Guarde-a sem palavra-passe, como xlsx ou CSV, e escolha esse ficheiro.',
  damaged:
    'Esta folha de cálculo está danificada ou incompleta, por isso nada dela foi usado. Abra-a no programa de folhas de cálculo, volte a guardá-la como xlsx ou CSV e escolha esse ficheiro.',
};

const bounds: Readonly<Record<SpreadsheetBound, (most: string) => string>> = {
  megabytes: (most) => `A folha de cálculo tem mais de ${most} MB.`,
  unpackedMegabytes: (most) => `Descomprimida, a folha de cálculo tem mais de ${most} MB.`,
  memoryMegabytes: (most) => `Ler a folha de cálculo exige mais de ${most} MB de memória.`,
  minutes: (most) => `Ler a folha de cálculo demora mais de ${most} minutos.`,
};

export const ptPTSpreadsheetErrors: PartSentences<SpreadsheetError> = {
  spreadsheet_unusable: ({ problem }) => `${problems[problem]} O catálogo está como estava.`,
  spreadsheet_too_large: ({ bound, most }) =>
    `${bounds[bound](numeral(most))} A caixa não lê maiores: deixe de fora o que não se vende, ou guarde-a como CSV, e escolha esse ficheiro. O catálogo está como estava.`,
};
