// The texts of selling, in European Portuguese.
import type { Messages } from '../en.ts';
import { count } from './formats.ts';

export const ptPTSell: Messages['sell'] = {
  title: 'Vender',
  search: 'Ler ou procurar',
  searchHint: 'Leia, ou escreva um código ou uma designação. 3* antes do código vende três.',
  suggestions: 'Produtos',
  found: (products) => count(products, { one: 'produto', other: 'produtos' }),
  lines: 'Linhas',
  empty: 'Pronta para o próximo cliente',
  emptyHint: 'Leia o produto, ou escreva a designação.',
  quantity: 'Quantidade',
  quantityOf: (product) => `Quantidade de ${product}`,
  more: (product) => `Mais um: ${product}`,
  fewer: (product) => `Menos um: ${product}`,
  unitPrice: 'Preço unitário',
  unitPriceOf: (product) => `Preço unitário de ${product}`,
  lineDiscount: 'Desconto %',
  lineDiscountOf: (product) => `Desconto % em ${product}`,
  off: (percent) => `desconto de ${percent} sobre`,
  repeat: (product) => `Mais uma vez a linha ${product}`,
  remove: (product) => `Retirar ${product}`,
  removed: (product) => `Retirado: ${product}`,
  undo: 'Anular',
  percentTaken: {
    said: (typed, product, products) =>
      products === 1
        ? `${typed} foi descontado na linha. «${product}» também tem isso no nome.`
        : `${typed} foi descontado na linha. «${product}» e mais ${products - 1} também têm isso no nome.`,
    undo: 'Anular, ver produtos',
    dismiss: 'Dispensar o aviso',
  },
  notANumber: (typed) => `«${typed}» não pode ser usado aqui; o valor manteve-se.`,
  totals: 'Esta venda',
  items: (lines, pieces) =>
    `${count(lines, { one: 'linha', other: 'linhas' })}, ${count(pieces, { one: 'peça', other: 'peças' })}`,
  discount: 'Desconto %',
  taxNumber: 'NIF',
  taxNumberWrong: 'Este NIF não é válido. Verifique os nove algarismos, ou deixe vazio.',
  customer: 'Cliente',
  finalConsumer: 'Consumidor final',
  removeCustomer: (name) => `Retirar o cliente ${name}`,
  findCustomer: 'Nome ou NIF',
  findCustomerHint: 'Clientes de documentos que esta caixa já viu.',
  foreignNumber: 'NIF estrangeiro?',
  countryUnknown: 'Não indica o país.',
  useForeign: (taxNumber) => `Sim, usar ${taxNumber}`,
  noCustomerFound: 'Nenhum cliente corresponde. Escreva o NIF inteiro para o usar.',
  numberAlone: 'Nenhum documento indicou um cliente com este número.',
  useNumber: (taxNumber) => `Usar o NIF ${taxNumber}`,
  customersFound: (customers) => count(customers, { one: 'cliente', other: 'clientes' }),
  total: 'Total',
  pay: 'Pagar',
  invoice: 'Fatura',
  noInvoice: {
    title: 'Ainda não foi escolhido nenhum tipo de fatura',
    which: 'Qual destes tipos são as faturas desta loja? Só se pergunta uma vez.',
    why: 'A caixa só faz tipos de documentos que o serviço de faturação já mostrou.',
    settings:
      'Em Definições, Faturas completas, escolha uma só vez o que são as faturas desta loja. Se a lista estiver vazia, peça à caixa que procure no serviço.',
    documents:
      'Se aí não aparecer nenhuma fatura, abra em Documentos uma que o serviço já tenha, ou faça a primeira no próprio serviço. Depois escolha-a nas Definições.',
    kept: 'A venda fica como está. Entretanto, pode suspendê-la.',
    openSettings: 'Abrir definições',
    openDocuments: 'Abrir documentos',
  },
  freeLine: 'Artigo diverso',
  freeLineHint: 'Para o que não está no catálogo.',
  code: 'Código',
  genericCode: 'DIV',
  description: 'Designação',
  descriptionHint: 'Mostrada no ecrã. Se vazia: o código.',
  addLine: 'Acrescentar linha',
  codeNeeded: 'Indique um código com 60 caracteres no máximo.',
  quantityNeeded: 'Indique uma quantidade acima de 0, por exemplo 1 ou 0,5.',
  priceNeeded: 'Indique um preço, por exemplo 4,50.',
  descriptionWrong: 'Use no máximo 200 caracteres comuns.',
  weighing: {
    ask: (name) => `Quantidade: ${name}`,
    weight: (unit) => `Peso (${unit})`,
    quantity: (unit) => (unit === '' ? 'Quantidade' : `Quantidade (${unit})`),
    needed: 'Indique quanto.',
    drop: (name) => `Não vender ${name}`,
    missing: (name) => `Falta a quantidade de «${name}». Volte à venda para a indicar.`,
  },
  numberPad: {
    name: 'Teclado numérico',
    delete: 'Apagar o último algarismo',
    clear: 'Limpar',
    ok: 'OK',
  },
  letterPad: {
    name: 'Letras',
    delete: 'Apagar a última letra',
    capital: 'Maiúscula',
    space: 'Espaço',
    hide: 'Esconder',
    ok: 'OK',
    otherKeys: ['123 áç', 'abc'],
  },
};

