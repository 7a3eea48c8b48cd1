// A closed day beside the service's lists, in European Portuguese.
import type { Messages } from '../en.ts';
import { count } from './formats.ts';

export const ptPTComparison: Messages['comparison'] = {
  title: 'Comparado com o serviço',
  hint: 'Procura nas listas do serviço cada documento deste dia, e soma os documentos da empresa dessas datas. Não muda nada.',
  compare: 'Comparar com o serviço',
  again: 'Comparar de novo',
  comparing: 'A comparar…',
  notAsked: 'Ainda não comparado.',
  verdicts: {
    agrees: (confirmed) =>
      `Coincide: ${count(confirmed, { one: 'documento deste dia encontrado uma só vez, finalizado', other: 'documentos deste dia encontrados uma só vez, finalizados' })} e com o mesmo total.`,
    differs: (differing) =>
      `Difere: ${count(differing, { one: 'documento não está', other: 'documentos não estão' })} como foi confirmado.`,
    incomplete: () => 'Incompleto: não foi possível comparar tudo.',
  },
  at: (time) => `Situação em ${time}.`,
  open: (open) =>
    `${count(open, { one: 'venda ainda não tem documento e não foi comparada', other: 'vendas ainda não têm documento e não foram comparadas' })}.`,
  notListed: (notListed) =>
    `${count(notListed, { one: 'documento é de um tipo que nenhuma lista mostra de certeza e não foi comparado', other: 'documentos são de tipos que nenhuma lista mostra de certeza e não foram comparados' })}.`,
  why: {
    asking: 'O serviço não respondeu até ao fim.',
    moving:
      'Entraram e saíram documentos durante a leitura. Tente quando a loja estiver mais calma.',
    unordered: 'A lista do serviço não está por ordem de data, por isso não se chega a este dia.',
    undated: 'Alguns documentos não têm data legível, por isso não se sabe de que dia são.',
    unreadable: 'O serviço lista documentos que não foi possível ler. Não foram comparados.',
    cut_short: 'As listas acabaram antes de virem tantos documentos como dizem ter.',
    too_far: 'Este dia fica mais para trás do que a caixa lê.',
  },
  problems: {
    missing: 'Não está nas listas do serviço',
    twice: 'Está lá mais do que uma vez',
    total: 'Total diferente do confirmado',
    not_final: 'Não está finalizado no serviço',
    cancelled: 'Cancelada aqui, mas lá há um documento',
  },
  sums: 'Os documentos da empresa dessas datas',
  columns: {
    ...{ date: 'Data', nature: 'Natureza', series: 'Série', whose: 'Feito por' },
    ...{ count: 'Documentos', total: 'Total' },
  },
  whose: {
    ours: 'Esta caixa',
    other_tills: 'Outra caixa com Counterfoil',
    others: 'Outros',
  },
  limits:
    'As listas não dizem caixa, operador nem meio de pagamento, e o serviço pode dar outra data aos documentos. Não se sabe se as notas de crédito descontam, por isso as naturezas são somadas à parte.',
};
