// Who works at the till, in European Portuguese.
import type { ManagerAction, Role } from '../../../src-main/contract/lock.ts';
import type { Messages } from '../en.ts';
import { count } from './count.ts';
import { ptPTRecovery } from './recovery.ts';
import type { ErrorSentences } from '../sentences.ts';

const actions: Record<ManagerAction, string> = {
  lower_price: 'Baixar um preço ou dar um desconto',
  decide_sale: 'Cancelar, encerrar, corrigir ou reenviar uma venda',
  create_document: 'Criar documentos que não são vendas',
  change_catalogue: 'Alterar o catálogo',
  change_settings: 'Alterar as definições e as teclas rápidas',
  export: 'Exportar o catálogo ou documentos',
  back_up: 'Fazer uma cópia de segurança',
  change_connection: 'Terminar sessão, ou iniciá-la noutra caixa',
  reset_practice: 'Recomeçar a prática',
  open_drawer: 'Abrir a gaveta sem uma venda',
  see_exceptions: 'Ver a lista de exceções',
  manage_cashiers: 'Gerir os operadores',
};

const roles: Record<Role, string> = { cashier: 'Operador', manager: 'Gerente' };

const moment = new Intl.DateTimeFormat('pt-PT', { dateStyle: 'medium', timeStyle: 'short' });

const duration = (seconds: number): string =>
  seconds < 60
    ? count(seconds, 'segundo', 'segundos')
    : count(Math.ceil(seconds / 60), 'minuto', 'minutos');

export const ptPTLock: Messages['lock'] = {
  title: 'Bloqueada',
  whoAreYou: 'Quem está na caixa?',
  pinOf: (name) => `PIN de ${name}`,
  unlock: 'Desbloquear',
  stays: 'A venda em curso fica guardada e o envio continua.',
  lock: 'Bloquear',
  atTill: 'Na caixa:',
  approval: {
    title: 'É preciso um gerente',
    explanation: 'A loja reserva isto aos gerentes.',
    whoApproves: 'Quem aprova?',
    approve: 'Aprovar uma vez',
    prices: 'Preços a aprovar',
    ownPrice: 'em vez de',
    loweredPrice: 'agora',
    discount: 'Desconto em toda a venda',
    approvePrices: 'Aprovar',
  },
  recovery: ptPTRecovery,
  actions,
  roles,
  manage: {
    title: 'Operadores',
    none: 'Ainda não há operadores, por isso a caixa nunca fica bloqueada e o histórico não regista nomes. O primeiro tem de ser gerente.',
    people: (cashiers) => count(cashiers, 'pessoa', 'pessoas'),
    open: 'Abrir operadores',
    list: 'Quem trabalha nesta caixa',
    oneManager:
      'Um PIN não pode ser consultado. Tenha dois gerentes, para que um possa dar um novo ao outro.',
    name: 'Nome',
    role: 'Função',
    pin: 'PIN',
    newPin: 'Novo PIN',
    pinHint: 'De 4 a 12 algarismos.',
    newPinHint: 'Deixe vazio para manter o anterior.',
    pinAgain: 'O mesmo PIN outra vez',
    pinWrong: 'Um PIN tem de 4 a 12 algarismos.',
    pinDiffers: 'Os dois não são iguais.',
    nameNeeded: 'Indique um nome com, no máximo, 40 caracteres.',
    add: 'Adicionar',
    addTitle: 'Adicionar alguém',
    firstTitle: 'Adicionar o primeiro gerente',
    change: 'Alterar',
    changeName: (name) => `Alterar ${name}`,
    changeTitle: (name) => `Alterar ${name}`,
    remove: 'Remover',
    removeName: (name) => `Remover ${name}`,
    removeTitle: (name) => `Remover ${name}?`,
    removeHint: 'O que fez fica no histórico com o seu nome.',
    removeLast:
      'Deixa de haver operadores: a caixa nunca fica bloqueada e o histórico não regista nomes.',
    save: 'Guardar',
    saved: 'Guardado.',
    added: (name) => `${name} já faz parte da lista.`,
    removed: (name) => `${name} já não faz parte da lista.`,
    rules: 'Bloqueio e aprovações',
    idle: 'Bloquear quando ninguém toca na caixa durante',
    never: 'Nunca',
    duration,
    managers: 'Só com o PIN de um gerente',
    managersHint: 'Gerir os operadores exige sempre um gerente.',
  },
};

export const ptPTLockErrors = {
  locked: () => 'A caixa foi entretanto bloqueada, e isto não foi feito. Faça-o de novo.',
  manager_needed: ({ action }) => `Só com o PIN de um gerente: «${actions[action]}».`,
  pin_wrong: () => 'Este PIN está errado.',
  pin_wait: ({ waitMs }) =>
    `Demasiadas tentativas erradas. Tente de novo dentro de ${duration(Math.ceil(waitMs / 1000))}.`,
  pin_recovered: ({ name, atMs, way }) =>
    `O PIN de ${name} foi definido de novo com ${way === 'token' ? 'um token do serviço' : 'a palavra-passe do serviço'} em ${moment.format(atMs)}.`,
  cashier_name_taken: () => 'Já há alguém com este nome, ou com um parecido.',
  manager_first: () => 'O primeiro tem de ser gerente, que depois pode adicionar outros.',
  last_manager: () => 'Tem de ficar um gerente enquanto houver outros.',
} satisfies Partial<ErrorSentences>;
