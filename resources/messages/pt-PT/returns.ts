// Devoluções: o ecrã, a definição e o que diz a nota de crédito.
import type { NotAsked } from '../../../src-main/contract/not-returnable.ts';
import type { enNotReturnable, enReturns } from '../en/returns.ts';

export const ptPTNotReturnable: typeof enNotReturnable = {
  queued: 'Esta venda ainda não foi enviada. Em vez disso, cancele-a.',
  unsettled: 'Esta venda ainda não está resolvida com o serviço. Aguarde.',
  cancelled: 'Esta venda foi cancelada.',
  money_moved:
    'O dinheiro desta venda já foi devolvido antes, ou ficou por acertar. Veja primeiro a venda em «Por enviar».',
  on_account:
    'Esta venda foi feita a crédito, pelo que a caixa não sabe o que já foi pago. Faça a nota de crédito no backoffice.',
  not_finalized: 'Este documento não está finalizado.',
  kind: 'Só se devolvem artigos de uma fatura.',
  not_searchable:
    'A pesquisa do serviço não encontra este documento, pelo que não se sabe o que outra caixa já devolveu dele.',
  return_unread:
    'Há outra devolução deste documento que não se consegue ler, pelo que não se sabe o que resta. Veja-a em Documentos.',
};

const notAsked: Record<NotAsked, string> = {
  away: 'Não se consegue chegar ao serviço, por isso ninguém perguntou se outra caixa já aceitou alguma devolução.',
  not_searchable:
    'A pesquisa do serviço não encontra este documento, por isso ninguém sabe se outra caixa já aceitou alguma devolução.',
};

export const ptPTReturns: typeof enReturns = {
  title: 'Devolução',
  of: (key) => `Devolução de ${key}`,
  start: 'Devolver',
  trial:
    'Esta devolução é um ensaio: veja depois em Definições o que o serviço fez dela. Até lá não se sabe se esta caixa vê o que foi devolvido noutras.',
  notAsked: (why, limit) =>
    `${notAsked[why]} ${limit === null ? 'Tente mais tarde, ou faça a nota de crédito no backoffice.' : `Um gerente pode autorizar uma devolução até ${limit}.`}`,
  linesUnknown: (left) =>
    `O serviço não mostra quanto se pagou por cada linha: escreva o que é devolvido, ao preço que se pagou, com imposto. Deste documento restam no máximo ${left}.`,
  typedWrong: 'Corrija as linhas assinaladas.',
  tooMuch: (left) => `Deste documento restam no máximo ${left}.`,
  unseen:
    'As outras caixas não veem o que é devolvido aqui, e esta pode não ver o que foi devolvido nelas: o serviço não guarda a referência inteira, ou a loja escolheu omiti-la.',
  backOffice: 'As notas de crédito feitas no backoffice não são contadas aqui.',
  lines: 'O que é devolvido',
  scan: 'Ler o que é devolvido',
  scanUnknown: (code) => `Nenhuma linha tem o código ${code}`,
  left: (left, sold) => `restam ${left} de ${sold}`,
  howMany: (name) => `Quantos de ${name}`,
  tooMany: (left) => `No máximo ${left}`,
  more: (name) => `Mais um de ${name}`,
  less: (name) => `Menos um de ${name}`,
  all: 'Tudo',
  allOf: (name) => `Tudo de ${name}`,
  scanned: (quantity, name) => `${quantity} de ${name}`,
  nothingLeft: 'Já foi devolvido tudo o que consta deste documento.',
  earlier: 'Devoluções anteriores',
  ofOtherTill: 'de outra caixa',
  reason: 'Motivo',
  reasons: {
    changed_mind: 'Mudou de ideias',
    defective: 'Artigo com defeito',
    wrong_item: 'Artigo errado',
    wrong_price: 'Preço errado',
    other: 'Outro',
  },
  note: 'Nota',
  refund: 'Reembolso',
  exchange: 'Troca',
  exchangeHint:
    'O cliente leva outra coisa: o valor conta como entregue numa venda paga em dinheiro.',
  toPayBack: 'A devolver',
  finish: 'Concluir devolução',
  finishUnasked: 'Concluir sem perguntar ao serviço',
  pick: 'Escolha o que é devolvido.',
  pickMethod: 'Escolha como se devolve o dinheiro.',
  setUp: 'Configurar devoluções',
  loading: 'A procurar devoluções anteriores…',
  doneTitle: 'Devolução registada',
  done: (amount, method) => `Devolva ${amount} (${method}).`,
  seeTrial: 'O que o ensaio mostrou',
  doneExchange: (amount) => `${amount} contam como entregues na próxima venda em dinheiro.`,
  headerText: (key, reason, note) =>
    `Devolução de ${key}. Motivo: ${reason}.${note === '' ? '' : ` ${note}`}`,
  setting: {
    title: 'Devoluções',
    hint: 'O que aceita artigos de volta: uma nota de crédito entre os tipos que os documentos do serviço já mostraram. A primeira devolução é um ensaio. O que o serviço fez dela aparece aqui.',
    kind: 'Tipo de nota de crédito',
    noNote:
      'Este tipo não parece uma nota de crédito. Só uma nota de crédito aceita artigos de volta.',
    none: 'Nenhum: sem devoluções na caixa',
    noKinds:
      'Ainda não se viu nenhum tipo. Faça uma nota de crédito no backoffice e peça à caixa que consulte o serviço.',
    look: 'Consultar o serviço',
    sendsPayment: 'Enviar o reembolso como pagamento do documento',
    namesOrigin: 'Indicar o original na referência, para que outras caixas encontrem a devolução',
    unasked: 'Sem rede, um gerente pode autorizar até',
    unaskedHint: 'Vazio: nunca. Só para vendas confirmadas desta caixa.',
    save: 'Guardar devoluções',
    saved: 'Guardado.',
    trial: 'A primeira devolução',
    untried: 'A próxima devolução é um ensaio.',
    waiting: (reference) =>
      `O ensaio ${reference} aguarda o serviço. As outras devoluções esperam por ele.`,
    showed: (kind, status) => `O serviço fez dela: ${kind}, ${status}`,
    positive: 'Os valores são positivos.',
    negative: 'Os valores são negativos.',
    linked: (field) => `Indica o original em «${field}».`,
    notLinked: 'Não indica o original em nenhum campo próprio, só nos textos que a caixa envia.',
    keepsReference:
      'A referência voltou tal como foi enviada: outras caixas encontram esta devolução.',
    losesReference:
      'A referência não voltou tal como foi enviada: outras caixas não encontram as devoluções desta caixa.',
    known: 'A prática não precisa de ensaio.',
  },
};
