// The texts of printers, print jobs and the drawer, in European Portuguese.
import type {
  PrintingError,
  UnreachablePrinterReason,
} from '../../../src-main/contract/print-jobs.ts';
import type { CodePage } from '../../../src-main/contract/printing.ts';
import type { enPrinting } from '../en/printing.ts';
import type { PartSentences } from '../sentences.ts';

const unreachable: Record<UnreachablePrinterReason, string> = {
  refused: 'O endereço da impressora não aceita impressões. Verifique o endereço e a porta.',
  no_such_host: 'O endereço da impressora não foi encontrado. Verifique-o.',
  no_network: 'Este computador não chega à rede da impressora.',
  timeout: 'A impressora não responde. Verifique se está ligada à corrente e à rede.',
};

export const ptPTPrintingErrors: PartSentences<PrintingError> = {
  printer_unreachable: ({ reason }) => unreachable[reason],
  printer_offline: () => 'A impressora está desligada ou não está pronta.',
  printer_paper_out: () => 'A impressora não tem papel.',
  printer_cover_open: () => 'A tampa da impressora está aberta.',
  printer_fault: () =>
    'A impressora indica uma avaria, da guilhotina ou da cabeça. Desligue-a e volte a ligá-la.',
  printer_answer_invalid: () =>
    'O que responde nesse endereço não fala a linguagem da impressora. Verifique o endereço e a linguagem em Definições, Impressora.',
  printer_broke_off: () => 'A ligação à impressora foi interrompida.',
  printer_too_slow: () => 'A impressora deixou de receber dados antes do fim.',
  printer_not_a_device: ({ file }) =>
    `Não há nenhuma impressora em ${file}: está desligada, esse não é o ficheiro de uma impressora, ou este utilizador não pode escrever nele.`,
  printer_missing: ({ name }) => `Este computador já não tem nenhuma impressora «${name}».`,
  printer_kind_not_offered: () =>
    'Este sistema não tem essa forma de chegar à impressora. Use o controlador do sistema ou a rede.',
  print_unanswered: () => 'O sistema não disse se isto foi impresso.',
  print_interrupted: () => 'A caixa foi fechada antes de isto ser impresso.',
  print_restored: () =>
    'Isto vem de uma cópia dos dados da caixa, e pode ter sido impresso depois de a cópia ser feita.',
  receipt_unavailable: () =>
    'Não foi possível preparar o talão agora. Abra o documento e imprima-o a partir daí.',
  labels_gone: () => 'Nenhum destes produtos está ainda no catálogo.',
  no_roll_printer: () =>
    'As etiquetas em rolo precisam de uma impressora térmica. Escolha uma em Definições, Impressora.',
  receipt_settings_damaged: () =>
    'Não é possível ler os textos dos talões desta caixa, por isso não há talão. Introduza-os e guarde-os de novo em Definições, O que diz um talão.',
  no_drawer: () =>
    'A gaveta só abre através de uma impressora térmica. Escolha uma em Definições, Impressora.',
  drawer_not_opened: ({ error }) => drawerSentence(error.code),
  print_job_moved_on: () => 'Esta impressão já mudou de estado. Veja-a de novo.',
};

function drawerSentence(code: string): string {
  const why: Readonly<Record<string, string>> = {
    printer_unreachable: 'a impressora não responde',
    printer_offline: 'a impressora está desligada ou não está pronta',
    printer_paper_out: 'a impressora não tem papel',
    printer_cover_open: 'a tampa da impressora está aberta',
  };
  return `A gaveta não abriu: ${why[code] ?? 'não foi possível avisar a impressora'}. Abra-a com a chave.`;
}

const codePageNames: Readonly<Record<CodePage, string>> = {
  cp858: 'CP858',
  windows1252: 'Windows-1252',
  'iso8859-15': 'ISO 8859-15',
};

