// The texts of scanning, in European Portuguese.
import type { Messages } from '../en.ts';
import { count, numeral, plural } from './formats.ts';

export const ptPTScanning: Messages['scanning'] = {
  problems: 'Não acrescentado',
  problem: {
    unknown: (text) => `«${text}» não está no catálogo.`,
    misread: (text) => `«${text}» foi mal lido. Leia de novo.`,
    failed: (text) => `Não foi possível procurar «${text}».`,
    no_weight: (product) => `«${product}»: a etiqueta não traz peso.`,
    no_price: (product) => `«${product}»: a etiqueta não traz preço.`,
    percent_decimals: (typed) =>
      `«${typed}» não foi descontado: um desconto tem no máximo duas casas decimais.`,
    percent_much: (typed) => `«${typed}» não foi descontado: um desconto vai até 100 %.`,
  },
  near: (rule) => {
    switch (rule.differs) {
      case 'length':
        return `Começa por ${rule.prefix}, como diz uma regra das etiquetas da loja, mas tem ${numeral(rule.digits)} dígitos e a regra lê 13.`;
      case 'prefix':
        return `Parece a etiqueta de uma balança, mas nenhuma regra começa por ${rule.begins}. A mais próxima começa por ${rule.prefix}.`;
      case 'item':
        return `A regra de ${rule.prefix} lê nela o produto ${rule.item}, que o catálogo não tem.`;
      case 'amount':
        return `A regra de ${rule.prefix} lê nela mais do que uma caixa pode vender.`;
    }
  },
  otherLayout:
    'O leitor e este computador parecem estar definidos para teclados de países diferentes.',
  openScanner: 'Definições do leitor',
  sellUnlabelled: 'Vender sem a etiqueta',
  tryAgain: 'Tentar de novo',
  tryAgainWith: (text) => `Tentar de novo: ${text}`,
  byHand: 'Vender à mão',
  byHandWith: (text) => `Vender à mão: ${text}`,
  keep: 'Acrescentar ao catálogo',
  keepWith: (text) => `Acrescentar ao catálogo: ${text}`,
  dismiss: (text) => `Dispensar ${text}`,
  several: (codes) => `${numeral(codes)} códigos por acrescentar`,
  dismissAll: 'Dispensar todos',
  said: {
    unsold: (codes, last) =>
      plural(codes, {
        one: `Nada foi vendido: «${last}» foi lido num ecrã onde não se vende.`,
        other: `Nada foi vendido: ${numeral(codes)} códigos foram lidos num ecrã onde não se vende; o último foi «${last}».`,
      }),
    sell: (codes) => plural(codes, { one: 'Vender', other: `Vender os ${numeral(codes)}` }),
    document: (code) => `«${code}» é o código de um documento.`,
    open: 'Abrir',
    noDocument: (code) => `Nenhum documento tem «${code}».`,
    noDocumentRemembered: (code) =>
      `Nenhum documento já visto tem «${code}», e de momento não é possível consultar o serviço.`,
    signedOut: (code) =>
      `«${code}» foi lido, mas nada pode ser vendido antes de iniciar sessão na caixa.`,
    locked: 'A caixa está bloqueada: a leitura não fez nada.',
    secret: 'Um código lido não é um PIN nem uma palavra-passe: foi retirado do campo.',
    command: {
      elsewhere: (code) => `«${code}» não fez nada: só serve no ecrã Vender.`,
      twice: (code) =>
        `«${code}» foi lido duas vezes, e a segunda não fez nada. Leia-o de novo para continuar.`,
      chained: (code) =>
        `«${code}» não fez nada: veio de uma só vez com outros códigos. Leia-o na folha.`,
      nothing: (code) => `«${code}» não fez nada: ainda não há nada a pagar.`,
      idle: (code) => `«${code}» não fez nada: de momento não tem a que se aplicar.`,
      number_needed: (code) =>
        `«${code}» não fez nada: leia primeiro os algarismos do número, ou «CF-BACK» se estiverem errados.`,
      percent_wrong: (code) =>
        `«${code}» não fez nada: um desconto vai até 100 %, com duas casas decimais no máximo. «CF-BACK» retira o número.`,
      weight_needed: (code) =>
        `«${code}» não fez nada: leia primeiro os algarismos do peso e «Vezes», ou «CF-BACK».`,
      no_tax_number: (code) =>
        `«${code}» não fez nada: os algarismos lidos antes não são um NIF. «CF-BACK» retira-os.`,
      unpaid: (code) => `«${code}» não fez nada: leia primeiro «CF-PAY».`,
      no_method: (code) =>
        `«${code}» não fez nada: esta caixa não tem esse meio de pagamento. Imprima a folha de novo.`,
      unfinishable: (code) => `«${code}» não fez nada: esta venda não pode ser terminada assim.`,
      not_done: (code) => `«${code}» foi recusado: o ecrã diz porquê.`,
      invoice_needed: (code) =>
        `«${code}» não fez nada: esta venda precisa de uma fatura completa. Prima «Fatura».`,
      product_needed: (code) =>
        `«${code}» não fez nada: leia primeiro o produto de «Vezes», ou «CF-BACK» se o número estiver errado.`,
      covered: (code) => `«${code}» não fez nada: feche primeiro esta janela.`,
    },
    added: (quantity, description, total) =>
      `Acrescentado: ${quantity} × ${description}. Novo total: ${total}.`,
    waits: 'Fica à espera por trás desta janela.',
    dismiss: 'Dispensar a leitura',
  },
  title: 'Leitor de códigos',
  hint: 'Para leitores que escrevem como um teclado. A caixa reconhece uma leitura pela velocidade e pela tecla que a termina, onde quer que esteja o cursor.',
  prefix: 'Prefixo',
  prefixHint: 'O que o leitor escreve antes de cada código. Em geral, nada.',
  suffix: 'Tecla final',
  keys: { Enter: 'Enter', Tab: 'Tab', ArrowDown: '↓', 'Ctrl+J': 'Ctrl+J' },
  gap: 'Maior pausa (ms)',
  gapHint: 'Entre duas teclas da mesma leitura.',
  gapWrong: 'Indique uma pausa de 10 a 200 milissegundos e um prefixo com 5 caracteres no máximo.',
  asksSameSale:
    'Perguntar antes de vender de novo o mesmo em menos de um minuto (não para uma só linha em numerário)',
  sounds: 'Sons ao ler códigos',
  cashiersAdd: 'Os operadores podem acrescentar ao catálogo o que não se encontra',
  test: 'Leia aqui para experimentar',
  testHint: 'Nada é vendido. Aplicam-se as definições do leitor, tal como estão escritas.',
  arrived: (text) => `Chegou: ${text}`,
  rhythm: (characters, longestGapMs, end) =>
    `${count(characters, { one: 'carácter', other: 'caracteres' })}, maior pausa de ${longestGapMs} ms, ${end === null ? 'sem tecla final' : `terminado por ${end}`}.`,
  taken: (code) => `Reconhecido como leitura de «${code}».`,
  before: {
    cut: (before) => `O prefixo ${before} é retirado.`,
    unset: (before) =>
      `${before} veio antes do código: indique-o como prefixo, ou desligue-o no leitor.`,
    key: (key) => `A tecla ${key} veio antes do código. Não faz nada.`,
  },
  layouts: {
    us: 'Estados Unidos',
    pt: 'Portugal',
    es: 'Espanha',
    fr: 'França',
    be: 'Bélgica',
    de: 'Alemanha',
    it: 'Itália',
  },
  layoutsDiffer: (scanner, computer, meant) =>
    `Teclado do leitor: ${scanner}; deste computador: ${computer}. Era «${meant}». Defina o leitor para ${computer}.`,
  wouldDo: {
    command: (name) => `No ecrã Vender é um comando: ${name}.`,
    key: (key) => `No ecrã Vender escreve «${key}».`,
    method: 'No pagamento escolhe um meio de pagamento.',
    document: 'É o código de um documento.',
    product: (quantity, product, total) => `Venderia ${quantity} × ${product} por ${total}.`,
  },
  notEnded: (key) => `Não reconhecido como leitura: tem de terminar com ${key}.`,
  tooSlow: (gapMs) => `Não reconhecido como leitura: houve uma pausa de mais de ${gapMs} ms.`,
  tooShort: 'Não reconhecido como leitura: tem menos de 3 caracteres.',
  rules: 'Códigos desta loja',
  rulesHint:
    'Códigos EAN-13 impressos por balanças, com o produto e o seu peso ou preço. Começam por 2 ou 02.',
  rule: (row) => `Regra ${row}`,
  rulePrefix: 'Começa por',
  itemDigits: 'Dígitos do produto',
  ruleValue: 'Depois',
  ruleValues: {
    weight: 'Peso',
    price: 'Preço, ao peso',
    piecePrice: 'Preço, à unidade',
  },
  decimals: 'Casas decimais',
  rulePrefixWrong:
    'Começa por 02, por 20 a 29, ou só por 2 (e então com seis dígitos do produto): os outros números são dos fabricantes.',
  ruleWrong: 'Uma regra tem de 3 a 7 dígitos do produto e no máximo 3 casas decimais.',
  rulesWrong:
    'Corrija ou retire as regras que não podem ser usadas; não pode haver duas com o mesmo início.',
  weightExample: (code, item, quantity) => `${code} é o produto ${item}, com o peso ${quantity}.`,
  priceExamples: {
    price: (code, item, price) =>
      `${code} é o produto ${item} por ${price}. O peso vendido calcula-se pelo preço do catálogo; o que se vende à unidade continua a ser uma unidade.`,
    piecePrice: (code, item, price) =>
      `${code} é uma unidade do produto ${item} por ${price}, qualquer que seja o preço ao peso.`,
  },
  addRule: 'Acrescentar regra',
  removeRule: (row) => `Retirar a regra ${row}`,
  save: 'Guardar leitor',
  saved: 'Guardado.',
  commandSheet: 'Códigos de comando',
  commandHint:
    'Servem para vender só com o leitor. Leia um número algarismo a algarismo e, depois, o que ele é. O mesmo código volta a contar passado um segundo.',
  commandGroups: {
    numbers: 'Algarismos',
    sale: 'A venda',
    methods: 'Meios de pagamento',
    products: 'Teclas rápidas',
  },
  decimalMark: (mark) => (mark === ',' ? 'Vírgula decimal' : 'Ponto decimal'),
  commands: {
    times: [
      'Vezes',
      'Vende essa quantidade do produto lido a seguir. Depois de 3: três; depois de 0,35: 0,350.',
    ],
    percent: ['Desconto %', 'Desconta o número lido antes na linha que entrou por último.'],
    taxNumber: ['NIF', 'Põe na venda, como NIF, os nove algarismos lidos antes.'],
    pay: [
      'Pagar',
      'Abre o pagamento. De novo: termina a venda, com o valor exato ou com o que se leu entretanto. De novo: começa a venda seguinte.',
    ],
    undo: ['Anular', 'Desfaz a última alteração, como uma linha errada.'],
    hold: ['Suspender', 'Suspende a venda.'],
    resume: ['Retomar', 'Retoma a venda suspensa, ou mostra várias para escolher.'],
    printLast: ['Imprimir talão', 'Imprime de novo o talão da última venda.'],
    back: ['Voltar', 'Retira os algarismos lidos até aí, ou fecha uma janela.'],
  },
  saveSheet: 'Guardar em PDF',
  methodCommand: 'No pagamento: escolhe como se paga.',
  barcodeOf: (code) => `Código de barras de ${code}`,
  close: 'Fechar',
};
