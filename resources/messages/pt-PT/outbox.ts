// The outbox in Portuguese: the list, the page of a sale or document with what a person decides
// there, and its evidence as a text file.
import type { Messages } from '../en.ts';
import { list, numeral, plural } from './formats.ts';
import { ptPTOutboxReport } from './outbox-report.ts';
import { ptPTPlaces } from './service-places.ts';

const decisionNeeded = 'É precisa uma decisão';
const firstAtTheService = 'Resolva primeiro no serviço de faturação.';

export const ptPTOutbox: Messages['outbox'] = {
  title: 'Por enviar',
  explanation: 'Todas as vendas e documentos desta caixa, e o que lhes aconteceu no serviço.',
  tryNow: 'Tentar agora',
  openOnly: 'Só por resolver',
  columns: {
    reference: 'Referência',
    time: 'Hora',
    total: 'Total',
    state: 'Estado',
    document: 'Documento',
  },
  nextStep: (time) => `Próximo passo às ${time}.`,
  refused: 'Recusada, a tentar',
  canBeDone: {
    waiting: 'Espera pelo serviço.',
    refused: 'Abra para corrigir ou cancelar.',
    settleable: 'Abra para decidir.',
    rejected: 'Corrija, envie de novo ou cancele.',
    incomplete: 'Finalize ou elimine no serviço de faturação, e depois indique aqui como ficou.',
    conflict: 'Resolva no serviço de faturação, e depois indique aqui como ficou.',
  },
  search: {
    text: 'Procurar vendas',
    hint: 'Referência, documento, total ou cliente',
    day: 'Dia',
    nothing: 'Nenhuma venda ou documento corresponde.',
  },
  empty: 'Ainda não há vendas nem documentos desta caixa.',
  emptyOpen: 'Tudo chegou ao serviço.',
  asked: 'A tentar agora.',
  report: ptPTOutboxReport,
  page: {
    heading: (reference) => `Venda ${reference}`,
    documentHeading: (reference) => `Documento ${reference}`,
    documentStates: {
      queued: 'O documento está guardado, e será enviado assim que o serviço responder.',
      sending: 'O documento está guardado, e está a ser enviado agora.',
      in_doubt: 'O documento está guardado e a ser confirmado. Não o faça de novo.',
      confirmed: 'O serviço confirmou o documento.',
      cancelled: 'O documento foi cancelado.',
    },
    refusedDocument: 'O documento está guardado. O serviço recusou-o, e a caixa volta a tentar.',
    heldDocuments: {
      sign_in_needed: {
        queued: 'O documento está guardado. Para o enviar, alguém tem de iniciar sessão.',
        in_doubt:
          'O documento está guardado. Para o confirmar, alguém tem de iniciar sessão. Não o faça de novo.',
      },
      turned_away: {
        queued:
          'O documento está guardado. O serviço não aceita esta caixa, e o documento fica à espera.',
        in_doubt:
          'O documento está guardado. O serviço não aceita esta caixa, e a confirmação fica à espera. Não o faça de novo.',
      },
      paused: {
        queued: 'O documento está guardado, e espera enquanto o envio estiver parado.',
        in_doubt:
          'O documento está guardado, e a confirmação espera enquanto o envio estiver parado. Não o faça de novo.',
      },
    },
    unlisted: {
      in_doubt:
        'As listas do serviço podem não mostrar um documento como este, por isso a caixa pode não conseguir averiguar sozinha se foi criado. Procure no serviço de faturação; depois de a caixa ter procurado o tempo suficiente (um quarto de hora, em regra), pode decidir aqui.',
      rejected:
        'As listas do serviço podem não mostrar um documento como este, por isso a caixa não pode ter a certeza de que não foi criado apesar de tudo. Procure no serviço de faturação antes de o enviar de novo.',
    },
    requestedDecision: { cancel: 'Vai ser cancelado.', correct: 'Vai ser enviado corrigido.' },
    takesEffect:
      'Tem efeito quando a caixa tiver a certeza de que o serviço não tem o documento; se o encontrar antes, fica como foi enviado.',
    lookedForNext: (time) => `A caixa volta a procurar às ${time}.`,
    life: 'O que aconteceu',
    lookUps: (times, from, to, documents) =>
      `Procurada ${times} vezes entre ${from} e ${to}: ${documents === 0 ? 'nenhum documento tem' : plural(documents, { one: 'um documento tem', other: `${numeral(documents)} documentos têm` })} a referência.`,
    saveEvidence: 'Guardar comprovativo',
    sold: 'Venda e pagamento',
    asked: 'O que se pediu ao serviço',
    lines: 'Linhas',
    method: 'Meio de pagamento',
    tendered: 'Valor entregue',
    change: 'Troco',
    discount: 'Desconto',
    taxNumber: 'NIF',
    openDocument: (key) => `Abrir documento ${key}`,
    serviceTotal: 'Total na fatura',
    documentTotal: 'Total no documento',
    former: (instant) => `Antes da correção de ${instant}`,
  },
  decision: {
    headings: {
      queued: 'Cancelar',
      in_doubt: 'Corrigir ou cancelar',
      refused: 'O serviço recusou',
      settleable: 'Decidir manualmente',
      asked: 'Pedir outra coisa',
      rejected: decisionNeeded,
      incomplete: decisionNeeded,
      conflict: decisionNeeded,
    },
    hints: {
      queued: 'O serviço ainda não tem nada. Se cancelar, nada é enviado, e fica nesta lista.',
      in_doubt:
        'Pode corrigir ou cancelar já. Isso tem efeito quando a caixa tiver a certeza de que o serviço não tem o documento; se o encontrar antes, fica como foi enviado.',
      refused:
        'A caixa volta a tentar sozinha. Se o serviço continuar a recusar e aceitar outras vendas, a decisão fica consigo. Pode corrigir ou cancelar já: tem efeito quando a caixa tiver a certeza de que o serviço não tem o documento.',
      settleable:
        'A caixa continua a procurar: quando encontrar o documento, fica confirmado; quando tiver a certeza de que não existe, volta a enviar. Decida só se já procurou no serviço de faturação: a partir daí vale o que decidir.',
      rejected: 'O serviço aceita outras vendas, mas não esta e, pelas suas listas, não a tem.',
      incomplete: firstAtTheService,
      conflict: firstAtTheService,
    },
    outcome: 'O que deve acontecer?',
    choices: {
      correct: 'Corrigir: emendar o que está mal e enviar',
      sendAgain: 'Enviar de novo tal como está: o que estava mal foi corrigido no serviço',
      cancel: 'Cancelar: não se envia mais',
      settleConfirmed: 'Mantém-se: o serviço tem o documento',
      settleCancelled: 'Fica sem efeito: nenhum documento conta',
    },
    actions: {
      correct: 'Corrigir e enviar',
      sendAgain: 'Enviar de novo',
      cancel: 'Cancelar',
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
    places: ptPTPlaces.places,
    nothing: 'Não indicou o motivo.',
  },
  comparison: {
    heading: 'O que se enviou daqui e o que o serviço tem',
    ours: 'Enviado daqui',
    withoutKey: (id) => `Documento n.º ${id}`,
    second: (keys) =>
      `${keys.length} documentos têm esta referência: ${list(keys)}. Anule ${keys.length === 2 ? 'um deles' : 'todos menos um'}, ou emita a nota de crédito, no serviço de faturação, e depois indique aqui como ficou.`,
    other: (key) =>
      `O serviço tem ${key} com esta referência, onde se esperava outra coisa. Compare os dois, resolva no serviço de faturação, e depois indique aqui como ficou.`,
    notFinalized: (key) =>
      `O serviço tem ${key}, mas não o finalizou: ainda não conta. Finalize-o ou elimine-o no serviço de faturação, e depois indique aqui como ficou.`,
    unknown: 'O serviço tem algo com esta referência que não foi possível ler.',
    asSeen: 'Até o serviço responder, mostra-se apenas o que a caixa viu então.',
    kind: 'Documento',
    date: 'Data',
    status: 'Estado',
    noLines: 'O serviço não as mostra',
    notSold: 'não se enviou daqui',
    notThere: 'não está no documento',
    differs: 'diferente',
    notFinalizedMark: 'por finalizar',
  },
  file: {
    title: 'Counterfoil: a vida de uma venda',
    notShown: 'não mostrado a um operador',
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

export const ptPTStates: Messages['states'] = {
  queued: 'À espera de envio',
  sending: 'A enviar',
  in_doubt: 'A confirmar',
  incomplete: 'Não finalizada',
  rejected: 'Recusada',
  conflict: 'Não corresponde',
  confirmed: 'Confirmada',
  cancelled: 'Cancelada',
};
