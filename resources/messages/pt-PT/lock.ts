// The texts on who works at the till, in European Portuguese.
import {
  shortestPin,
  type ManagerAction,
  type Role,
  type Unproven,
} from '../../../src-main/contract/lock.ts';
import type { Messages } from '../en.ts';
import { ptPTApprovals } from './approvals.ts';
import { count, moments } from './formats.ts';
import { ptPTRecovery } from './recovery.ts';
import type { ErrorSentences } from '../sentences.ts';

const actions: Record<ManagerAction, string> = {
  lower_price: 'Baixar um preço ou dar um desconto',
  sell_free_line: 'Vender o que não está no catálogo',
  sell_fraction: 'Vender uma parte do que se vende à peça',
  decide_sale: 'Cancelar, decidir, corrigir ou enviar de novo uma venda',
  create_document: 'Criar documentos que não são vendas',
  return_goods: 'Aceitar devoluções',
  change_catalogue: 'Alterar o catálogo',
  change_settings: 'Alterar as definições e as teclas rápidas',
  export: 'Exportar o catálogo ou documentos',
  back_up: 'Fazer uma cópia de segurança',
  change_connection: 'Terminar sessão, ou iniciá-la noutra caixa',
  reset_practice: 'Recomeçar a prática',
  open_drawer: 'Abrir a gaveta sem uma venda',
  see_exceptions: 'Ver a lista de exceções',
  see_figures: 'Ver os resultados',
  move_cash: 'Pôr dinheiro na gaveta ou tirá-lo',
  see_drawer: 'Ver relatórios X e Z, e o que devia estar na gaveta',
  close_day: 'Fechar o dia',
  manage_cashiers: 'Gerir os operadores',
  make_recovery_key: 'Criar uma chave de recuperação das cópias',
  restore_backup: 'Repor uma cópia de segurança',
  set_second_copy: 'Configurar a segunda cópia',
  close_with_difference: 'Abrir ou fechar o dia com uma diferença acima do limite',
  return_unasked: 'Aceitar devoluções sem perguntar ao serviço por outras',
};

const roles: Record<Role, string> = { cashier: 'Operador', manager: 'Gerente' };

const moment = moments({ dateStyle: 'medium', timeStyle: 'short' });

const duration = (seconds: number): string =>
  seconds < 60
    ? count(seconds, { one: 'segundo', other: 'segundos' })
    : count(Math.ceil(seconds / 60), { one: 'minuto', other: 'minutos' });

export const ptPTLock: Messages['lock'] = {
  title: 'Bloqueada',
  whoAreYou: 'Quem está na caixa?',
  pinOf: (name) => `PIN de ${name}`,
  unlock: 'Desbloquear',
  stays: 'A venda em curso fica guardada e o envio continua.',
  lock: 'Bloquear',
  atTill: 'Na caixa:',
  approval: ptPTApprovals,
  window: {
    unlockTitle: (name) => `Desbloquear: ${name}`,
    newPinTitle: (name) => `PIN de ${name}`,
    newPin: 'Definir o PIN',
    scanned: 'Uma leitura não é um PIN: foi ignorada e não conta como tentativa.',
    cancel: 'Cancelar',
  },
  recovery: ptPTRecovery,
  actions,
  roles,
  manage: {
    title: 'Operadores',
    none: 'Ainda não há operadores, por isso a caixa nunca fica bloqueada e o histórico não regista nomes. O primeiro tem de ser gerente.',
    list: 'Quem trabalha nesta caixa',
    oneManager:
      'Um PIN não pode ser consultado. Tenha dois gerentes, para que um possa dar um novo ao outro.',
    name: 'Nome',
    role: 'Função',
    pin: 'PIN',
    newPin: 'Novo PIN',
    pinHint: (role) => `De ${shortestPin[role]} a 12 algarismos.`,
    newPinToo: 'Dar um novo PIN',
    newPinHint: 'O PIN é escrito duas vezes, numa janela própria.',
    pinAgain: 'O mesmo PIN de novo',
    pinWrong: (role) =>
      role === 'manager'
        ? `O PIN de um gerente tem entre ${shortestPin[role]} e 12 algarismos.`
        : `Um PIN tem entre ${shortestPin[role]} e 12 algarismos.`,
    pinDiffers: 'Os dois não são iguais.',
    nameNeeded: 'Indique um nome com, no máximo, 40 caracteres.',
    add: 'Acrescentar',
    addTitle: 'Acrescentar alguém',
    firstTitle: 'Acrescentar o primeiro gerente',
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
    idleHint:
      'Também bloqueia quando o computador é suspenso e, no Windows e no macOS, quando o ecrã é bloqueado. O Linux não avisa os programas disso.',
    never: 'Nunca',
    duration,
    managers: 'Só com o PIN de um gerente',
    managersHint: 'Gerir os operadores exige sempre um gerente.',
    weak: 'Este computador não guarda chaves para programas. O bloqueio afasta as pessoas do ecrã; quem puder alterar os ficheiros da caixa pode tornar-se gerente.',
    salesmen: {
      title: 'Vendedor no serviço',
      hint: 'O que um operador vende leva este vendedor. Aparecem os que os documentos do serviço indicaram.',
      none: 'Ainda nenhum documento indicou um vendedor. Preparar a caixa, nas definições, lê os documentos.',
      nobody: 'Nenhum',
    },
    users: {
      title: 'Quem pode recuperar um PIN',
      hint: 'Estes utilizadores do serviço podem dar um novo PIN a um gerente que o esqueceu. Todos os gerentes são avisados.',
      none: 'Ainda ninguém: um PIN esquecido só pode ser substituído por outro gerente.',
      first: 'Iniciou a primeira sessão da caixa, ou recuperou um PIN',
      addedBy: (name) => `Acrescentado por ${name}`,
      add: 'Acrescentar um utilizador',
      addTitle: 'Um utilizador que pode recuperar um PIN',
      addHint:
        'O utilizador inicia sessão aqui uma vez. A sessão da caixa fica como está, e só fica guardado quem ele é.',
      remove: (name) => `Retirar ${name} de quem pode recuperar um PIN`,
      added: 'O utilizador foi acrescentado.',
      removed: 'O utilizador foi retirado.',
    },
  },
};

