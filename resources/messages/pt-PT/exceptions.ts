// What a manager wants to see of a day, in European Portuguese.
import type {
  DaysRestored,
  ExceptionKind,
  LostKind,
} from '../../../src-main/contract/exceptions.ts';
import {
  cents,
  subtractCents,
  zeroCents,
  type Cents,
  type UnitPriceMicros,
} from '../../../src-main/contract/money.ts';
import type { RestoredFrom } from '../../../src-main/contract/sales.ts';
import type { Messages } from '../en.ts';
import { besidesPrice } from '../changed-product.ts';
import { lineTexts } from '../line-texts.ts';
import type { ExceptionSentences } from '../sentences.ts';
import { count } from './formats.ts';
import { ptPTLock } from './lock.ts';
import { ptPTManyProducts } from './many-products.ts';
import { ptPTPrinting } from './printing.ts';
import { ptPTProducts } from './products.ts';
import { ptPTCopyChange } from './second-copy.ts';

const kinds: Record<ExceptionKind, string> = {
  lowered_price: 'Vendido abaixo do preço',
  discount: 'Desconto numa venda',
  free_line: 'Artigo diverso em vez de um produto',
  on_account: 'Venda a crédito',
  sale_cancelled: 'Venda cancelada',
  sale_corrected: 'Venda corrigida',
  goods_returned: 'Artigos aceites de volta',
  returned_beyond: 'Devolvido mais do que se vendeu',
  cart_cleared: 'Venda limpa antes de ser terminada',
  lines_removed: 'Linhas retiradas antes de terminar a venda',
  cart_left: 'Venda por terminar no fecho do dia',
  drawer_opened: 'Gaveta aberta sem venda',
  receipt_reprinted: 'Cópia de um talão',
  approval: 'Aprovação dada',
  pin_wrong: 'PIN de gerente errado',
  pin_recovered: 'PIN esquecido definido de novo',
  records_restored: 'Registos da caixa repostos',
  backup_restored: 'Cópia de segurança reposta por alguém',
  second_copy_changed: 'Segunda cópia alterada',
  records_changed: 'Registos alterados fora da caixa',
  days_restored: 'Dias depois de uma reposição',
  money_given_back: 'Dinheiro que não condiz com a venda',
  money_not_booked: 'Dinheiro movido sem dia aberto',
  setup_changed: 'Definições alteradas',
  catalogue_changed: 'Catálogo alterado à mão',
  catalogue_many_changed: 'Muitos produtos alterados de uma vez',
  catalogue_imported: 'Catálogo importado',
};

const { money, unitPrice, percent, named, line, lines } = lineTexts(
  'pt-PT',
  (rest) => `mais ${count(rest, { one: 'linha', other: 'linhas' })}`,
);

const restored: Record<RestoredFrom, string> = {
  damaged_file: 'Recuperados de um ficheiro danificado',
  copy: 'Os registos da caixa são uma cópia',
  torn_log: 'O computador parou enquanto a caixa escrevia',
  taken_over: 'Outro computador continuou a partir da segunda cópia',
  copy_away: 'A segunda cópia deixou de estar lá antes de as vendas serem enviadas',
  older_file: 'O serviço tem documentos que os registos da caixa não conhecem',
};

const besides = { free: 'fora do catálogo', fraction: 'vendido à peça' };

const rows: Record<LostKind, string> = {
  day: 'dia',
  sale: 'venda',
  cash_movement: 'movimento de dinheiro',
  count: 'contagem',
  z_report: 'relatório Z',
};

const lostRows = (lost: DaysRestored['lost']): string =>
  lost.map(({ what: of, number }) => `${rows[of]} ${number}`).join(', ');

/** A negative amount went out of the drawer. */
const moved = (movedCents: Cents): string =>
  movedCents < 0
    ? `${money(subtractCents(zeroCents, movedCents))} devolvidos da gaveta`
    : `${money(movedCents)} postos na gaveta`;

const priceOrNone = (price: UnitPriceMicros | null): string =>
  price === null ? 'não existe' : unitPrice(price);