export const ptPTPrinting: typeof enPrinting = {
  title: 'Impressora',
  none: 'A impressora predefinida do sistema',
  notFound: (name) => `${name} (não encontrada)`,
  kind: 'Ligada por',
  kinds: {
    system: 'Controlador do sistema',
    tcp: 'Rede',
    device: 'Ficheiro de dispositivo',
    queue: 'Fila do sistema, sem alterações',
  },
  kindHints: {
    system: 'Para todas as impressoras que este computador conhece. Não abre gavetas.',
    tcp: 'Para impressoras térmicas com endereço próprio.',
    device: 'Para impressoras térmicas ligadas por cabo, como /dev/usb/lp0.',
    queue:
      'Para impressoras térmicas que o sistema conhece como filas sem alterações. O sistema recebe os dados e não diz o que lhes acontece.',
  },
  printer: 'Impressora',
  looking: 'A procurar impressoras…',
  noPrinters: 'Este computador não conhece nenhuma impressora.',
  paper: 'Papel',
  papers: { '80': 'Rolo de 80 mm', '58': 'Rolo de 58 mm', A4: 'A4' },
  host: 'Endereço',
  hostHint: 'Um nome ou endereço IP, como mostra a página de teste da própria impressora.',
  port: 'Porta',
  file: 'Ficheiro',
  language: 'Linguagem da impressora',
  languages: { 'esc-pos': 'ESC/POS (Epson e a maioria)', 'star-prnt': 'StarPRNT (Star)' },
  width: 'Rolo',
  columns: 'Letras por linha',
  columnsNamed: (columns, usual) => (usual ? `${columns} (habitual)` : `${columns}`),
  codePage: 'Página de códigos',
  codePages: codePageNames,
  cuts: 'Tem guilhotina',
  incomplete: 'Escolha uma impressora, ou indique o endereço e a porta.',
  testPageTexts: {
    title: 'Counterfoil – página de teste',
    width: 'Esta régua enche uma linha, de margem a margem:',
    letters: (codePage) => `Letras em ${codePageNames[codePage]}:`,
    cut: 'O papel é cortado abaixo desta linha.',
    line: 'Esta linha vai de margem a margem:',
    end: 'A página acaba abaixo desta linha.',
  },
  testPage: 'Imprimir página de teste',
  testing: 'A imprimir a página de teste…',
  save: 'Guardar impressora',
  saved: 'Guardado.',
  whatCameOut: 'O que saiu?',
  allRight: 'Está tudo certo: guardar',
  rulerWrong: 'A régua parte-se ou é curta demais',
  whichLetters: 'Que letras estão certas?',
  follow: 'A página indica cada página de códigos por cima das suas letras.',
  gibberish: 'Só sinais estranhos, ou nada',
  notCut: 'Não foi cortado',
  shouldCut: 'Devia ser cortado',
  drawer: 'Gaveta do dinheiro',
  drawerHint: 'Ligada à impressora térmica.',
  needsThermal:
    'Guarde primeiro uma impressora térmica: rede, ficheiro de dispositivo ou fila sem alterações.',
  hasDrawer: 'Existe uma gaveta',
  pin: 'Linha',
  pins: { 2: 'Pino 2 (habitual)', 5: 'Pino 5' },
  onMs: 'Impulso (ms)',
  offMs: 'Pausa depois (ms)',
  opensFor: 'Abre sozinha com',
  noMethods: 'Configure primeiro os meios de pagamento.',
  drawerWrong: 'Indique de 2 a 510 milissegundos para o impulso e para a pausa.',
  saveDrawer: 'Guardar gaveta',
  testDrawer: 'Testar a gaveta',
  testReason: 'Teste nas Definições',
  opened: 'Foi pedido à gaveta que abrisse.',
  openDrawer: 'Abrir gaveta',
  why: 'Porquê?',
  whyHint: 'Escolha ou escreva o motivo: a gaveta abre, e o motivo fica guardado com o seu nome.',
  reasons: ['Trocar dinheiro', 'Troco esquecido', 'Conferir a caixa'],
  openIt: 'Abrir',
  automatic: 'Impressão automática',
  automatics: {
    never: 'Nunca',
    after_sale: 'Depois de cada venda: o talão, ou o talão provisório enquanto a venda espera',
    when_confirmed: 'Só talões, logo que a venda seja confirmada',
  },
  jobs: 'Impressões',
  noJobs: 'Ainda nada foi impresso.',
  jobColumns: { time: 'Hora', what: 'O quê', by: 'Por', state: 'Estado' },
  states: {
    waiting: 'À espera',
    printing: 'A imprimir…',
    printed: 'Impresso',
    failed: 'Não impresso',
    uncertain: 'Talvez impresso',
    given_up: 'Abandonado',
  },
  copy: '2.ª via',
  byItself: 'automática',
  printAgain: 'Imprimir de novo',
  printAgainAsCopy: 'Imprimir de novo, como 2.ª via',
  giveUp: 'Desistir',
  again: (what) => `Imprimir de novo: ${what}`,
  againAsCopy: (what) => `Imprimir de novo, como 2.ª via: ${what}`,
  giveUpWhat: (what) => `Desistir: ${what}`,
  failed: (what) => `Não impresso: ${what}.`,
  uncertain: (what) => `Talvez impresso: ${what}. Veja o papel.`,
  mayStillCome:
    'A impressora pode tê-lo guardado e ainda o imprimir: espere e veja o papel antes de o imprimir de novo.',
  more: (others) => `mais ${others}`,
  openings: 'Aberturas da gaveta',
  noOpenings: 'A gaveta ainda não foi aberta.',
  openingColumns: { time: 'Hora', by: 'Quem', why: 'Porquê', outcome: 'Resultado' },
  openedBy: (name, manager) => `${name}, com a aprovação de ${manager}`,
  cashSale: (reference) => `Pago em dinheiro: ${reference}`,
  outcomes: {
    opened: 'Mandada abrir',
    failed: 'Não abriu',
    unclear: 'Talvez aberta',
    unknown: 'Desconhecido',
  },
};