const unproven: Record<Unproven | 'old_pin', string> = {
  key_silent:
    'O cofre de chaves deste computador ainda não respondeu, por isso a caixa não sabe quem é gerente. As vendas continuam; para o resto, desbloqueie o cofre de chaves.',
  key_lost:
    'A chave com que foram definidos os gerentes desta caixa não está neste computador. As vendas continuam; para o resto, um gerente recupera o PIN em «Esqueceu o PIN?».',
  people_changed:
    'Os operadores da caixa ou as suas permissões foram alterados fora dela, por isso ninguém conta como gerente. As vendas continuam; para o resto, um gerente recupera o PIN em «Esqueceu o PIN?». Depois reveja os operadores.',
  people_gone: `Os operadores da caixa foram removidos fora dela, por isso fica bloqueada. Reponha uma cópia de segurança, ou defina um novo gerente em «${ptPTRecovery.title}».`,
  old_pin:
    'Este PIN é de uma chave que a caixa já não tem. Outro gerente pode dar um novo, ou é recuperado em «Esqueceu o PIN?».',
};

export const ptPTLockErrors = {
  locked: () => 'A caixa foi entretanto bloqueada, e isto não foi feito. Faça-o de novo.',
  manager_needed: ({ action }) => `Só com o PIN de um gerente: «${actions[action]}».`,
  pin_not_given: () => 'Nenhum PIN foi escrito, e nada foi feito.',
  pin_window_open: () => 'A janela do PIN está aberta. Responda primeiro, ou feche-a.',
  pin_window_failed: () =>
    'Não foi possível abrir a janela do PIN, por isso nada foi aprovado nem feito. Se continuar, reinicie a caixa.',
  pin_wrong: () => 'Este PIN está errado.',
  pin_wait: ({ waitMs }) =>
    `Demasiadas tentativas erradas. Tente de novo dentro de ${duration(Math.ceil(waitMs / 1000))}.`,
  pin_recovered: ({ name, atMs, way, by }) =>
    `O PIN de ${name} foi definido de novo por ${by} com ${way === 'token' ? 'um token do serviço' : 'a palavra-passe do serviço'} em ${moment(atMs)}.`,
  recovery_not_allowed: ({ user }) =>
    `${user} não está entre quem pode recuperar um PIN aqui. É preciso o utilizador que iniciou a primeira sessão da caixa, ou um que um gerente tenha acrescentado.`,
  recovery_user_unknown: () =>
    'O serviço não diz quem é este utilizador de forma que se possa comparar, por isso nenhum PIN pode ser assim recuperado. Outro gerente pode dar um novo.',
  recovery_users_changed: () =>
    'A lista de quem pode recuperar um PIN foi alterada fora da caixa. Quem foi assim acrescentado não conta; reveja a lista.',
  manager_unproven: ({ why }) => unproven[why],
  key_store_silent: () =>
    'O cofre de chaves deste computador não guardou a chave da caixa. Desbloqueie-o e tente de novo.',
  cashier_name_taken: () => 'Já há alguém com este nome, ou com um parecido.',
  manager_first: () => 'O primeiro tem de ser gerente, que depois pode acrescentar outros.',
  last_manager: () => 'Tem de ficar um gerente enquanto houver outros.',
} satisfies Partial<ErrorSentences>;
