// The texts of the catalogue's screen, in European Portuguese.
import type { Messages } from '../en.ts';
import { count, numeral } from './formats.ts';

const products = (amount: number): string => count(amount, { one: 'produto', other: 'produtos' });

export const ptPTProducts: Messages['products'] = {
  title: 'Catálogo',
  search: 'Procurar produtos',
  placeholder: 'Designação, código ou código de barras',
  group: 'Família',
  allGroups: 'Todas as famílias',
  table: 'Produtos',
  columns: {
    code: 'Código',
    name: 'Designação',
    group: 'Família',
    barcode: 'Código de barras',
    unit: 'Unid.',
    source: 'Proveniência',
    price: 'Preço',
  },
  noBarcode: 'nenhum',
  more: (amount) => `e mais ${numeral(amount)}`,
  amount: products,
  amountOf: (some, all) => `${numeral(some)} de ${numeral(all)}`,
  empty: 'O catálogo está vazio. Acrescente um produto, ou importe um ficheiro.',
  nothingFound: 'Nenhum produto encontrado.',
  showAll: 'Mostrar todos os produtos',
  add: 'Acrescentar um produto',
  import: 'Importar',
  importTitle: 'Importar um ficheiro',
  export: 'Exportar',
  edit: (name) => `Alterar ${name}`,
  newProduct: 'Um produto novo',
  code: 'Código',
  name: 'Designação',
  price: 'Preço com IVA',
  unit: 'Unidade',
  soldBy: 'Vendido por',
  soldBys: {
    unit: 'Como diz a unidade',
    piece: 'À peça',
    measure: 'A peso ou medida',
  },
  barcodes: 'Códigos de barras',
  anotherBarcode: 'Ler ou escrever outro código de barras',
  removeBarcode: (barcode) => `Retirar o código de barras ${barcode}`,
  misprinted: (barcodes) =>
    `Dígito de controlo errado, nenhum leitor o lê como está: ${barcodes.join(', ')}`,
  problem: ({ field, kind }) => problems[field][kind] ?? 'Isto não pode ser usado.',
  taken: (value, name, code) => `${value} é de «${name}» (${code}).`,
  save: 'Guardar',
  addIt: 'Acrescentar o produto',
  cancel: 'Cancelar',
  remove: 'Remover',
  source: (kind, name) => sources[kind](name),
  since: (source, at) => `${source}, ${at}`,
  edited: (at) => `Alterado à mão em ${at}`,
  unknownSource: 'Não se sabe de onde veio',
  said: {
    saved: (name) => `${name} foi guardado.`,
    added: (name) => `${name} foi acrescentado ao catálogo.`,
    removed: (name) => `${name} foi removido. Os documentos em que consta ficam como estão.`,
    undone: () => 'Anulado.',
  },
  keepTitle: 'Um produto novo',
  keepHint: (barcode) =>
    `Não está no catálogo: ${barcode}. É acrescentado com este código de barras, e vendido.`,
  sellAndKeep: 'Vender e guardar',
  undo: 'Anular',
  dismiss: 'Dispensar esta mensagem',
};

const sources: Record<Parameters<Messages['products']['source']>[0], (name: string) => string> = {
  file: (name) => (name === '' ? 'De um ficheiro' : name),
  typed: () => 'Escrito à mão',
  document: () => 'De um documento',
};

type Problem = Parameters<Messages['products']['problem']>[0];
const problems: Record<Problem['field'], Partial<Record<Problem['kind'], string>>> = {
  code: {
    missing: 'Falta o código.',
    invalid: 'Um código é uma linha de texto.',
    too_long: 'Um código tem no máximo 60 caracteres.',
  },
  description: {
    missing: 'Falta a designação.',
    invalid: 'Uma designação é uma linha de texto.',
    too_long: 'Uma designação tem no máximo 200 caracteres.',
  },
  unitPrice: {
    missing: 'Quanto custa, com IVA?',
    invalid: 'Um preço é um número como 2,50, com seis casas decimais no máximo.',
  },
  unit: { too_long: 'Uma unidade tem no máximo 20 caracteres.' },
  group: { too_long: 'Uma família tem no máximo 80 caracteres.' },
  barcodes: { invalid: 'No máximo 20 códigos de barras, com 80 caracteres cada um.' },
};