const what: ExceptionSentences = {
  lowered_price: ({ line: sold, ownPrice }) =>
    `${line(sold)} a ${unitPrice(sold.unitPrice)} em vez de ${unitPrice(ownPrice)}`,
  discount: ({ discount }) => `${percent(discount)} de desconto em toda a venda`,
  free_line: ({ line: sold, product, ownPrice }) =>
    `${line(sold)} a ${unitPrice(sold.unitPrice)}; o catálogo tem ${named(product)} a ${unitPrice(ownPrice)}`,
  on_account: ({ customer }) => customer,
  sale_cancelled: ({ note }) => note,
  sale_corrected: ({ formerTotalCents, totalCents, note }) =>
    `${money(formerTotalCents)} → ${money(totalCents)}: ${note}`,
  goods_returned: ({ docKey, wasAsked }) =>
    wasAsked ? docKey : `${docKey}, sem perguntar ao serviço por outras devoluções`,
  returned_beyond: ({ docKey }) => docKey,
  cart_cleared: (cleared) => lines(cleared.lines),
  lines_removed: (removed) => lines(removed.lines),
  cart_left: (left) => lines(left.lines),
  drawer_opened: ({ reason, outcome }) => `${reason ?? ''} (${ptPTPrinting.outcomes[outcome]})`,
  receipt_reprinted: ({ docKey }) => docKey,
  pin_wrong: ({ manager }) => manager,
  approval: ({ action, prices }) =>
    [
      ptPTLock.actions[action],
      ...prices.map((price) => {
        if (price.kind === 'discount') return percent(price.discount);
        const before = price.kind === 'line' ? unitPrice(price.ownPrice) : besides[price.kind];
        return `${line(price.line)}, ${before} → ${unitPrice(price.line.unitPrice)}`;
      }),
    ].join('; '),
  pin_recovered: ({ way }) =>
    way === 'token' ? 'Com um token do serviço' : 'Com a palavra-passe do serviço',
  records_restored: ({ from }) => restored[from],
  backup_restored: ({ lost }) =>
    lost === null
      ? 'Não foi possível ler o ficheiro anterior'
      : `${count(lost, { one: 'venda está', other: 'vendas estão' })} apenas no ficheiro posto de parte`,
  second_copy_changed: ({ change }) => ptPTCopyChange(change),
  records_changed: () => 'Encontrado por uma versão anterior deste programa',
  days_restored: ({ last, later, lost }) =>
    [
      last === null
        ? 'Não se conhece nenhum relatório Z'
        : `O último relatório Z conhecido é ${last.name}`,
      ...(later.length > 0
        ? [`posteriores que se perderam: ${later.map(({ name }) => name).join(', ')}`]
        : []),
      ...(lost.length > 0 ? [`linhas que não se conseguem ler: ${lostRows(lost)}`] : []),
    ].join('; '),
  money_given_back: ({ movedCents }) =>
    `A gaveta tem ${money(cents(Math.abs(movedCents)))} a ${movedCents < 0 ? 'menos' : 'mais'} do que o valor da venda, que o serviço tem`,
  money_not_booked: ({ movedCents }) => `${moved(movedCents)}; nenhum dia os conta`,
  setup_changed: ({ words }) => words.join('; '),
  catalogue_changed: (changed) =>
    [
      `${named(changed.product)}: ${priceOrNone(changed.before)} → ${priceOrNone(changed.after)}`,
      ...besidesPrice(changed, ptPTLock.approval, ptPTProducts.soldBys),
    ].join('; '),
  catalogue_many_changed: ptPTManyProducts.exception,
  catalogue_imported: ({ products }) =>
    products === null
      ? 'Anulado'
      : `Acrescentados: ${products.added}, alterados: ${products.changed}, retirados: ${products.removed}`,
};

export const ptPTExceptions: Messages['exceptions'] = {
  title: 'Exceções',
  day: 'Dia',
  dayNeeded: 'Escolha um dia.',
  cashier: 'Operador',
  everybody: 'Todos',
  nobody: 'Sem nome',
  show: 'Mostrar',
  empty: 'Nada deste tipo neste dia.',
  totals: 'Totais por tipo',
  totalColumns: { kind: 'Tipo', count: 'Quantas', amount: 'Valor' },
  columns: {
    date: 'Data',
    time: 'Hora',
    cashier: 'Operador',
    kind: 'Tipo',
    what: 'O quê',
    amount: 'Valor',
    approvedBy: 'Aprovado por',
    reference: 'Referência',
  },
  kinds,
  lostRows,
  what,
  export: 'Exportar em CSV',
};
