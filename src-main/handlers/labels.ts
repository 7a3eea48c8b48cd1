// Labels for the shelf: which there are, how they look, and how they reach a printer or a file.
import { join } from 'node:path';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { localDay } from '../contract/calendar.ts';
import { ok } from '../contract/errors.ts';
import { fileNameOf } from '../store/new-file.ts';
import { readLabelChoice } from '../store/label-jobs.ts';
import { askToPrintLabels, lookAtLabels, saveLabels } from '../till/labels.ts';
import { inCatalogueLater } from '../till/in-catalogue.ts';
import type { Context } from './context.ts';
import { forEverybody, type Requests } from './request.ts';

export function labelRequests(context: Context): Requests<'labels'> {
  return {
    // Whoever may see the catalogue may put its prices on the shelf.
    'labels.choice': forEverybody((_, till) => ok(readLabelChoice(till.db))),
    'labels.look': forEverybody(async (order, till) => {
      const looked = await inCatalogueLater(till, () => lookAtLabels(till, order));
      if (!looked.ok) return looked;
      const { page, ...rest } = looked.value;
      return ok({ ...rest, preview: context.paperPreviews.keep(page) });
    }),
    'labels.print': forEverybody((order, till) => {
      const { jobTitle } = messagesFor(context.language()).labels;
      return inCatalogueLater(till, () => askToPrintLabels(till, order, jobTitle));
    }),
    'labels.savePdf': forEverybody((order, till) => {
      const { pageTitle } = messagesFor(context.language()).labels;
      const name = fileNameOf([pageTitle, localDay(context.now().getTime())], 'pdf');
      const file = join(context.receiptFolder(), name);
      return inCatalogueLater(till, () => saveLabels(till, order, file));
    }),
  };
}
