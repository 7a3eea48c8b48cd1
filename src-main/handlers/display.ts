// The display that faces the customer: where it is, what it says, and its pictures.
import { mostPictures, type DisplaySettings } from '../contract/display.ts';
import { err, ok } from '../contract/errors.ts';
import { forgetPicture, keepPicture } from '../display/pictures.ts';
import { choosing } from '../page/choosing.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function displayHandlers(context: Context): HandlersOf<'display'> {
  const { settings, displayWindow, pictureFolder } = context;

  function change(now: Partial<DisplaySettings>): void {
    settings.update({ display: { ...settings.value.display, ...now } });
    displayWindow.place();
    context.display.changed();
  }

  return {
    'display.state': () =>
      ok({
        settings: settings.value.display,
        screens: displayWindow.screens,
        isShown: displayWindow.isShown,
      }),
    'display.update': (changed) => {
      change(changed);
      return ok(null);
    },
    'display.addPicture': async () => {
      const isFull = () => settings.value.display.pictures.length >= mostPictures;
      if (isFull()) return err({ code: 'picture_unusable', reason: 'too_many' });
      const chosen = await choosing(context, context.choosePicture);
      if (!chosen.ok) return chosen;
      if (chosen.value === undefined) return ok(false);
      const kept = await keepPicture(pictureFolder, chosen.value);
      if (!kept.ok) return kept;
      const { pictures } = settings.value.display;
      if (isFull()) return err({ code: 'picture_unusable', reason: 'too_many' });
      // The same picture under another name is kept once.
      const others = pictures.filter(({ file }) => file !== kept.value.file);
      change({ pictures: [...others, kept.value] });
      return ok(true);
    },
    'display.removePicture': async ({ file }) => {
      const { pictures } = settings.value.display;
      if (!pictures.some((picture) => picture.file === file)) return err({ code: 'not_found' });
      change({ pictures: pictures.filter((picture) => picture.file !== file) });
      await forgetPicture(pictureFolder, file);
      return ok(null);
    },
  };
}
