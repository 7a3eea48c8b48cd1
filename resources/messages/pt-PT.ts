// Every text of the application in European Portuguese, in the shape of the English catalogue.
import type { Messages } from './en.ts';
import { ptPTCatalogue } from './pt-PT-catalogue.ts';
import { ptPTDocuments } from './pt-PT-documents.ts';
import { ptPTErrors } from './pt-PT-errors.ts';
import { ptPTEvidence } from './pt-PT-evidence.ts';
import { ptPTLock } from './pt-PT-lock.ts';
import { ptPTOutbox } from './pt-PT-outbox.ts';
import { ptPTPace } from './pt-PT-pace.ts';
import { ptPTPractice } from './pt-PT-practice.ts';
import { ptPTPrinting } from './pt-PT-printing.ts';
import { ptPTProfiles } from './pt-PT-profiles.ts';
import { ptPTReceipt } from './pt-PT-receipt.ts';
import { ptPTReceiptTexts } from './pt-PT-receipt-texts.ts';
import { ptPTScanning } from './pt-PT-scanning.ts';
import { ptPTFinished, ptPTPayment, ptPTSell } from './pt-PT-sell.ts';
import { ptPTConnection, ptPTSignIn } from './pt-PT-sign-in.ts';
import { count } from './count.ts';

