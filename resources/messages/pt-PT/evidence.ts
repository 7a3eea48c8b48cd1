// The evidence behind each step of a sale's life, in Portuguese sentences.
import type { DoneBy } from '../../../src-main/contract/lock.ts';
import { serviceSaid, type EvidenceSentences } from '../sentences.ts';
import { count, numeral, plural } from './formats.ts';
import { ptPTPlaces } from './service-places.ts';

const restored = {
  damaged_file: 'Recuperada de um ficheiro danificado.',
  copy: 'Os registos da caixa são uma cópia.',
  torn_log: 'O computador parou enquanto a caixa escrevia.',
  taken_over: 'Outro computador continuou a partir da segunda cópia.',
  copy_away: 'A segunda cópia deixou de estar lá antes de a venda ser enviada.',
  older_file: 'O serviço tem documentos que os registos da caixa não conhecem.',
};

const who = ({ name, approvedBy }: DoneBy): string =>
  approvedBy === undefined ? name : `${name}, com a aprovação de ${approvedBy}`;

/** Stands before a verb. */
const decider = (name: string, approvedBy: string | undefined): string =>
  approvedBy === undefined ? name : `${who({ name, approvedBy })},`;

/** Returns nothing for less than half a minute. */
function over(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes === 0 ? '' : ` ao longo de ${count(minutes, { one: 'minuto', other: 'minutos' })}`;
}

export const ptPTEvidence: EvidenceSentences = {
  committed: ({ by }) =>
    by ? `Guardada neste computador por ${who(by)}.` : 'Guardada neste computador.',
  attempt: ({ number, letGoBy }) =>
    `A enviar, tentativa ${number}${letGoBy === undefined ? '' : `; autorizada por ${letGoBy}`}.`,
  created: ({ document }) => `O serviço emitiu ${document.docKey}.`,
  not_sent: ({ what }) =>
    `Não foi possível contactar o serviço, por isso nada foi enviado (${what}).`,
  turned_away: ({ status }) =>
    status === 401
      ? 'O serviço pediu que se inicie sessão (401). A caixa certifica-se de que nada foi emitido antes de enviar de novo.'
      : `O serviço recusou-a (${status}). A caixa certifica-se de que nada foi emitido antes de enviar de novo.`,
  refused: ({ errors }) =>
    errors.length === 0
      ? 'O serviço recusou sem indicar o motivo.'
      : `O serviço recusou: ${serviceSaid(errors, ptPTPlaces)}`,
  no_clear_answer: ({ what }) =>
    `Enviada, mas sem resposta clara (${what}). A caixa averigua antes de voltar a enviar.`,
  created_unclear: ({ what, documentId }) =>
    `O serviço respondeu que criou um documento${documentId === null ? '' : ` (número ${documentId})`}, mas não o que foi pedido (${what}). É procurado, e nunca é reenviado automaticamente.`,
  program_started: () =>
    'O programa foi fechado durante o envio. A caixa averigua o que aconteceu.',
  found: ({ documents }) =>
    documents.length === 0
      ? 'Procurada no serviço: nada encontrado.'
      : `Encontrada no serviço: ${documents.map(({ docKey }) => docKey).join(', ')}.`,
  absent: ({ lookUps, settledMs, number }) =>
    `O serviço não a tem: procurada ${count(lookUps, { one: 'vez', other: 'vezes' })}${over(settledMs)}. A enviar de novo, tentativa ${number}.`,
  missing: ({ documentId, docKey }) => {
    if (documentId === null) return 'O serviço indicou que criou um documento, mas não o mostra.';
    return docKey === undefined
      ? `O serviço indicou o documento ${documentId}, mas não o mostra.`
      : `O serviço indicou o documento ${documentId} (${docKey}), que não tem a referência: pode ser este.`;
  },
  judged: ({ said, errors }) =>
    errors.length > 0
      ? `O serviço não a aceita, embora aceite outras: ${serviceSaid(errors, ptPTPlaces)}`
      : `O serviço não a aceita, embora aceite outras (${said}).`,
  requested: ({ by, approvedBy, decision, note }) =>
    `${decider(by, approvedBy)} pediu que seja ${decision === 'cancel' ? 'cancelada' : 'corrigida'} quando for certo que o serviço não a tem: ${note}`,
  looked_up: ({ documents }) =>
    documents === 0
      ? 'Procurada no serviço: nenhum documento tem a referência.'
      : `Procurada de novo no serviço: ${plural(documents, { one: 'um documento tem', other: `${numeral(documents)} documentos têm` })} a referência, como deve ser.`,
  look_up_failed: ({ what }) => `Uma procura no serviço falhou e nada prova (${what}).`,
  restored: ({ from }) => `${restored[from]} A caixa averigua o que aconteceu.`,
  corrected: ({ by, approvedBy, note }) => `${decider(by, approvedBy)} corrigiu: ${note}`,
  decided: ({ by, approvedBy, note }) => `${decider(by, approvedBy)} decidiu: ${note}`,
};
