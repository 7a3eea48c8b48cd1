// The texts of the catalogue and its import, in European Portuguese.
import type { Messages } from '../en.ts';
import { count, numeral, plural } from './formats.ts';

const products = (amount: number): string => count(amount, { one: 'produto', other: 'produtos' });

export const ptPTCatalogue: Messages['catalogue'] = {
  title: 'Importar e exportar',
  current: 'Agora em uso',
  products: 'Produtos',
  number: numeral,
  importedAt: 'Importado',
  never: 'Ainda não',
  export: 'Exportar o catálogo',
  exportHint: 'Para um ficheiro que abre na folha de cálculo e que pode voltar a ser importado.',
  import: 'Importar um ficheiro',
  importHint:
    'Uma folha de cálculo (xlsx, ods), ou um ficheiro de texto (CSV) como a folha de cálculo o guarda. Vê como é lido antes de alguma coisa mudar, e pode continuar a vender.',
  choose: 'Escolher um ficheiro',
  drop: 'ou largue-o aqui',
  used: (amount) => `O novo catálogo está em uso: ${products(amount)}.`,
  sending: (name) => `A abrir ${name}`,
  sendingProgress: 'Aberto até agora',
  stop: 'Parar',
  discard: 'Descartar',
  preview: (name) => `Como se lê ${name}?`,
  previewHint:
    'Verifique o que tem cada coluna e em que se tornam as primeiras linhas. As colunas sem escolha ficam de fora.',
  sheet: 'Folha',
  firstLine: 'A tabela começa em',
  beginning: (line, text) => `Linha ${line}: ${text}`,
  delimiter: 'Separador',
  delimiters: {
    ';': 'Ponto e vírgula',
    ',': 'Vírgula',
    '\t': 'Tabulação',
    '|': 'Barra vertical',
  },
  encoding: 'Codificação',
  encodings: { 'utf-8': 'UTF-8', 'windows-1252': 'Windows-1252', 'utf-16le': 'UTF-16' },
  decimalMark: 'Separador decimal',
  decimalMarks: { ',': 'Vírgula (1,50)', '.': 'Ponto (1.50)' },
  hasHeader: 'A primeira linha tem os nomes das colunas',
  firstRows: 'Primeiras linhas',
  becomes: 'Torna-se',
  column: (name) => `A coluna «${name}» tem`,
  notRead: 'Não se lê',
  fields: {
    code: 'Código',
    description: 'Designação',
    barcodes: 'Código de barras',
    unitPrice: 'Preço com IVA',
    unit: 'Unidade',
    soldBy: 'Vendido por',
    vatLabel: 'IVA',
    group: 'Família',
    quickKey: 'Tecla rápida',
    colour: 'Cor',
  },
  problems: {
    missing: 'Em falta',
    invalid: 'Não pode ser usado',
    too_long: 'Demasiado longo',
    taken: 'Já usado numa linha anterior',
    no_value: 'Tem um erro, ou uma fórmula sem resultado',
    unreadable: 'Não corresponde às colunas, ou não se consegue ler',
  },
  problem: (field, problem) => (field === null ? problem : `${field}: ${problem.toLowerCase()}`),
  missing: (missing) => `Escolha uma coluna para: ${missing.join(', ')}.`,
  read: 'Ler o ficheiro',
  reading: (name) => `A ler ${name}`,
  readingProgress: 'Lido até agora',
  rows: (rows) => count(rows, { one: 'linha', other: 'linhas' }),
  readHint: 'O catálogo em uso fica como está. Pode continuar a vender e voltar aqui.',
  report: (name) => `${name} foi lido`,
  readProducts: (amount) =>
    plural(amount, {
      one: '1 produto pode ser usado.',
      other: `${products(amount)} podem ser usados.`,
    }),
  badRows: (rows) =>
    count(rows, {
      one: 'linha não pôde ser lida e fica de fora.',
      other: 'linhas não puderam ser lidas e ficam de fora.',
    }),
  noBadRows: 'Todas as linhas puderam ser lidas.',
  firstBadRows: (rows) => `As primeiras ${numeral(rows)}:`,
  badRowsTable: 'Linhas que ficam de fora',
  withheldBarcodes: (barcodes) =>
    count(barcodes, {
      one: 'código de barras fica no produto a que foi dado à mão.',
      other: 'códigos de barras ficam nos produtos a que foram dados à mão.',
    }),
  withheldBarcodesTable: 'Códigos de barras que ficam noutros produtos',
  barcodeOwner: 'Fica em',
  codeBarcodes: (barcodes) =>
    count(barcodes, {
      one: 'código de barras é o código de outro produto. Lido no leitor, encontra o produto que o tem como código de barras.',
      other:
        'códigos de barras são códigos de outros produtos. Lidos no leitor, encontram os produtos que os têm como códigos de barras.',
    }),
  codeBarcodesTable: 'Códigos de barras que são códigos de outros produtos',
  codeOwner: 'Código de',
  line: 'Linha',
  field: 'Campo',
  problemColumn: 'Problema',
  text: 'O que lá está',
  wholeRow: 'Linha inteira',
  wrongCheckDigits: (amount) =>
    count(amount, {
      one: 'código de barras tem o dígito de controlo errado. O produto é lido na mesma, com o código tal como está: confirme-o na embalagem.',
      other:
        'códigos de barras têm o dígito de controlo errado. Os produtos são lidos na mesma, com os códigos tal como estão: confirme-os nas embalagens.',
    }),
  wrongCheckDigit: 'Dígito de controlo errado',
  wrongCheckDigitsTable: 'Códigos de barras com o dígito de controlo errado',
  emptySoFar: 'O catálogo ainda está vazio.',
  nothingGoes: 'Os produtos que o ficheiro não tem ficam como estão.',
  goes: (amount, keys) =>
    `Saem ${products(amount)} e ${count(keys, { one: 'tecla rápida', other: 'teclas rápidas' })}.`,
  replaceAll: 'Substituir tudo',
  replaceAllHint:
    'Os produtos que o ficheiro não tem são removidos. Sem isto, o ficheiro acrescenta produtos e atualiza os que têm o mesmo código.',
  useReplacing: 'Substituir tudo',
  undoImport: 'Anular a importação',
  keepEdits: 'Manter o que foi alterado à mão',
  keepEditsHint:
    'Os preços, as designações e os outros campos que alguém alterou aqui ficam, tal como os produtos que foram acrescentados ou removidos aqui. Tudo o resto é como diz o ficheiro. Vê o resultado antes de o usar.',
  differences: {
    added: 'Acrescentados',
    changed: 'Alterados',
    removed: 'Removidos',
    kept: 'Mantidos à mão',
  },
  differencesTable: 'O que muda no catálogo',
  difference: 'O que acontece',
  priceBefore: 'Preço agora',
  priceAfter: 'Preço depois',
  use: 'Usar este catálogo',
  add: 'Acrescentar ao catálogo',
  addNamed: (code) => `Acrescentar ao catálogo: ${code}`,
  added: 'Acrescentado ao catálogo',
  known: 'Já está no catálogo',
};

export const ptPTCatalogueFile: Messages['catalogueFile'] = {
  columns: {
    code: 'Código',
    description: 'Designação',
    barcodes: 'Códigos de barras',
    unitPrice: 'Preço unitário',
    unit: 'Unidade',
    soldBy: 'Vendido por',
    vatLabel: 'IVA',
    group: 'Família',
    quickKey: 'Tecla',
    colour: 'Cor',
  },
  soldBy: { piece: 'peça', measure: 'peso ou medida' },
};
