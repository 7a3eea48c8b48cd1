// A till that could not be opened, restoring a backup, and the report for whoever helps, in
// European Portuguese.
import type { UnusableReason } from '../../../src-main/contract/restore.ts';
import type { Messages } from '../en.ts';
import { count, moments, numbers } from './formats.ts';

const moment = moments({ dateStyle: 'long', timeStyle: 'short' });
const megabytes = numbers({ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
const gigabytes = numbers({ style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 });

export const ptPTFailedStart: Messages['failedStart'] = {
  title: 'Não foi possível abrir a caixa',
  nothingDeleted: 'Nada foi apagado: as vendas terminadas continuam nos ficheiros da caixa.',
  nextTry: (time) => `Volta a tentar sozinha às ${time}.`,
  noNextTry: 'Tentar de novo não muda nada enquanto ninguém ajudar.',
  trying: 'A tentar…',
  startAgainHint:
    'Se o disco está a falhar: a segunda cópia, numa pen ou numa pasta partilhada, tem também as vendas de hoje.',
  restoreHint: 'Se não resultar: uma cópia de segurança de um dia anterior volta a abrir a caixa.',
  reportHint:
    'Para quem o ajudar: um ficheiro de texto com o que aconteceu. Não tem palavras-passe, NIF nem clientes; leia-o antes de o enviar.',
  saveReport: 'Guardar um relatório',
  otherTill: 'Usar outra caixa',
  thisTill: 'Voltar à caixa que não abriu',
};

const unusable: Record<UnusableReason, string> = {
  damaged: 'Esta cópia foi cortada ou alterada. Escolha outra; nada foi mudado.',
  no_backup: 'Isto não é uma cópia completa de uma caixa. Escolha outra; nada foi mudado.',
  newer:
    'Esta cópia é de um Counterfoil mais recente. Instale primeiro essa versão; nada foi mudado.',
  other_till: 'Esta cópia é de outra empresa ou caixa. Nada foi mudado.',
  present_file: 'Este é o ficheiro atual da caixa, e não uma cópia. Nada foi mudado.',
};

export const ptPTRestore: Messages['restore'] = {
  title: 'Repor uma cópia de segurança',
  open: 'Repor uma cópia',
  intro:
    'A cópia toma o lugar do ficheiro atual da caixa, que é posto de parte e nunca apagado. As vendas que o serviço não confirmou são procuradas lá antes de serem enviadas.',
  held: 'As vendas suspensas não passam para a cópia.',
  kept: 'Cópias neste computador',
  none: 'Ainda não há cópias neste computador.',
  made: (atMs) => moment(atMs),
  size: (bytes) => megabytes(Math.max(bytes / 1_000_000, 0.1)),
  look: 'Ver o que tem',
  looking: 'A ver o que tem a cópia…',
  elsewhere: 'Uma cópia noutro sítio',
  elsewhereHint:
    'Numa pen, por exemplo. Se for cifrada, a caixa pede a chave de recuperação numa janela própria.',
  chooseFile: 'Escolher um ficheiro',
  whole: 'A cópia está completa.',
  unusable,
  holds: (sales, newestAtMs) =>
    newestAtMs === null
      ? 'Não tem vendas.'
      : `Tem ${count(sales, { one: 'venda', other: 'vendas' })}, a mais recente de ${moment(newestAtMs)}.`,
  lost: (sales) => {
    if (sales === null)
      return 'Não é possível ler o ficheiro atual, por isso não se sabe que vendas tem que a cópia não tem.';
    if (sales === 0) return 'O ficheiro atual não tem vendas que a cópia não tenha.';
    return count(sales, {
      one: 'venda está apenas no ficheiro atual. Depois de repor a cópia, a caixa não a mostra nem a envia: só o ficheiro posto de parte a tem.',
      other:
        'vendas estão apenas no ficheiro atual. Depois de repor a cópia, a caixa não as mostra nem as envia: só o ficheiro posto de parte as tem.',
    });
  },
  lostSales: 'Apenas no ficheiro atual',
  more: (rest) => `e mais ${rest}`,
  use: 'Repor esta cópia',
  using: 'A repor…',
  key: {
    title: 'Chave de recuperação',
    opens: (name) => `Abre ${name}.`,
    hint: 'Tal como está no papel. Espaços e mudanças de linha não contam.',
    open: 'Abrir a cópia',
    busy: 'A abrir a cópia…',
  },
  confirmTitle: 'Repor esta cópia?',
  agree: 'Repor a cópia',
  disagree: 'Deixar tudo como está',
  chooseTitle: 'Escolher uma cópia de segurança',
};

export const ptPTReport: Messages['report'] = {
  fileName: 'relatorio',
  title: (version) => `Counterfoil ${version}: relatório para quem ajudar`,
  about: 'Leia-o antes de o enviar. Ficam de fora palavras-passe, tokens, NIF e clientes.',
  made: (at) => `Feito: ${moment(at)}`,
  runtime: (versions) => `Programa: ${versions}`,
  system: (name) => `Sistema: ${name}`,
  disk: (room) => `Disco dos dados da caixa: ${room}`,
  free: (bytes) => `${gigabytes(bytes / 1_000_000_000)} livres`,
  clock: (aheadS) =>
    `Relógio: ${aheadS > 0 ? `${aheadS} s adiantado` : `${-aheadS} s atrasado`} em relação ao do serviço`,
  clockFine: 'Relógio: sem diferença conhecida do relógio do serviço',
  keyStore: (store) => `Cofre de chaves: ${store}`,
  printers: (names) => `Impressoras: ${names}`,
  noPrinter: 'nenhuma',
  routes: (routes) => `Caminho até ao serviço: ${routes}`,
  display: (display) => `Ecrã: ${display}`,
  unknown: 'sem resposta',
  happened: 'O que aconteceu:',
  nothing: 'Nenhuma caixa falhou ao abrir. O registo diz o que aconteceu antes.',
  log: 'O fim do registo:',
};
