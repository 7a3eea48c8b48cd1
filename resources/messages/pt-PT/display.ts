// The display that faces the customer, in European Portuguese: what it says, and its settings.
import type { Messages } from '../en.ts';
import type { unusablePictures as enUnusablePictures } from '../en/display.ts';
import { count } from './formats.ts';

export const unusablePictures: typeof enUnusablePictures = {
  unreadable: 'Não é possível ler este ficheiro. Escolha outra imagem.',
  no_picture:
    'Este ficheiro não é uma imagem que o visor possa mostrar. Escolha um PNG, JPEG ou WebP.',
  too_large: 'Esta imagem é demasiado grande. Pode ter, no máximo, 8 MB e 16 milhões de píxeis.',
  too_many: 'O visor mostra doze imagens, no máximo. Retire primeiro uma.',
};

export const ptPTDisplay: Messages['display'] = {
  title: 'Visor do cliente',
  hint: 'Mostra cada venda ao cliente noutro ecrã. Nunca tapa o ecrã em que a caixa está.',
  screen: 'Mostrar em',
  off: 'Nenhum ecrã',
  screenName: ({ name, width, height }, number) =>
    `${name === '' ? `Ecrã ${number}` : name} (${width} × ${height})`,
  tillsScreen: (screen) => `${screen}, o da própria caixa`,
  missingScreen: 'Um ecrã que agora não está ligado',
  noScreen: 'Este computador só tem um ecrã. Ligue outro para o cliente.',
  shown: 'O cliente está a vê-lo.',
  notShown: 'Agora não aparece: o ecrã não está ligado, ou a caixa está nele.',
  cannotPlace:
    'Aqui a caixa corre em Wayland, onde nenhum programa pode colocar as suas janelas, por isso o visor do cliente não aparece. Peça a quem cuida deste computador que abra a caixa com X11 (--ozone-platform=x11).',
  language: 'Idioma do visor',
  greeting: 'Enquanto ninguém compra',
  notice: 'Por baixo',
  pictures: 'Imagens',
  picturesHint:
    'Alternam enquanto ninguém compra, em vez das palavras. PNG, JPEG ou WebP, 8 MB no máximo.',
  addPicture: 'Acrescentar uma imagem…',
  removePicture: (name) => `Retirar ${name}`,
  choosePicture: 'Escolher uma imagem para o visor do cliente',
  pictureFiles: 'Imagens',
  save: 'Guardar',
  saved: 'Guardado.',
  says: {
    welcome: 'Bem-vindo',
    taxNumberFirst: 'Diga-nos o seu NIF antes de pagar.',
    closed: 'Esta caixa está fechada',
    closedHint: 'Aguarde um momento, por favor, ou dirija-se a outra caixa.',
    above: (lines) => `mais ${count(lines, { one: 'linha', other: 'linhas' })} acima`,
    lowered: (percent, price) => `Desconto ${percent} (antes ${price})`,
    items: (lines, pieces) =>
      `${count(lines, { one: 'linha', other: 'linhas' })}, ${count(pieces, { one: 'peça', other: 'peças' })}`,
    lines: 'As suas compras',
    taxNumber: 'NIF',
    discount: (percent) => `Desconto ${percent}`,
    total: 'Total',
    toPay: 'A pagar',
    change: 'Troco',
    paid: 'Pago',
    thanks: 'Obrigado e volte sempre!',
  },
};
