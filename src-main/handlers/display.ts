// The display that faces the customer: where it is, what it says, and its pictures.
import type { DisplaySettings } from '../contract/display.ts';
import { err, ok } from '../contract/errors.ts';
import { addPicture, checkRoom, forgetPicture } from '../display/pictures.ts';
import { choosing } from '../page/choosing.ts';
import type { Context } from './context.ts';
import { type Requests, withoutTill, ofTheComputer } from './request.ts';

export function displayRequests(context: Context): Requests<'display'> {
  const { settings, displayWindow, pictureFolder } = context;

  function change(now: Partial<DisplaySettings>): void {
    settings.update({ display: { ...settings.value.display, ...now } });
    displayWindow.place();
    context.display.changed();
  }

  return {
    'display.state': withoutTill(() =>
      ok({
        settings: settings.value.display,
        screens: displayWindow.screens,
        isShown: displayWindow.isShown,
      }),
    ),
    'display.update': {
      ...ofTheComputer,
      words: ({ screenId, greeting, notice }, { says }) => [
        screenId === null ? says.noDisplay : says.display,
        ...[greeting, notice].filter((text) => text !== '').map((text) => says.displaySays(text)),
      ],
      run: (changed) => {
        change(changed);
        return ok(null);
      },
    },
    'display.addPicture': {
      ...ofTheComputer,
      words: (_, { says }) => [says.addPicture],
      run: async () => {
        const shownPictures = () => settings.value.display.pictures;
        const room = checkRoom(shownPictures());
        if (!room.ok) return room;
        const chosen = await choosing(context, context.dialogs.choosePicture);
        if (!chosen.ok) return chosen;
        if (chosen.value === undefined) return ok(false);
        const pictures = await addPicture(pictureFolder, chosen.value, shownPictures);
        if (!pictures.ok) return pictures;
        change({ pictures: [...pictures.value] });
        return ok(true);
      },
    },
    'display.removePicture': {
      ...ofTheComputer,
      words: ({ file }, { says, context }) => {
        const { pictures } = context.settings.value.display;
        return [
          says.removePicture(pictures.find((picture) => picture.file === file)?.name ?? file),
        ];
      },
      run: async ({ file }) => {
        const { pictures } = settings.value.display;
        if (!pictures.some((picture) => picture.file === file)) return err({ code: 'not_found' });
        change({ pictures: pictures.filter((picture) => picture.file !== file) });
        await forgetPicture(pictureFolder, file);
        return ok(null);
      },
    },
  };
}
