// The texts of practice: what can be rehearsed, the tour, and beginning anew.
import type { Rehearsal } from '../../../src-main/contract/rehearsals.ts';

interface RehearsalTexts {
  readonly name: string;
  readonly does: string;
  readonly look: string;
  readonly ends: string;
  readonly begin: string;
  readonly end: string;
}

const rehearsals: Record<Rehearsal, RehearsalTexts> = {
  outage: {
    name: 'Outage',
    does: 'The service cannot be reached, as when the internet fails. “Pull the plug” in the yellow band does the same.',
    look: 'Sales are finished as fast as before, and wait. What is printed meanwhile is a slip that is no invoice.',
    ends: 'When you end it here or press “Plug back in”, even after a restart. What waited is then sent by itself.',
    begin: 'Begin the outage',
    end: 'End the outage',
  },
  slow_line: {
    name: 'Slow line',
    does: 'Every answer of the service takes five seconds longer.',
    look: 'The next customer is served at once: only the invoice’s number comes later. Lists and documents take their time.',
    ends: 'When you end it here, or close Counterfoil.',
    begin: 'Slow the line down',
    end: 'Make it fast again',
  },
  service_error: {
    name: 'Error',
    does: 'The service issues the next sale’s invoice, but answers with an error and is out of order for some seconds.',
    look: 'The sale is “Being confirmed”: it may have arrived. The till looks before it ever sends again, and finds it. Its page in the outbox tells the story.',
    ends: 'By itself, some seconds after the next sale. You can call it off before.',
    begin: 'Make the next sale fail',
    end: 'Call it off',
  },
  expired_token: {
    name: 'Expired sign-in',
    does: 'The service accepts this till’s sign-in no longer, as after a change of the password.',
    look: 'Keep selling: sales wait, and nothing is lost. A banner asks to sign in; then everything is sent.',
    ends: 'When you sign in again, here or in the banner. In practice that takes no password.',
    begin: 'Make the sign-in expire',
    end: 'Sign in again',
  },
  rejected_product: {
    name: 'Refused product',
    does: 'Puts a product into the sale that was deleted in the back office. Sell it, then something else.',
    look: 'The service refuses the sale after the customer has left. The outbox says why: correct its code, to CAFE for example, or cancel it. Otherwise, refused three times while others are accepted, it is “Refused”: here within seconds, at a real till within minutes.',
    ends: 'By itself, when the refused sale is confirmed or cancelled.',
    begin: 'Put it into the sale',
    end: 'End this rehearsal',
  },
  refuses_all: {
    name: 'All refused',
    does: 'The service refuses every sale, as when the company’s plan has run out. Sell three times.',
    look: 'No single sale can be to blame: the outbox pauses, and says why. Keep selling: everything waits.',
    ends: 'By itself, a minute after the first refusal. Then everything is sent: with “Try now”, or at the next attempt, here within seconds, at a real till within five minutes.',
    begin: 'Refuse everything',
    end: 'Accept again',
  },
  wrong_drawer: {
    name: 'Cash short',
    does: 'The drawer holds five euros less than it should, as when a wrong note was given out. What lies in it is listed here; a day is opened where none is.',
    look: 'Count what is listed. Only then does the till say that money is missing. Count again: every count is kept. Note what you know of it, and close. At a till with cashiers, a manager’s PIN is asked for beyond the shop’s limit.',
    ends: 'By itself, when the day is closed with two counts, the difference and a note. The Z report shows all three.',
    begin: 'Take five euros out',
    end: 'Put them back',
  },
  unlinked_return: {
    name: 'Return',
    does: 'The service’s credit notes no longer name the document that they correct, as at a service that does not link them. The next return is a trial.',
    look: 'Sell something, and press “Return” on its page. Then look under Settings, Returns, at what the service has made of it. The till counts what came back all the same: no more can be returned than was sold.',
    ends: 'When you end it here, or close Counterfoil.',
    begin: 'Take the link away',
    end: 'Link them again',
  },
  computer_dies: {
    name: 'Computer dies',
    does: 'Plugs in a stick for the second copy; a folder stands for it. Then the till loses everything that it has, as when its disk dies. The service goes on.',
    look: 'Sales that waited are on the stick alone. After starting again from it they are looked for at the service, and sent exactly once.',
    ends: 'By itself, when the till has started again from its second copy.',
    begin: 'Plug in the stick',
    end: 'End this rehearsal',
  },
};

