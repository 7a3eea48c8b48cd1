// What main itself says and asks about the second copy, in European Portuguese.
import type { CopyChange, MediumProblem } from '../../../src-main/contract/second-copy.ts';
import type { Messages } from '../en.ts';
import type { enSecondCopyErrors } from '../en/second-copy.ts';
import { count, moments } from './formats.ts';

const moment = moments({ dateStyle: 'long', timeStyle: 'short' });

const problems: Record<MediumProblem, string> = {
  not_there: 'A pasta da segunda cópia não está lá. A pen está ligada?',
  full: 'Não há espaço para a segunda cópia. Liberte algum ou escolha outro disco.',
  read_only: 'Não é permitido escrever na pasta da segunda cópia.',
  silent: 'A pasta da segunda cópia não responde. O computador dela está ligado?',
  spoilt: 'O que foi escrito na segunda cópia lê-se de outra forma. Escolha outra pen.',
  other_contents:
    'No lugar da segunda cópia está outra pen, ou um estado anterior dela. Ligue a certa ou escolha de novo esta pasta.',
  other_computer:
    'Outro computador escreve ali a segunda cópia desta caixa. Recomece aqui a partir dela ou escolha outra pasta.',
  no_copy: 'Não há nenhuma segunda cópia nesta pasta.',
  unreadable: 'Não se consegue ler nada desta segunda cópia. Há uma pen mais antiga?',
  newer:
    'Esta segunda cópia foi escrita por um Counterfoil mais recente. Instale primeiro essa versão; nada foi mudado.',
  other_till: 'Esta segunda cópia é de outra empresa ou caixa. Nada foi mudado.',
  failed: 'O sistema recusa a pasta da segunda cópia.',
};

export const ptPTSecondCopy: Messages['secondCopy'] = {
  chooseTitle: 'Escolha outro disco, uma pen ou uma pasta partilhada',
  findTitle: 'Escolha a pen ou a pasta da segunda cópia',
  choose: (folder) => `Escrever uma segunda cópia em ${folder}`,
  chooseFolder: 'Escolher onde se escreve uma segunda cópia',
  encrypts: (encrypts) =>
    encrypts
      ? 'Cifrar a segunda cópia com a chave de recuperação'
      : 'Escrever a segunda cópia sem cifra: quem tiver a pen consegue lê-la',
  stop: 'Deixar de escrever uma segunda cópia',
  resume: 'Continuar neste computador, embora outro tenha ficado com a caixa',
  find: 'Procurar segundas cópias numa pasta',
  use: (till) => `Recomeçar a partir da segunda cópia de ${till}`,
  holds: (sales, newestAtMs) =>
    newestAtMs === null
      ? 'Não tem nenhuma venda.'
      : `Tem ${count(sales, { one: 'venda', other: 'vendas' })}, a mais recente de ${moment(newestAtMs)}.`,
  unsettled: (sales, total) =>
    `${count(sales, { one: 'venda', other: 'vendas' })} no valor de ${total} por resolver: são procuradas no serviço antes de serem enviadas.`,
};

const changes: Record<Exclude<CopyChange['act'], 'chosen'>, string> = {
  stopped: 'Deixa de se escrever uma segunda cópia',
  encrypted: 'Passa a ser cifrada com a chave de recuperação',
  not_encrypted: 'Deixa de ser cifrada',
  gone_on: 'Este computador continua, embora outro tenha ficado com a caixa',
  started_again: 'Este computador recomeçou a partir da segunda cópia',
};

export const ptPTCopyChange = (change: CopyChange): string =>
  change.act === 'chosen' ? `Passa a ser escrita em ${change.folder}` : changes[change.act];

export const ptPTSecondCopyErrors: typeof enSecondCopyErrors = {
  second_copy_unusable: ({ problem }) => problems[problem],
  medium_backup_failed: ({ problem }) =>
    `Não foi possível guardar a cópia de segurança mais recente ao lado da segunda cópia; a caixa volta a tentar. ${problems[problem]}`,
  second_copy_value: ({ field }) =>
    `A segunda cópia tem um valor que não pode estar certo (${field}), por isso nada foi mudado. Guarde a pen e peça ajuda.`,
  till_replaced: ({ atMs, computer }) =>
    `Outro computador (${computer}) continuou com esta caixa desde ${moment(atMs)}, por isso este já não envia nada. O que aqui se vende fica guardado. Um gerente pode fazê-la continuar aqui nas Definições.`,
  second_copy_asked: () =>
    'Antes de enviar, a caixa verifica se a sua segunda cópia ainda está lá.',
};
