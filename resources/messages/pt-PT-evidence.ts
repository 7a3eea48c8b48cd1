// What stands behind each step of a sale's life, in Portuguese sentences.
import { serviceSaid, type EvidenceSentences } from './sentences.ts';

export const ptPTEvidence: EvidenceSentences = {
  committed: () => 'Guardada neste computador.',
  attempt: ({ number }) => `A enviar, tentativa ${number}.`,
  created: ({ document }) => `O serviço emitiu ${document.docKey}.`,
  not_sent: ({ what }) =>
    `Não foi possível contactar o serviço, por isso nada foi enviado (${what}).`,
  turned_away: ({ status }) =>
    status === 401
      ? 'O serviço pediu primeiro a palavra-passe; nada foi emitido.'
      : `O serviço recusou o acesso à caixa (${status}); nada foi emitido.`,
  refused: ({ errors }) =>
    errors.length === 0
      ? 'O serviço recusou a venda sem indicar o motivo.'
      : `O serviço recusou a venda: ${serviceSaid(errors)}`,
  no_clear_answer: ({ what }) =>
    `Enviada, mas sem resposta clara (${what}). A caixa averigua antes de voltar a enviar.`,
  program_started: () =>
    'O programa foi fechado durante o envio. A caixa averigua o que aconteceu.',
  found: ({ documents }) =>
    documents.length === 0
      ? 'Procurada no serviço: nada encontrado.'
      : `Encontrada no serviço: ${documents.map(({ docKey }) => docKey).join(', ')}.`,
  absent: ({ lookUps, settledMs }) =>
    `Provado que não está no serviço: procurada ${lookUps} vezes ao longo de ${Math.round(settledMs / 60_000)} minutos. Será enviada de novo.`,
  decided: ({ by, note }) => `${by} decidiu: ${note}`,
};
