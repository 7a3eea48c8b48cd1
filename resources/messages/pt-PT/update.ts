// Newer versions of the program, in European Portuguese.
import type { UpdateHindrance, UpdatesOff } from '../../../src-main/contract/update.ts';
import type { enUpdates } from '../en/update.ts';
import { moments } from './formats.ts';

const off: Record<UpdatesOff, string> = {
  no_key:
    'Este programa foi feito sem a chave do autor, por isso não aceita atualizações. Instale as versões novas à mão.',
  not_installed: 'Este programa corre a partir do código. Atualize o código.',
  other_system:
    'Neste sistema o programa não se pode substituir a si próprio. Instale as versões novas à mão.',
  no_address: 'Não há endereço definido, por isso nada é procurado.',
};

export const ptPTHindrances: Record<UpdateHindrance, string> = {
  sale: 'Há uma venda em curso. Termine-a ou limpe-a primeiro; a atualização espera.',
  unsent: 'Ainda há vendas por enviar ao serviço. A atualização espera até que estejam enviadas.',
  printing: 'Ainda há impressões em curso. A atualização espera.',
};

const moment = moments({ dateStyle: 'medium', timeStyle: 'short' });

export const ptPTUpdates: typeof enUpdates = {
  title: 'Atualizações',
  hint: 'São procuradas em cada arranque e depois de fechar o dia. Nada é instalado sem o seu acordo, e nunca com uma venda em curso. Antes é feita uma cópia de segurança.',
  address: 'Endereço das atualizações',
  addressHint: 'Dado por quem lhe forneceu o programa. Deixe vazio para não procurar.',
  save: 'Guardar',
  saved: 'Guardado.',
  off,
  neverLooked: 'Não foram procuradas desde o arranque.',
  newest: (version, atMs) => `A versão ${version} é a mais recente, à data de ${moment(atMs)}.`,
  look: 'Procurar atualizações',
  looking: 'A procurar atualizações…',
  found: (version) => `Existe a versão ${version}.`,
  fetch: 'Descarregar',
  fetching: (version, percent) => `A descarregar a versão ${version}: ${percent} %`,
  fetched: (version) => `A versão ${version} está descarregada e verificada.`,
  install: 'Instalar e reiniciar',
  installing: (version) => `A instalar a versão ${version}. A caixa volta a arrancar sozinha.`,
  notes: 'O que há de novo',
};
