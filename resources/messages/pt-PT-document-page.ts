// The page of one document, in European Portuguese.
import type { Messages } from './en.ts';

export const ptPTDocumentPage: Messages['documents']['page'] = {
  heading: (key) => `Documento ${key}`,
  summary: 'Resumo',
  document: 'Documento',
  reference: 'Referência',
  taxNumber: 'NIF',
  lines: 'Linhas',
  noLines: 'O serviço não mostra linhas deste documento.',
  code: 'Código',
  description: 'Descrição',
  quantity: 'Quantidade',
  unitPrice: 'Preço unitário',
  net: 'Líquido',
  taxes: 'Impostos',
  texts: 'Textos',
  others: 'Outras informações',
  payments: 'Pagamentos',
  payment: 'Pagamento',
  tax: 'Imposto ou taxa',
  amount: 'Valor',
  remembered: (instant, age) =>
    `Tal como a caixa o viu em ${instant} (${age}). Pode ter mudado entretanto.`,
  copyKey: 'Copiar número',
  copied: 'O número foi copiado.',
  notCopied: 'Não foi possível copiar o número. Marque-o e copie-o à mão.',
  sellAgain: 'Vender o mesmo de novo',
  notSellable:
    'Só pode ser vendido de novo quando se mostram código, quantidade e preço unitário de todas as linhas.',
  openSale: (reference) => `Abrir venda ${reference}`,
  sold: 'Vendido nesta caixa',
  same: 'O documento mostra o mesmo.',
  notCompared: 'O serviço não mostra linhas com que comparar estas.',
  differs: 'O documento não está como a venda foi feita aqui. É o documento que conta.',
  notFinalized: 'Este documento não está finalizado: não há talão para imprimir.',
};
