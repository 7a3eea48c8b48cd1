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
    'Uma folha de cálculo (xlsx, xls, ods), ou um ficheiro de texto (CSV) como a folha de cálculo o guarda. Vê como é lido antes de alguma coisa mudar, e pode continuar a vender.',
  choose: 'Escolher um ficheiro',
  drop: 'ou largue-o aqui',
  used: (amount) => `O catálogo está atualizado: ${products(amount)}.`,
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
  encodings: {
    'utf-8': 'UTF-8',
    'windows-1252': 'Windows-1252',
    'windows-1250': 'Windows-1250 (polaco, checo)',
    'utf-16le': 'UTF-16',
    cp850: 'DOS (850)',
    macintosh: 'Macintosh',
    'utf-8-twice': 'UTF-8, codificado duas vezes',
  },
  decimalMark: 'Separador decimal',
  decimalMarks: { ',': 'Vírgula (1,50)', '.': 'Ponto (1.50)' },
  chooseMark: 'Escolha um',
  hasHeader: 'A primeira linha tem os nomes das colunas',
  firstRows: 'Primeiras linhas',
  becomes: 'Torna-se',
  column: (name) => `A coluna «${name}» tem`,
  notRead: 'Não se lê',
  fieldTable: 'De onde se lê cada campo',
  columnOf: (field) => `Coluna para: ${field}`,
  columnHead: 'Coluna',
  valuesHead: 'O que lá está',
  filledHead: 'Linhas preenchidas',
  noColumn: 'Nenhuma',
  another: (field, number) => `${field} ${number}`,
  filled: (rows, all) => `${numeral(rows)} de ${numeral(all)}`,
  looked: (amount, rows, isAll) =>
    isAll
      ? `${products(amount)} em ${count(rows, { one: 'linha', other: 'linhas' })}.`
      : `${products(amount)} nas primeiras ${numeral(rows)} linhas. O resto é visto quando o ficheiro for lido.`,
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
    variant: 'Variante',
    active: 'À venda',
    inactive: 'Fora de venda',
  },
  problems: {
    missing: 'Em falta',
    invalid: 'Não pode ser usado',
    too_long: 'Demasiado longo',
    taken: 'Já usado numa linha anterior',
    no_value: 'Tem um erro, ou uma fórmula sem resultado',
    ambiguous: 'Pode ler-se de duas formas',
    unreadable: 'Não corresponde às colunas, ou não se consegue ler',
    not_sold: 'Marcado como fora de venda',
    left_empty: 'Não pode ser usado e fica vazio',
    barcode_taken: 'Outro produto do ficheiro tem este código, por isso este fica sem ele',
    repaired: 'Estava estragado pela folha de cálculo e foi corrigido',
    digits_lost:
      'A folha de cálculo perdeu dígitos, por isso fica de fora, e o produto mantém o que já tem aqui. Se faltar, volte a escrevê-lo',
    digit_missing: 'Tem onze dígitos: falta um. É lido tal como está: confirme-o',
    check_digit: 'Dígito de controlo errado. É lido tal como está: confirme-o na embalagem',
    name_above: 'Vazio, como nas linhas de variantes: fica com o nome de cima',
    zeros_lost: 'A folha de cálculo perdeu os zeros à esquerda: é o produto que aqui os tem',
    rounded: 'Foi calculado por uma folha de cálculo: arredondado aos cêntimos',
    code_from_barcode: 'Vazio: fica com o código de barras',
    code_from_name: 'Vazio: é formado a partir da designação',
    passed_over: 'Sem código, designação nem preço: não conta',
    stays_with: 'Fica no produto a que foi dado à mão',
    code_of: 'Uma leitura encontra o produto desta linha, e não o que o tem como código',
  },
  doubts: {
    decimal_mark: ({ example }) =>
      `«${example}» pode ler-se de duas formas. Escolha o separador decimal.`,
    no_codes: () =>
      'Nenhuma coluna tem códigos: cada produto fica com o seu código de barras, ou com um código formado a partir da designação. Se houver uma coluna com códigos, escolha-a.',
    other_sheets: ({ sheets }) =>
      `Há outras folhas que parecem listas de produtos: ${sheets.join(', ')}. Lê-se uma folha de cada vez: importe o ficheiro de novo para cada uma.`,
    not_sold: ({ rows, columns }) =>
      `${plural(rows, {
        one: 'Fica de fora 1 linha',
        other: `Ficam de fora ${numeral(rows)} linhas`,
      })}, porque ${columns.map((name) => `«${name}»`).join(', ')} marca produtos fora de venda. Para as ler também, escolha aí «Não se lê».`,
    both_marks: ({ rows }) =>
      `Há preços com vírgula e preços com ponto. ${plural(rows, {
        one: 'Fica de fora 1 preço que pode ler-se de duas formas.',
        other: `Ficam de fora ${numeral(rows)} preços que podem ler-se de duas formas.`,
      })}`,
    zero_prices: ({ rows, of }) =>
      `${numeral(rows)} de ${numeral(of)} preços são zero. É esta a coluna do preço?`,
    nameless_rows: ({ rows, of }) =>
      `${numeral(rows)} de ${numeral(of)} linhas não têm designação. Se continuam a linha de cima, como as variantes, escolha como «Variante» a coluna que as distingue (tamanho, cor): ficam então com a designação de cima.`,
    repeated_codes: ({ codes, rows }) =>
      `${count(codes, { one: 'código aparece', other: 'códigos aparecem' })} ${numeral(rows)} vezes, com preços diferentes. É uma lista de produtos, ou de vendas? De cada código só se lê a primeira linha.`,
    other_list: ({ columns }) =>
      `Há colunas próprias de listas de clientes ou de vendas: ${columns.join(', ')}. É uma lista de produtos?`,
    several_prices: ({ columns: [first = '', ...others] }) =>
      `«${first}» é lido como o preço. Ou o preço está em ${others.map((name) => `«${name}»`).join(', ')}?`,
    other_currency: ({ example }) => `«${example}» está noutra moeda. O número é lido como euros.`,
  },
  problem: (field, problem) => (field === null ? problem : `${field}: ${problem.toLowerCase()}`),
  missing: (missing) => `Nenhuma coluna parece ter isto: ${missing.join(', ')}. Escolha uma.`,
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
      one: 'linha fica de fora.',
      other: 'linhas ficam de fora.',
    }),
  noBadRows: 'Todas as linhas puderam ser lidas.',
  badRowsTable: 'Linhas que ficam de fora',
  remarksTable: 'O que mais convém saber',
  remarks: (rows) =>
    count(rows, {
      one: 'aviso que não deixa nenhum produto de fora:',
      other: 'avisos que não deixam nenhum produto de fora:',
    }),
  addsUp: (rows, amount, bad, passedOver, removed) =>
    `${count(rows, { one: 'linha', other: 'linhas' })}: ${[
      products(amount),
      `${numeral(bad)} de fora`,
      ...(passedOver > 0 ? [`${numeral(passedOver)} sem conteúdo`] : []),
      ...(removed > 0
        ? [count(removed, { one: 'removido antes à mão', other: 'removidos antes à mão' })]
        : []),
    ].join(', ')}.`,
  linesHead: 'Números das linhas',
  stretches: (lines) =>
    lines.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', '),
  unlike: 'e outros',
  field: 'Campo',
  problemColumn: 'Problema',
  text: 'O que lá está',
  wholeRow: 'Linha inteira',
  emptySoFar: 'O catálogo ainda está vazio.',
  nothingGoes: 'Os produtos que o ficheiro não tem ficam como estão.',
  goes: (amount, keys) =>
    `Saem ${products(amount)} e ${count(keys, { one: 'tecla rápida', other: 'teclas rápidas' })}.`,
  keysGone: (names) => `Teclas rápidas: ${names.join(', ')}.`,
  replaceAll: 'Substituir tudo',
  replaceAllHint:
    'Os produtos que o ficheiro não tem são removidos. Sem isto, o ficheiro acrescenta produtos e atualiza os que têm o mesmo código.',
  useReplacing: 'Substituir tudo',
  undoImport: 'Anular a importação',
  using: 'Os produtos estão a ser postos no catálogo. Até lá, a caixa vende como antes.',
  undoing: 'Os produtos anteriores estão a ser repostos. Até lá, a caixa vende como está.',
  keepEdits: 'Manter o que foi alterado à mão',
  keepEditsHint:
    'Os preços, as designações e os outros campos que alguém alterou aqui ficam, tal como os produtos que foram acrescentados ou removidos aqui. Tudo o resto é como diz o ficheiro. Vê o resultado antes de o usar.',
  differences: {
    added: 'Acrescentados',
    changed: 'Alterados',
    removed: 'Removidos',
    kept: 'Mantidos à mão',
  },
  happens: {
    added: 'Acrescentado',
    changed: 'Alterado',
    removed: 'Removido',
    kept: 'Mantido à mão',
  },
  differencesTable: 'O que muda no catálogo',
  moreDifferences: (amount) => `E mais ${numeral(amount)}, que a tabela não mostra.`,
  difference: 'O que acontece',
  priceBefore: 'Preço agora',
  priceAfter: 'Preço depois',
  use: 'Atualizar o catálogo',
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