export const ptPTPayment: Messages['payment'] = {
  title: 'Pagamento',
  invoiceTitle: (kind) => `Pagamento: ${kind}`,
  sale: 'Esta venda',
  back: 'Voltar à venda',
  asInvoice: 'Fatura',
  toPay: 'A pagar',
  method: 'Meio de pagamento',
  tendered: 'Valor entregue',
  tenderedHint: 'Vazio: o valor exato.',
  tenderedWrong: 'Indique um valor, por exemplo 20 ou 20,50.',
  tenderedTooLittle: (missing) => `O valor entregue é inferior ao total. Faltam ${missing}.`,
  tenderedTooMuch: 'É muito mais do que o total. Foi lido aqui um produto?',
  takeBy: (amount, method) => `Receba ${amount} por ${method} e termine a venda.`,
  quickAmounts: 'Valores rápidos',
  exact: 'Exato',
  change: 'Troco',
  finish: 'Terminar venda',
  finishing: 'A guardar…',
  sellAgain: 'Vender de novo',
  doNotSell: 'Não vender',
  seenMethods: 'Vistos em documentos do serviço de faturação:',
  addMetMethod: (label) => `Acrescentar ${label}`,
};

export const ptPTFinished: Messages['finished'] = {
  title: 'Venda terminada',
  reference: 'Referência',
  document: 'Documento',
  change: 'Troco',
  paidBy: (method) => `Pago por ${method}`,
  settled: (total, tendered) => `Total ${total} · entregue ${tendered}`,
  stillToPay: 'Falta pagar',
  nextSale: 'Próxima venda',
  totalDiffers:
    'A fatura tem outro total. O cliente paga o que se disse aqui, e é isso que conta na gaveta.',
  ourTotal: 'Total aqui',
  serviceTotal: 'Total na fatura',
  stateLines: {
    queued: 'A venda está guardada, e será enviada assim que o serviço responder.',
    sending: 'A venda está guardada, e está a ser enviada.',
    in_doubt: 'A venda está guardada e está a ser confirmada. Não repita esta venda.',
    incomplete:
      'O serviço tem a venda, mas não a finalizou. Alguém tem de a resolver em «Por enviar».',
    rejected: 'O serviço recusou a venda. Ficou guardada; veja o motivo em «Por enviar».',
    conflict:
      'O serviço tem outra coisa com esta referência. Alguém tem de resolver a venda em «Por enviar».',
    confirmed: 'O serviço confirmou a venda.',
    cancelled: 'A venda foi cancelada.',
  },
  refusedLine: 'A venda está guardada. O serviço recusou-a, e a caixa volta a tentar.',
  heldLines: {
    sign_in_needed: {
      queued: 'A venda está guardada. Para a enviar, alguém tem de iniciar sessão.',
      in_doubt:
        'A venda está guardada. Para a confirmar, alguém tem de iniciar sessão. Não repita esta venda.',
    },
    turned_away: {
      queued: 'A venda está guardada. O serviço não aceita esta caixa, e a venda fica à espera.',
      in_doubt:
        'A venda está guardada. O serviço não aceita esta caixa, e a confirmação fica à espera. Não repita esta venda.',
    },
    paused: {
      queued: 'A venda está guardada, e espera enquanto o envio estiver parado.',
      in_doubt:
        'A venda está guardada, e a confirmação espera enquanto o envio estiver parado. Não repita esta venda.',
    },
  },
};
