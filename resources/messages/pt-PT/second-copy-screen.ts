// The second copy as its screens show it, and starting again from one, in European Portuguese.
import { localDay } from '../../../src-main/contract/calendar.ts';
import type { Messages } from '../en.ts';
import { count, moments, numeral, plural } from './formats.ts';

const moment = moments({ dateStyle: 'long', timeStyle: 'short' });
const shortDay = moments({ dateStyle: 'short' });
const time = moments({ timeStyle: 'short' });
const isToday = (atMs: number): boolean => localDay(atMs) === localDay(Date.now());
const day = moments({ dateStyle: 'medium' });
const fact = moments({ dateStyle: 'medium', timeStyle: 'short' });
const dayOf = (date: string): string => day(new Date(`${date}T12:00`));
const sales = (number: number): string => count(number, { one: 'venda', other: 'vendas' });

export const ptPTSecondCopyScreen: Messages['secondCopyScreen'] = {
  title: 'Segunda cópia',
  intro:
    'O que um computador novo precisa para continuar é escrito também noutro disco, numa pen ou numa pasta partilhada: as vendas que o serviço ainda não tem, o dia, o dinheiro, as definições. É escrito depois de cada venda, e nenhuma venda espera por isso.',
  off: 'Nada é escrito: se o disco deste computador avariar, as vendas que o serviço ainda não tem perdem-se com ele.',
  starting: 'A segunda cópia está a começar…',
  upToDate: 'A segunda cópia está em dia.',
  behind: (behind) =>
    `Ainda não ${plural(behind, { one: 'está', other: 'estão' })} lá ${sales(behind)}.`,
  missing: (atMs) => `A segunda cópia está em falta desde ${moment(atMs)}.`,
  missingHint:
    'Continue a vender: as vendas ficam guardadas neste computador e são lá escritas assim que ela voltar.',
  folder: 'Pasta',
  copied: 'Em dia pela última vez',
  notCopied: 'Não desde que a caixa foi aberta',
  encryption: 'Cifra',
  encrypted: 'Só a chave de recuperação a abre',
  readable: 'Nenhuma: quem a tiver consegue lê-la',
  backup: 'Cópia de segurança mais recente',
  noBackup: 'Ainda nenhuma',
  at: (atMs) => fact(atMs),
  sameDisk:
    'Esta pasta está no próprio disco da caixa e perder-se-ia com ele. Escolha outro disco, uma pen ou uma pasta partilhada.',
  encrypts: 'Cifrar com a chave de recuperação',
  encryptsHint:
    'Sem cifra, quem encontrar a pen consegue ler as vendas e os clientes que lá estão.',
  noKey:
    'Ainda não foi criada nenhuma chave de recuperação, por isso nada é cifrado: quem encontrar a pen consegue lê-la.',
  choose: 'Escolher um disco, uma pen ou uma pasta',
  chooseAnother: 'Escolher outra pasta',
  stop: 'Parar a segunda cópia',
  status: {
    name: 'Segunda cópia',
    upToDate: 'em dia',
    behind: (behind) => `faltam ${numeral(behind)}`,
    missing: (atMs) => `em falta desde ${isToday(atMs) ? `as ${time(atMs)}` : shortDay(atMs)}`,
    takenOver: 'Substituído por outro computador',
    shortMissing: 'sem cópia',
    shortTakenOver: 'substituído',
  },
  replaced: (computer, atMs) =>
    `Outro computador (${computer}) recomeçou a partir da segunda cópia desta caixa, em ${moment(atMs)}. Este já não envia nada: dois computadores não podem enviar pela mesma caixa.`,
  replacedHint:
    'Se esse computador está em uso, venda lá e desligue este. Se foi engano, este pode continuar: procura no serviço cada venda por resolver antes de enviar, e o outro para.',
  resume: 'Continuar neste computador',
  seeWhy: 'Ver a segunda cópia',
};

export const ptPTStartAgain: Messages['startAgain'] = {
  title: 'Recomeçar a partir de uma segunda cópia',
  open: 'Recomeçar a partir de uma segunda cópia',
  intro:
    'Para um computador novo no lugar de um que avariou, se perdeu ou foi roubado. A segunda cópia fica no lugar do ficheiro desta caixa. As vendas que o serviço não confirmou são lá procuradas antes de serem enviadas, e o dia aberto continua.',
  never: 'Nunca use os dois computadores para a mesma caixa: o antigo para assim que veja isto.',
  notHeld:
    'Não está nela: o catálogo, e o que é do computador, como a impressora. Importe de novo o catálogo, ou traga-o do ficheiro de configuração de outra caixa.',
  choose: 'Escolher a pen ou a pasta',
  found: 'Segundas cópias encontradas',
  till: (company, till) => `${company} · ${till}`,
  writtenBy: (computer, atMs) => `Escrita por ${computer}, desde ${fact(atMs)}`,
  isEncrypted: 'Cifrada: a chave de recuperação é pedida numa janela própria',
  look: 'Ver',
  looking: 'A ver a segunda cópia…',
  sales: 'Vendas',
  salesIn: (number) => numeral(number),
  days: 'Dias',
  daysIn: (first, last) => (first === last ? dayOf(first) : `${dayOf(first)} a ${dayOf(last)}`),
  noDays: 'Nenhum',
  newest: 'Venda mais recente',
  openDay: 'Dia aberto',
  openDayOf: (date) => dayOf(date),
  noOpenDay: 'Nenhum',
  unsettled: 'Por resolver',
  unsettledFor: (number, total) =>
    number === 0 ? 'Nenhuma' : `${sales(number)}, ${total} no total`,
  written: 'Escrita até',
  backup: 'Cópia de segurança',
  at: (atMs) => fact(atMs),
  cutOff:
    'O fim não se consegue ler, como quando se tira uma pen. O que está antes está completo: compare as últimas vendas de hoje com os seus papéis.',
  use: 'Recomeçar a partir desta',
  using: 'A recomeçar…',
  signIn: 'Inicie sessão para continuar',
  signInLine: (company, till) =>
    `Inicie sessão em ${company} · ${till}. Depois a caixa recomeça a partir da sua segunda cópia.`,
  ready: (company, till) =>
    `Tem sessão iniciada em ${company} · ${till}. A caixa pode agora recomeçar a partir da sua segunda cópia; aqui ainda nada foi vendido.`,
  without: 'Continuar sem a segunda cópia',
};