export const ptPT: Messages = {
  common: {
    cancel: 'Cancelar',
    back: 'Voltar',
    retry: 'Tentar novamente',
    loadMore: 'Mostrar mais',
    loading: 'A carregar…',
    shown: (shown, total) => `${shown} de ${total}`,
    none: '–',
  },
  frame: {
    productName: 'Counterfoil',
    navigation: 'Ecrãs',
    screens: { sell: 'Vender', documents: 'Documentos', outbox: 'Envios', settings: 'Definições' },
    connection: 'Ligação',
    connections: {
      online: 'Com ligação',
      offline: 'Sem ligação',
      sign_in_needed: 'Sessão necessária',
      paused: 'Em pausa',
    },
    waiting: (sales) => `${count(sales, 'venda', 'vendas')} em espera`,
    needPerson: (sales) => `${count(sales, 'precisa', 'precisam')} de atenção`,
    practiceBand: 'Prática – nada aqui é uma fatura verdadeira',
    pullPlug: 'Desligar o cabo',
    plugIn: 'Ligar o cabo',
    signInNeeded:
      'O serviço pede de novo a palavra-passe. Continue a vender: cada venda fica guardada aqui e será enviada quando alguém iniciar sessão.',
    openSignIn: 'Introduzir palavra-passe',
    paused: 'O envio está em pausa. Continue a vender: cada venda fica guardada aqui.',
    nextTry: (time) => `A próxima tentativa é às ${time}.`,
    seeWhy: 'Ver porquê',
    notices: 'Avisos',
    dismiss: 'Dispensar',
    screenFailed:
      'Não foi possível mostrar este ecrã. As vendas terminadas estão guardadas e não são afetadas.',
    showAgain: 'Mostrar de novo',
  },
  signIn: ptPTSignIn,
  profiles: ptPTProfiles,
  connection: ptPTConnection,
  sell: ptPTSell,
  scanning: ptPTScanning,
  catalogue: ptPTCatalogue,
  lock: ptPTLock,
  payment: ptPTPayment,
  finished: ptPTFinished,
  pace: ptPTPace,
  practice: ptPTPractice,
  printing: ptPTPrinting,
  receiptActions: {
    print: 'Imprimir talão',
    savePdf: 'Guardar PDF',
    provisional: 'Até o serviço confirmar sai um talão provisório, que não é uma fatura.',
    printed: 'Enviado para a impressora.',
    saved: (file) => `Guardado em ${file}`,
    showFolder: 'Mostrar pasta',
    preview: 'Pré-visualização do talão',
  },
  documents: ptPTDocuments,
  states: {
    queued: 'À espera de envio',
    sending: 'A enviar',
    in_doubt: 'A confirmar',
    incomplete: 'Não finalizada',
    rejected: 'Recusada',
    conflict: 'Não corresponde',
    confirmed: 'Confirmada',
    cancelled: 'Cancelada',
  },
  outbox: ptPTOutbox,
  evidence: ptPTEvidence,
  settings: {
    title: 'Definições',
    groups: {
      selling: 'Venda',
      paper: 'Talões e impressão',
      people: 'Pessoas e ligação',
      computer: 'Este computador',
    },
    display: 'Ecrã',
    language: 'Idioma',
    languages: { en: 'English', 'pt-PT': 'Português' },
    appearance: 'Aspeto',
    themes: { system: 'Como no computador', light: 'Claro', dark: 'Escuro' },
    paymentMethods: 'Meios de pagamento',
    paymentMethodsHint:
      'O número é o que o serviço de faturação dá ao meio de pagamento; pergunte a quem o gere. O primeiro é o escolhido em cada venda.',
    noPaymentMethods: 'Ainda nenhum. Uma venda precisa de pelo menos um.',
    methodId: 'Número',
    methodLabel: 'Nome',
    methodRow: (row) => `Meio ${row}`,
    addMethod: 'Acrescentar meio',
    removeMethod: (label) => `Retirar ${label}`,
    saveMethods: 'Guardar meios',
    methodsSaved: 'Guardado.',
    methodWrong:
      'Cada meio precisa de um número inteiro acima de 0 e de um nome com 40 caracteres no máximo.',
    methodTwice: 'Dois meios têm o mesmo número.',
    limits: 'Faturas simplificadas',
    limitsHint:
      'Acima destes totais a lei pede uma fatura completa, que o ecrã de venda então propõe. Confirme-os com o contabilista.',
    limitPrivate: 'Bens, a um particular',
    limitOther: 'Tudo o resto',
    limitWrong: 'Indique um valor acima de 0, por exemplo 1000.',
    saveLimits: 'Guardar limites',
    limitsSaved: 'Guardado.',
    invoices: 'Faturas completas',
    invoicesHint:
      'O que uma venda passa a ser acima dos limites das faturas simplificadas, ou para um cliente que peça fatura. Escolha entre os tipos que os documentos do serviço já mostraram: uma fatura-recibo, se a tiver; nunca uma nota de crédito ou de débito.',
    invoiceKind: 'Tipo de fatura',
    noInvoiceKind: 'Nenhum: só faturas simplificadas',
    noInvoiceKinds:
      'Ainda não foi visto nenhum tipo. Peça à caixa que procure no serviço, ou abra uma fatura em Documentos.',
    invoiceType: (name, id) => `${name} (tipo de documento ${id})`,
    lookForInvoices: 'Procurar no serviço',
    looking: 'A procurar…',
    kindsFound: (kinds) =>
      kinds === 0
        ? 'Não foi encontrado nenhum tipo.'
        : count(kinds, 'tipo encontrado.', 'tipos encontrados.'),
    saveInvoices: 'Guardar tipo',
    receipts: 'Talões',
    receiptsHint: 'Os talões em PDF e os comprovativos das vendas ficam numa só pasta.',
    showFolder: 'Abrir a pasta',
    backups: 'Cópias de segurança',
    backupsHint:
      'Todos os dias é também feita uma cópia; uma cópia reposta procura tudo no serviço antes de enviar.',
    backUp: 'Fazer cópia agora',
    about: 'Acerca',
    version: (version) => `Counterfoil ${version}`,
  },
  errors: ptPTErrors,
  receipt: ptPTReceipt,
  receiptTexts: ptPTReceiptTexts,
  main: {
    fatalTitle: 'O Counterfoil tem de fechar',
    fatalBody: (file) =>
      `Aconteceu algo de que o Counterfoil não consegue recuperar. Todas as vendas terminadas estão guardadas e serão enviadas depois do próximo arranque.\n\nOs pormenores estão no registo, ${file}`,
  },
};
