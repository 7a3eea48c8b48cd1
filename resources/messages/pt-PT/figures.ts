// The texts of how business went, in European Portuguese: the owner's page and its tables.
import type { Messages } from '../en.ts';
import type { FigureTable } from '../../../src-main/contract/figures.ts';
import { count, numeral, plural } from './formats.ts';

const weekdays = [
  'segunda-feira',
  'terça-feira',
  'quarta-feira',
  'quinta-feira',
  'sexta-feira',
  'sábado',
  'domingo',
];
const plurals = ['segundas', 'terças', 'quartas', 'quintas', 'sextas', 'sábados', 'domingos'];
const singulars = [
  'a segunda',
  'a terça',
  'a quarta',
  'a quinta',
  'a sexta',
  'o sábado',
  'o domingo',
];
const titles: Record<FigureTable, string> = {
  times: 'Por dia',
  usualWeek: 'Uma semana habitual, euros por hora',
  trend: 'Evolução',
  products: 'Por produto',
  returned: 'Devolvido',
  methods: 'Por meio de pagamento',
  cashiers: 'Por operador',
  reductions: 'Descontos, cancelamentos, correções',
  cash: 'Diferenças de caixa',
  documents: 'Documentos',
};
const sales = (number: number): string => count(number, { one: 'venda', other: 'vendas' });

export const ptPTFigures: Messages['figures'] = {
  title: 'Resultados',
  period: 'Período',
  periods: { day: 'Hoje', week: 'Esta semana', month: 'Este mês' },
  earlier: (kind) =>
    ({ day: 'O dia anterior', week: 'A semana anterior', month: 'O mês anterior' })[kind],
  later: (kind) =>
    ({ day: 'O dia seguinte', week: 'A semana seguinte', month: 'O mês seguinte' })[kind],
  lookAgain: 'Atualizar',
  print: 'Imprimir esta página',
  looking: 'A ler os resultados…',
  fromTo: (from, until) => `${from} a ${until}`,
  untilNow: (time) => `Vendas desta caixa até às ${time}`,
  ended: 'Vendas desta caixa',
  notConfirmed: (number, amount) => `${number} ainda sem confirmação: ${amount}`,
  unreadable: (number, references) =>
    `${sales(number)} não se ${plural(number, { one: 'consegue', other: 'conseguem' })} ler e não ${plural(number, { one: 'está contada', other: 'estão contadas' })}: ${references.join(', ')}${references.length < number ? ' …' : ''}`,
  takings: 'Vendido',
  sales: 'Vendas',
  average: 'Valor médio por venda',
  seen: 'Documentos vistos, todas as caixas',
  lastSeen: (time) => `visto por último ${time}`,
  noneSeen: 'ainda nenhum foi visto',
  nothingBefore: 'Ainda nada com que comparar',
  up: (percent) => `${percent} mais do que antes`,
  down: (percent) => `${percent} menos do que antes`,
  mean: (kind, periods, weekday) => {
    if (kind === 'day') {
      return plural(periods, {
        one: `${singulars[weekday] ?? ''} anterior`,
        other: `média de ${numeral(periods)} ${plurals[weekday] ?? ''}`,
      });
    }
    if (kind === 'week')
      return plural(periods, {
        one: 'a semana anterior',
        other: `média de ${numeral(periods)} semanas`,
      });
    return plural(periods, { one: 'o mês anterior', other: `média de ${numeral(periods)} meses` });
  },
  soFar: (mean, amount, time, whole) => `${amount} até às ${time}, ${whole} no fim: ${mean}`,
  titles,
  byHour: 'Por hora',
  trends: {
    day: 'Os últimos 28 dias',
    week: 'As últimas 12 semanas',
    month: 'Os últimos 12 meses',
  },
  thisPeriod: { day: 'este dia', week: 'esta semana', month: 'este mês' },
  meanBefore: 'média dos mesmos dias da semana anteriores',
  overWeeks: '8 semanas, dias com vendas',
  picture: (title, highest, amount, together) =>
    `${title}: ao todo ${together}; o máximo em ${highest} com ${amount}`,
  pictureNothing: (title) => `${title}: nada foi vendido`,
  table: (title) => `Mostrar como tabela: ${title}`,
  csv: (title) => `Guardar como CSV: ${title}`,
  order: 'Ordem',
  byAmount: 'Valor',
  byQuantity: 'Quantidade',
  productsNote: 'Antes de um desconto na venda inteira.',
  moreProducts: (shown, distinct) =>
    `Mostram-se ${shown} de ${distinct} produtos; o ficheiro tem todos.`,
  share: 'Parte',
  nothingSold: 'Nada foi vendido.',
  hidden: 'Não mostrado: diz a quanto uma contagem tem de chegar. Um gerente vê-o.',
  noCash: 'Nenhum dia foi fechado.',
  noDocuments: 'Nenhum documento destes dias foi visto nas listas.',
  documentsNote: 'Falta o que ninguém viu. Os tipos não se somam: não se sabe como cada um conta.',
  cancelledNote: 'Pelo dia da venda.',
  unreadCount: 'A contagem não se consegue ler.',
  sources: {
    till: 'Vendas desta caixa',
    reports: 'Relatórios Z desta caixa',
    documents: 'Documentos no serviço, todas as caixas',
  },
  closed: 'nada vendido',
  words: {
    nobody: 'Ninguém indicado',
    unnamed: 'Sem nome',
    lineDiscounts: 'Linhas abaixo do seu preço',
    saleDiscounts: 'Descontos na venda inteira',
    cancelled: 'Vendas canceladas',
    corrected: 'Vendas corrigidas',
    sold: 'Vendido',
    returned: 'Devolvido',
    soldLess: 'Vendido menos devolvido',
  },
  columns: {
    hour: 'Hora',
    day: 'Dia',
    weekday: 'Dia da semana',
    from: 'De',
    until: 'Até',
    sales: 'Vendas',
    amount: 'Valor',
    mean: 'Média anterior',
    code: 'Código',
    product: 'Produto',
    unit: 'Unidade',
    quantity: 'Quantidade',
    method: 'Meio de pagamento',
    cashier: 'Operador',
    what: 'O quê',
    number: 'Quantos',
    report: 'Relatório Z',
    expected: 'Esperado',
    counted: 'Contado',
    difference: 'Diferença',
    document: 'Documento',
    status: 'Estado',
  },
  weekdays,
  shortWeekdays: ['Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb', 'Dom'],
  hour: (hour) => `${Number(hour)} h`,
};
