// What the Outbox screen says beside the sales, in European Portuguese.
import type { Overdue } from '../../../src-main/contract/outbox-report.ts';
import type { Messages } from '../en.ts';
import { count, numeral, plural } from './formats.ts';

const sales = (number: number): string => count(number, { one: 'venda', other: 'vendas' });

/** What is known of sales that have come no further. */
const overdue: Record<Overdue['why'], (number: number) => string> = {
  queued: (number) => `${sales(number)} por enviar.`,
  sending: (number) =>
    `${sales(number)} ${plural(number, { one: 'enviada', other: 'enviadas' })}, ainda sem resposta.`,
  in_doubt: (number) =>
    `${sales(number)} ${plural(number, { one: 'enviada', other: 'enviadas' })}, mas a caixa não consegue saber se o serviço ${plural(number, { one: 'a', other: 'as' })} tem. Procure no serviço de faturação e decida na página da venda.`,
};

export const ptPTOutboxReport: Messages['outbox']['report'] = {
  held: {
    refusing:
      'O envio está parado: o serviço não aceitou nenhuma das últimas três vendas, por isso a culpa não é de uma só.',
    next: (time) => `A próxima tentativa é às ${time}.`,
    now: 'A tentar agora.',
  },
  gate: {
    held: (time) =>
      `Nada é enviado enquanto a caixa não tiver visto o que o serviço tem das suas vendas. Espera por isso desde ${time}.`,
    release: 'Deixar seguir as vendas por enviar',
    title: 'Deixar seguir as vendas por enviar?',
    warning:
      'A caixa não consegue ver o que o serviço tem. Se os dados desta caixa forem uma cópia, ou anteriores ao que se vendeu, algumas destas vendas podem ser faturadas uma segunda vez.',
    only: 'Só seguem as vendas que nunca foram enviadas. A que o serviço não aceitar claramente fica à espera de uma pessoa. Vale até o programa ser iniciado de novo.',
    released:
      'As vendas que nunca foram enviadas estão a seguir, embora não se tenha visto o que o serviço tem. Acaba quando o programa for iniciado de novo.',
  },
  overdue: {
    title: (number, isMore, since) =>
      `${isMore ? 'Pelo menos ' : ''}${sales(number)} à espera há demasiado tempo, ${plural(number, { one: '', other: 'a mais antiga ' })}desde ${since}.`,
    groups: (why, number) => overdue[why](number),
    gate: 'É preciso ver primeiro o que o serviço tem.',
    mark: 'Espera há demasiado tempo',
    since: (time) => `desde ${time}`,
  },
  more: (number) => `e ${plural(number, { one: 'outra', other: `outras ${numeral(number)}` })}`,
  audit: {
    name: 'Conferência',
    never: 'Ainda não se comparou o que o serviço tem desta caixa com estas vendas.',
    underWay: 'A comparar o que o serviço tem desta caixa com estas vendas.',
    none: 'Ainda não havia nada a comparar: nenhuma venda desta caixa estava confirmada.',
    agrees: (number) =>
      `O serviço tem ${count(number, { one: 'documento desta caixa; confere.', other: 'documentos desta caixa; todos conferem.' })}`,
    differs: (number) =>
      `O serviço tem ${count(number, { one: 'documento desta caixa que confere', other: 'documentos desta caixa que conferem' })}. Não conferem:`,
    at: (instant) => `Comparado em ${instant}.`,
    checked: (number) =>
      `${count(number, { one: 'documento lido', other: 'documentos lidos' })} desta vez, os anteriores em conferências anteriores.`,
    missing:
      'Sem documento nas listas do serviço desta vez. Podem estar atrasadas; a próxima conferência volta a procurar:',
    lost: 'Sem documento nas listas do serviço em duas conferências. Procure no serviço de faturação:',
    differing: 'Com outro tipo, total ou estado do que foi confirmado:',
    alarms: (number) =>
      `${count(number, { one: 'venda tem', other: 'vendas têm' })} um documento a mais: veja «Não corresponde» na lista.`,
    failed: (why) => `A última conferência não foi concluída e será repetida: ${why}`,
  },
  sendAll: {
    action: (number) => `Enviar todas de novo (${numeral(number)})`,
    title: (number) => `Enviar ${sales(number)} de novo?`,
    hint: 'Para quando todas tinham a mesma causa, já resolvida no serviço. Cada uma é enviada de novo tal como está; a que o serviço continuar a não aceitar volta para aqui.',
    dateAnew: 'Datá-las de hoje',
    dateAnewHint:
      'Para vendas de um dia anterior que o serviço recusa por terem data demasiado antiga. O que foi datado por uma pessoa mantém a data.',
    confirm: (number) => `Enviar ${sales(number)}`,
    done: (number) =>
      `${sales(number)} ${plural(number, { one: 'segue', other: 'seguem' })} de novo, uma após outra.`,
    notSent: (references) =>
      `Estas não puderam seguir, e ficam aqui para serem corrigidas ou canceladas: ${references}.`,
  },
};
