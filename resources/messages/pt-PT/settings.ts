// The settings, in European Portuguese.
import type { Messages } from '../en.ts';
import { count, moments } from './formats.ts';

const moment = moments({ dateStyle: 'medium', timeStyle: 'short' });

export const ptPTSettings: Messages['settings'] = {
  title: 'Definições',
  groups: {
    selling: 'Venda',
    paper: 'Talões e impressão',
    people: 'Pessoas e ligação',
    computer: 'Este computador',
    danger: 'Com cuidado',
  },
  find: 'Procurar definição',
  sectionsFound: (sections) =>
    sections === 0
      ? 'Nada encontrado.'
      : count(sections, { one: 'secção encontrada.', other: 'secções encontradas.' }),
  dangerHint: 'O que está aqui não se desfaz com um toque.',
  display: 'Ecrã',
  language: 'Idioma',
  ownName: 'Português',
  appearance: 'Aspeto',
  themes: { system: 'Como no computador', light: 'Claro', dark: 'Escuro' },
  keyHints: 'Mostrar as teclas nos botões',
  keyHintsHint: 'As teclas funcionam na mesma; F1 no ecrã de venda mostra a lista.',
  paymentMethods: 'Meios de pagamento',
  paymentMethodsHint:
    'O número é o que o serviço de faturação dá ao meio de pagamento; pergunte a quem o gere. O primeiro é o escolhido em cada venda.',
  noPaymentMethods: 'Ainda nenhum. Uma venda precisa de pelo menos um.',
  methodId: 'Número',
  methodLabel: 'Nome',
  methodRow: (row) => `Meio ${row}`,
  extraButtons: 'Botões no pagamento',
  extraButtonsHint: 'Estão em «Mais», no pagamento. Os assinalados têm um botão próprio.',
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
      : count(kinds, { one: 'tipo encontrado.', other: 'tipos encontrados.' }),
  saveInvoices: 'Guardar tipo',
  receipts: 'Talões',
  notSaved: 'Ainda não está guardado.',
  receiptsHint: 'Os talões em PDF e os comprovativos das vendas ficam numa só pasta.',
  showFolder: 'Abrir a pasta',
  backups: 'Cópias de segurança',
  backupsHint:
    'Todos os dias é feita uma cópia ao lado do ficheiro da caixa; uma cópia reposta procura tudo antes de enviar.',
  backUp: 'Fazer cópia agora',
  backUpEncrypted: 'Guardar uma cópia cifrada',
  noRecoveryKey:
    'Ainda não foi criada uma chave de recuperação: quem encontrar uma cópia numa pen pode ler todas as vendas e clientes.',
  hasRecoveryKey:
    'As cópias guardadas aqui são cifradas. Só a chave de recuperação as abre; a caixa não a tem.',
  diskHint: 'O ficheiro da própria caixa não é cifrado: ative a cifra do disco deste computador.',
  printRecoveryKey: 'Imprimir uma chave de recuperação',
  showRecoveryKey: 'Mostrar uma chave uma única vez',
  renewRecoveryKey: 'Criar uma nova chave de recuperação',
  renewHint: 'A chave atual continua a abrir as cópias feitas com ela.',
  recoveryKeyMade: 'A chave de recuperação está em uso. Guarde-a longe deste computador.',
  recoveryKey: {
    isPrinted:
      'Foi enviada uma chave de recuperação para a impressora. Está no papel, completa e legível? Só então as cópias podem ser cifradas para ela.',
    title: 'Chave de recuperação das cópias',
    of: (till: string, at: Date) => `${till}, ${moment(at)}`,
    keep: 'Abre as cópias cifradas desta caixa, e mais nada as abre. Guarde-a onde o computador não está e não a mostre a ninguém. Só é dada esta vez: a caixa não a guarda.',
  },
  about: 'Acerca',
  version: (version) => `Counterfoil ${version}`,
};
