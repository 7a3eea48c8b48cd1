// The outbox in Portuguese: the list, a sale's page with what a person decides there, and its evidence as a text file.
import type { Messages } from './en.ts';

const decisionNeeded = 'Esta venda precisa de uma decisão';
const firstAtTheService = 'Resolva primeiro no serviço de faturação.';

const together = (names: readonly string[]): string =>
  names.length < 2
    ? names.join('')
    : `${names.slice(0, -1).join(', ')} e ${names[names.length - 1] ?? ''}`;

export const ptPTOutbox: Messages['outbox'] = {
  title: 'Envios',
  explanation: 'Todas as vendas desta caixa, e o que lhes aconteceu no serviço.',
  tryNow: 'Tentar agora',
  openOnly: 'Só por resolver',
  columns: {
    reference: 'Referência',
    time: 'Hora',
    total: 'Total',
    state: 'Estado',
    document: 'Documento',
  },
  nextStep: (time) => `Próximo passo às ${time}`,
  empty: 'Ainda não há vendas.',
  emptyOpen: 'Todas as vendas chegaram ao serviço.',
  asked: 'A tentar agora.',
  page: {
    heading: (reference) => `Venda ${reference}`,
    life: 'O que aconteceu',
    looks: (times, from, to, documents) =>
      `Procurada ${times} vezes entre ${from} e ${to}: ${documents === 0 ? 'nenhum documento tem' : documents === 1 ? 'um documento tem' : `${documents} documentos têm`} a referência.`,
    saveEvidence: 'Guardar comprovativo',
    sold: 'Venda e pagamento',
    lines: 'Linhas',
    method: 'Meio de pagamento',
    tendered: 'Valor entregue',
    change: 'Troco',
    discount: 'Desconto',
    taxNumber: 'NIF',
    openDocument: (key) => `Abrir documento ${key}`,
    serviceTotal: 'Total na fatura',
    former: (instant) => `Antes da correção de ${instant}`,
  },
  decision: {
    headings: {
      queued: 'Cancelar esta venda',
      in_doubt: 'Decidir manualmente',
      rejected: decisionNeeded,
      incomplete: decisionNeeded,
      conflict: decisionNeeded,
    },
    hints: {
      queued: 'Nada dela está no serviço. Nunca será enviada, e fica nesta lista.',
      in_doubt:
        'A caixa continua a procurar: confirma a venda quando encontrar o documento, e volta a enviá-la quando tiver a certeza de que não existe. Decida só se já procurou no serviço de faturação: a caixa passa então a valer-se da sua palavra.',
      rejected: 'O serviço recusou esta venda e não tem nada dela.',
      incomplete: firstAtTheService,
      conflict: firstAtTheService,
    },
    outcome: 'O que deve acontecer?',
    choices: {
      correct: 'Corrigir: emendar linhas, NIF ou pagamento e enviar',
      sendAgain: 'Enviar de novo tal como está: o que estava mal foi corrigido no serviço',
      cancel: 'Cancelar: nunca será enviada',
      settleConfirmed: 'A venda mantém-se: o serviço tem a fatura',
      settleCancelled: 'A venda fica sem efeito: nenhuma fatura conta para ela',
    },
    actions: {
      correct: 'Corrigir e enviar',
      sendAgain: 'Enviar de novo',
      cancel: 'Cancelar venda',
      settleConfirmed: 'Decidir',
      settleCancelled: 'Decidir',
    },
    outcomeNeeded: 'Escolha o que deve acontecer, por favor.',
    by: 'O seu nome',
    byNeeded: 'Indique o seu nome, por favor.',
    note: 'Motivo, ou o que foi feito',
    noteNeeded: 'Diga porquê, em poucas palavras.',
  },
  correction: {
    legend: 'A venda, corrigida',
    line: (number) => `Linha ${number}`,
    addLine: 'Acrescentar uma linha',
    removed: (line) => `Retirada: ${line}`,
    methodNeeded: 'Escolha um meio de pagamento.',
    discountWrong: 'Indique uma percentagem de 0 a 100, ou deixe vazio.',
    paid: 'O cliente pagou',
    total: 'Total corrigido',
    totalUnknown: 'Corrija os campos assinalados para ver o total.',
    same: 'É exatamente o que o cliente pagou.',
    more: (amount) =>
      `Mais ${amount} do que o cliente pagou: receba a diferença ou corrija um preço.`,
    less: (amount) =>
      `Menos ${amount} do que o cliente pagou: devolva a diferença ou corrija um preço.`,
  },
  said: {
    heading: 'O que o serviço respondeu',
    line: (number, description) => `Linha ${number}, ${description}`,
    places: {
      lines: 'Linhas',
      payment: 'Pagamento',
      taxNumber: 'NIF',
      discount: 'Desconto',
      general: 'A venda',
    },
    nothing: 'Não indicou o motivo.',
  },
  comparison: {
    heading: 'Esta venda e o que o serviço tem',
    ours: 'Esta venda',
    withoutKey: (id) => `Documento n.º ${id}`,
    second: (keys) =>
      `${keys.length} documentos têm a referência desta venda: ${together(keys)}. Anule ${keys.length === 2 ? 'um deles' : 'todos menos um'}, ou emita a nota de crédito, no serviço de faturação, e depois indique aqui como ficou.`,
    other: (key) =>
      `O serviço tem ${key} com a referência desta venda, onde se esperava outra coisa. Compare os dois, resolva no serviço de faturação, e depois indique aqui como ficou.`,
    notFinalized: (key) =>
      `O serviço tem ${key}, mas não o finalizou: ainda não é uma fatura. Finalize-o ou elimine-o no serviço de faturação, e depois indique aqui como ficou.`,
    unknown: 'O serviço tem algo com a referência desta venda que não foi possível ler.',
    asSeen: 'Até o serviço responder, mostra-se apenas o que a caixa viu então.',
    kind: 'Documento',
    date: 'Data',
    status: 'Estado',
    noLines: 'O serviço não as mostra',
    notSold: 'não está nesta venda',
    notThere: 'não está no documento',
    differs: 'diferente',
    notFinalizedMark: 'por finalizar',
  },
  file: {
    title: 'Counterfoil: a vida de uma venda',
    company: 'Empresa',
    till: 'Caixa',
    user: 'Sessão de',
    service: 'Serviço',
    written: 'Escrito',
    reference: 'Referência',
    saved: 'Guardada',
    state: 'Estado',
    document: 'Documento',
    documentId: 'Id do documento',
    none: 'nenhum conhecido',
    sale: 'O que foi vendido',
    line: 'Linha',
    linesTotal: 'Subtotal',
    life: 'O que aconteceu, na hora da própria caixa (UTC)',
  },
};
