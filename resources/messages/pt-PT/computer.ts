// The texts on whether a computer is fit for a till, in European Portuguese: on a screen, in a
// report and on a terminal.
import type { CheckName, Finding, Verdict } from '../../../src-main/contract/computer.ts';
import type { enComputer } from '../en/computer.ts';
import { errorSentence, type FindingSentences, type FindingWords } from '../sentences.ts';
import { ptPTErrors } from './errors.ts';
import { count, list, numbers } from './formats.ts';

const gigabytes = numbers({
  style: 'unit',
  unit: 'gigabyte',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const oneDecimal = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const whole = numbers({ maximumFractionDigits: 0 });

const verdicts: Record<Verdict, string> = {
  fine: 'Bom',
  look_at: 'A ver',
  bad: 'Mau',
  unknown: 'Não se sabe',
};

const checks: Record<CheckName, string> = {
  runtime: 'Programa',
  key_store: 'Cofre de chaves',
  printers: 'Impressoras',
  proxy: 'Proxy',
  service: 'Serviço e relógio',
  disk: 'Disco e pasta',
  screens: 'Ecrãs',
};

const keyStoreWords = ({
  store,
  backend,
  keepsWeakly,
}: Extract<Finding, { item: 'key_store' }>): FindingWords => {
  const named = backend === null ? '' : ` (${backend})`;
  switch (store) {
    case 'real':
      return { found: `O cofre de chaves do sistema guarda a sessão${named}`, advice: '' };
    case 'silent':
      return {
        found: `O cofre de chaves do sistema não responde${named}`,
        advice: 'Talvez esteja a pedir a palavra-passe: procure uma janela por trás desta.',
      };
    case 'none':
      return keepsWeakly
        ? {
            found: `Não há cofre de chaves: qualquer programa pode ler a sessão guardada${named}`,
            advice:
              'Instale um cofre como o GNOME Keyring ou o KWallet, ou deixe de aceitar isto nas Definições.',
          }
        : {
            found: `Não há cofre de chaves: a sessão só dura até o programa fechar${named}`,
            advice: 'Instale um cofre como o GNOME Keyring ou o KWallet, e inicie sessão de novo.',
          };
  }
};

const rights: Readonly<Record<Extract<Finding, { item: 'rights' }>['found'], FindingWords>> = {
  own: { found: 'É possível escrever os dados, e mais ninguém os pode ler', advice: '' },
  absent: {
    found: 'Ainda não há dados',
    advice: 'Abra a caixa uma vez. O comando aceita outra pasta: --user-data-dir=DIR',
  },
  not_writable: {
    found: 'Não é possível escrever os dados',
    advice: 'Dê a este utilizador o direito de escrever na pasta.',
  },
  open_to_others: {
    found: 'Outros utilizadores deste computador podem ver os dados',
    advice: 'Feche a caixa e abra-a de novo: ao arrancar, ela protege a pasta.',
  },
};

const ways: Record<string, string> = {
  system: 'pelo controlador do sistema',
  tcp: 'na rede',
  device: 'por cabo',
  queue: 'por uma fila do sistema',
};

const findings: FindingSentences = {
  runtime: ({ versions, hasElectron }) => {
    const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
    const runtime = hasElectron ? 'Electron' : 'Chromium, porque falta o programa do Electron';
    return {
      found: `Corre em ${runtime}: ${named.join(', ')}`,
      advice: 'Instale a caixa a partir do pacote, ou peça a quem a instalou: npx install-electron',
    };
  },
  key_store: keyStoreWords,
  printer: ({ way, name, error, isMute }) => {
    const printer =
      way === null ? 'impressora predefinida do sistema' : `${name}, ${ways[way] ?? way}`;
    if (error)
      return {
        found: `Os talões saem em: ${printer}. Agora não está acessível ou utilizável`,
        advice: errorSentence(ptPTErrors, error),
      };
    const answer = isMute ? 'Está lá, mas não diz se tem papel' : 'Está lá';
    return { found: `Os talões saem em: ${printer}. ${answer}; nada foi impresso`, advice: '' };
  },
  printers: ({ names }) => ({
    found:
      names === null
        ? 'O sistema não diz que impressoras tem'
        : `Impressoras do sistema: ${names.join(', ') || 'nenhuma'}`,
    advice:
      names === null
        ? ''
        : 'Os talões também podem sair numa impressora térmica: Definições, Impressora.',
  }),
  route: ({ routes: named }) =>
    named === null
      ? {
          found: 'As definições do sistema não indicam um proxy que a caixa possa usar',
          advice: 'Peça a quem trata da rede um proxy http fixo, ou nenhum.',
        }
      : {
          found: `O caminho até ao serviço: ${named.map((way) => way ?? 'direto').join(', depois ')}`,
          advice: 'Se o serviço não responder, pergunte se o proxy deixa passar a caixa.',
        },
  proxy: ({ proxies }) => {
    const named = Object.entries(proxies).map(([name, origin]) => `${name}=${origin}`);
    return {
      found: named.length === 0 ? 'O ambiente não indica um proxy' : `Proxy: ${named.join(', ')}`,
      advice: 'Se a caixa não chegar ao serviço, pergunte se o proxy a deixa passar.',
    };
  },
  service: ({ origin, answer, tookMs, trouble }) => {
    const found =
      typeof answer === 'number'
        ? `${origin} respondeu ao fim de ${whole(tookMs)} ms (estado ${answer})`
        : `${origin} não respondeu (${answer})`;
    if (trouble) return { found, advice: errorSentence(ptPTErrors, trouble) };
    return typeof answer === 'number'
      ? {
          found,
          advice:
            'O serviço está lento ou com problemas. As vendas ficam guardadas e seguem depois.',
        }
      : {
          found,
          advice:
            'Verifique o cabo, o Wi-Fi e o endereço. As vendas ficam guardadas e seguem depois.',
        };
  },
  no_service: () => ({
    found: 'Não se conhece nenhum serviço',
    advice: 'Inicie sessão na caixa. O comando aceita um endereço: --service=https://…',
  }),
  clock: ({ aheadS }) =>
    aheadS === null
      ? { found: 'O serviço não disse as horas para comparar com este computador', advice: '' }
      : {
          found:
            aheadS === 0
              ? 'O relógio deste computador e o do serviço estão certos um com o outro'
              : `O relógio deste computador está ${lasting(Math.abs(aheadS))} ${aheadS < 0 ? 'atrasado' : 'adiantado'} em relação ao do serviço`,
          advice: 'Deixe o sistema acertar o relógio pela rede: é ele que data as vendas.',
        },
  disk_failed: ({ code }) => ({
    found: `Não é possível escrever no disco, ou ele não responde (${code})`,
    advice: 'Liberte espaço ou troque o disco: a caixa não guarda vendas nele.',
  }),
  space: ({ freeBytes }) => ({
    found: `Há ${gigabytes(freeBytes / 1024 ** 3)} livres`,
    advice: 'Liberte espaço: com o disco cheio, a caixa não guarda vendas.',
  }),
  sync: ({ medianMs, longestMs }) => ({
    found: `O que se escreve fica seguro no disco ao fim de ${oneDecimal(medianMs)} ms (no máximo ${oneDecimal(longestMs)} ms)`,
    advice:
      'Cada venda espera esse tempo. Ponha os dados num disco deste computador, e não na rede.',
  }),
  rights: ({ found }) => rights[found],
  screens: ({ sizes }) =>
    sizes === null
      ? { found: 'O sistema não diz que ecrãs tem', advice: '' }
      : {
          found: `Ecrãs: ${list(
            sizes.map(
              ({ width, height, scale }) =>
                `${width} × ${height}${scale === 1 ? '' : ` a ${whole(scale * 100)} %`}`,
            ),
          )}`,
          advice:
            'A caixa precisa de 1000 × 540 em pelo menos um. Escolha uma escala menor ou um ecrã maior.',
        },
  scanner: ({ characters, longestGapMs, end, isScan }) => ({
    found: `${count(characters, { one: 'tecla', other: 'teclas' })}, com ${whole(longestGapMs)} ms entre elas no máximo, ${end === null ? 'sem tecla final' : `terminadas por ${end}`}: ${isScan ? 'uma leitura' : 'não é tida por leitura'}`,
    advice: 'Acerte a tecla final e a pausa mais longa em Definições, Leitor de códigos.',
  }),
};

function lasting(seconds: number): string {
  if (seconds < 120) return count(seconds, { one: 'segundo', other: 'segundos' });
  const minutes = Math.round(seconds / 60);
  return minutes < 120
    ? count(minutes, { one: 'minuto', other: 'minutos' })
    : count(Math.round(minutes / 60), { one: 'hora', other: 'horas' });
}

export const ptPTComputer: typeof enComputer = {
  title: 'Verificar este computador',
  intro: 'Nada é impresso nem alterado, e pode continuar a vender entretanto.',
  results: 'O que se encontrou',
  checks,
  verdicts,
  findings,
  checking: 'A verificar…',
  summary: (bad, toLookAt) => {
    if (bad + toLookAt === 0) return 'Está tudo bem, tanto quanto se pode saber.';
    const parts = [
      ...(bad > 0 ? [count(bad, { one: 'coisa está mal', other: 'coisas estão mal' })] : []),
      ...(toLookAt > 0 ? [`${count(toLookAt, { one: 'coisa', other: 'coisas' })} a ver`] : []),
    ];
    return `${parts.join(', ')}.`;
  },
  again: 'Verificar de novo',
  scanner: 'Leitor de códigos',
  scannerHint:
    'Nada é vendido. Uma leitura conhece-se pela rapidez das teclas, como diz Definições, Leitor de códigos.',
  report: 'Relatório',
  reportHint: 'Leia-o antes de o enviar. Não tem palavras-passe, NIF nem clientes, nem o seu nome.',
  reportText: 'O que diz o relatório',
  showReport: 'Mostrar o relatório',
  saveReport: 'Guardar este relatório',
  reportTitle: (version) => `Counterfoil ${version}: este computador serve para a caixa?`,
  reportFolder: (folder) => `Dados: ${folder}`,
};
