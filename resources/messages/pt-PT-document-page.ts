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
  linesNotSeen: 'As linhas ainda não foram vistas; para isso é precisa a ligação.',
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
  notCopied: 'Não foi possível copiar o número. Selecione-o e copie-o à mão.',
  sellAgain: 'Vender o mesmo de novo',
  notSellable:
    'Só pode ser vendido de novo quando todas as linhas mostram código, quantidade e preço com imposto, e o documento não tem desconto próprio.',
  openSale: (reference) => `Abrir ${reference}`,
  sold: 'Vendido nesta caixa',
  same: 'O documento mostra o mesmo.',
  notCompared: 'O serviço não mostra linhas com que comparar estas.',
  differs: 'O documento não é o que foi enviado daqui. É o documento que conta.',
  notFinalized: 'Este documento não está finalizado: não há talão para imprimir.',
};