export const enPractice = {
  rehearse: 'Rehearse',
  title: 'Rehearsals',
  close: 'Close rehearsals',
  does: 'What it does',
  look: 'What to look for',
  ends: 'How it ends',
  underWay: 'Under way',
  rehearsals,
  drawer: {
    found: 'In the drawer',
    count: 'Under Day, press “Count and close”, type what lies here, and press “Counted”.',
    countAgain:
      'It does not agree. Press “Count again”, and count once more: somebody may have miscounted.',
    close:
      'Counted twice, and still wrong. Write a note on the difference, and press “Close the day”.',
    noDay:
      'The day was closed otherwise. Open a day, and count it twice before you close it with a note.',
  },
  computer: {
    outage: 'Press “Pull the plug” in the yellow band, so that sales wait.',
    sell: 'Sell something: it waits, and is on the stick as soon as the status line says so.',
    copying: 'Wait until the status line says that the second copy is up to date.',
    die: 'What waits is on the stick. Now the computer may die.',
    dies: 'Let the computer die',
    lost: 'This is the new computer: nothing of what you sold is here. Start again from the second copy in the folder that is offered; then plug back in, and look at the outbox.',
    start: 'Start again from a second copy',
  },
  withdrawn: 'Withdrawn product',
  signInNeeded:
    'The service asks for a new sign-in. Keep selling: every sale is saved here and will be sent afterwards.',
  signIn: 'Sign in again',
  tour: {
    name: 'Tour',
    line: 'The way of a sale through an outage, step by step; each step ticks itself once you have done it.',
    start: 'Start',
    begin: 'Begin the tour',
    leave: 'Leave the tour',
    again: 'Begin again',
    finish: 'Finish the tour',
    done: 'done',
    names: {
      sell: 'Sell',
      outage: 'Outage',
      sellOn: 'Keep selling',
      back: 'Back',
      find: 'Where is my invoice?',
    },
    steps: {
      sell: {
        task: 'Sell anything: press a quick key, then Pay, then Finish sale.',
        why: 'The sale is saved here first, and only then sent. Its invoice’s number comes a moment later.',
      },
      outage: {
        task: 'Press “Pull the plug” in the yellow band.',
        why: 'The service is now out of reach, as when the internet fails.',
      },
      sellOn: {
        task: 'Sell something again.',
        why: 'Selling needs no network: the sale is saved here, and waits.',
      },
      back: {
        task: 'Press “Plug back in”, and wait until the sale has been sent.',
        why: 'What waited is sent by itself, every sale exactly once.',
      },
      find: {
        task: 'Open the Outbox, and in it the sale that waited.',
        why: 'The reference on the customer’s slip leads to the invoice, now and next year.',
      },
    },
    plugFirst: 'The plug is pulled. Press “Plug back in” first: this sale is to be sent at once.',
    finished: 'You have seen it all.',
    learned:
      'An outage asks only one thing of you: keep selling. Every sale is saved here, is sent by itself exactly once, and its reference leads to its invoice.',
  },
  reset: {
    name: 'Start over',
    line: 'Makes the practice shop as it was on its first day, for the next trainee.',
    action: 'Reset practice…',
    title: 'Reset practice?',
    goesTitle: 'This is deleted:',
    goes: [
      'all practice sales, those that wait too, and the sale under way',
      'all documents of the practice shop',
      'what the practice till has been given: products, quick keys, payment methods, people',
      'its days and Z reports',
    ],
    stays:
      'Real tills on this computer are not touched. The settings, and receipts saved as files, stay.',
    confirm: 'Delete and start over',
    busy: 'Starting over…',
  },
};
