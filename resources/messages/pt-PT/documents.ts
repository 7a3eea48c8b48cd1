// The lists of documents, in European Portuguese.
import type { Messages } from '../en.ts';
import { ptPTDocumentPage } from './document-page.ts';
import { count, numeral, plural } from './formats.ts';
import { ptPTNewDocument, ptPTParticulars } from './new-document.ts';

const documents = (amount: number): string =>
  count(amount, { one: 'documento', other: 'documentos' });

export const ptPTDocuments: Messages['documents'] = {
  title: 'Documentos',
  lists: {
    all: 'Todos',
    sales: 'Vendas',
    guides: 'Guias',
    stock: 'Stock',
    working: 'Documentos de trabalho',
  },
  listsName: 'Tipos de documento',
  search: 'Procurar documentos',
  searchHint: 'Número, cliente, NIF ou referência. Alguns campos só a partir de 3 caracteres.',
  nature: 'Natureza',
  allNatures: 'Todas',
  natures: {
    302: 'Fatura simplificada',
    321: 'Guia de remessa',
    353: 'Orçamento',
    502: 'Entrada de stock',
  },
  status: 'Estado',
  allStatuses: 'Todos',
  statuses: { 1201: 'Finalizado (stock)', 1202: 'Finalizado' },
  order: 'Ordem',
  orderings: {
    id: {
      ascending: 'Mais antigos primeiro',
      descending: 'Mais recentes primeiro',
    },
    doc_key: { ascending: 'Número, A a Z', descending: 'Número, Z a A' },
    document_date: {
      ascending: 'Data, mais antiga primeiro',
      descending: 'Data, mais recente primeiro',
    },
    document_time: {
      ascending: 'Hora do dia, mais cedo primeiro',
      descending: 'Hora do dia, mais tarde primeiro',
    },
  },
  columns: {
    key: 'Número',
    date: 'Data',
    time: 'Hora',
    document: 'Documento',
    customer: 'Cliente',
    taxNumber: 'NIF',
    reference: 'Referência',
    status: 'Estado',
    total: 'Total',
  },
  chooseColumns: 'Colunas',
  unreadable: (field) => `Não foi possível ler (${field})`,
  none: 'Ainda não há documentos.',
  empty: 'Nenhum documento corresponde.',
  emptyRemembered: 'Nenhum documento já visto corresponde.',
  hidden: 'A procura ou um filtro esconde todos os outros.',
  showAll: 'Mostrar todos os documentos',
  matching: (amount) =>
    `${documents(amount)} ${plural(amount, { one: 'corresponde', other: 'correspondem' })}.`,
  waiting: (sales) =>
    count(sales, {
      one: 'venda desta caixa ainda não está confirmada.',
      other: 'vendas desta caixa ainda não estão confirmadas.',
    }),
  loadedNatures: (amount, natures) => `Dos ${numeral(amount)} carregados: ${natures.join('; ')}.`,
  loadedSum: (amount, sum, average) =>
    `Dos ${numeral(amount)} carregados: ${sum} no total, ${average} em média.`,
  natureSum: (nature, amount, sum) => `${nature} ${numeral(amount)}, ${sum}`,
  unreachable: 'Os documentos estão no serviço, que não pode ser consultado agora.',
  seen: (age) => `visto ${age}`,
  remembered: 'O serviço não pode ser consultado. Estes são documentos já vistos antes.',
  rememberedSince: (since) =>
    `O serviço não pode ser consultado desde ${since}. Estes são documentos já vistos antes.`,
  export: 'Exportar',
  exporting: 'Exportado até agora',
  exported: (written, amount) => `${numeral(written)} de ${documents(amount)}`,
  exportDone: (amount) =>
    plural(amount, { one: '1 documento exportado.', other: `${documents(amount)} exportados.` }),
  page: ptPTDocumentPage,
  particulars: ptPTParticulars,
  newDocument: ptPTNewDocument,
};

export const ptPTDocumentsCsv: Messages['documentsCsv'] = {
  key: 'Número',
  date: 'Data',
  time: 'Hora',
  document: 'Documento',
  nature: 'Natureza',
  status: 'Estado',
  customer: 'Cliente',
  taxNumber: 'NIF',
  reference: 'Referência',
  total: 'Total',
};
