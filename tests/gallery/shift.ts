import type {LinkState} from '../../src/domain/link'
import {shiftMachine} from '../../src/machines/alarms/shift'
import {PULSEWALL} from '../support/offer'
import {NEWEST} from './alarmsWorld'
import {type Entry, type Shown, shows, tell} from './entry'
import {answers, BROKEN, refusal, UNKNOWN_SERVER} from './given'
import type {Parts} from './parts'
import {HAND_OVER, QUIET_SHIFT} from './shiftWorld'
import {NOW} from './world'

const entry = (
  name: string,
  shown: readonly Shown[],
  steps: Entry['steps'] = [],
  given: Entry['given'] = () => ({}),
): Entry => ({name, at: '/alarms/shift', steps, shows: shown, given})

const at = (...states: string[]) => shows(shiftMachine, ...states)
const given =
  (actors: NonNullable<Parameters<typeof shiftMachine.provide>[0]['actors']>) =>
  ({shift}: Parts) => ({shift: shift.provide({actors})})

const loaded = at('facts.loaded')
const link = (link: LinkState) => tell(shiftMachine, {type: 'link.changed', link, offer: PULSEWALL})
const handOver = [
  ...loaded,
  ...tell(
    shiftMachine,
    {type: 'handOver.requested'},
    {type: 'draft.changed', change: {note: 'Boiler 7 runs hot since the valve was changed.'}},
  ),
]
const save = tell(shiftMachine, {type: 'save.requested'})
const tooLong = tell(shiftMachine, {type: 'draft.changed', change: {note: 'x'.repeat(10_001)}})
const REFUSED = refusal(409, 'Taken.')
const NEWEST_HAND_OVER = {...HAND_OVER, at: NOW}
const mail = [...loaded, ...tell(shiftMachine, {type: 'mail.requested'})]
const misspelt = tell(shiftMachine, {type: 'draft.changed', change: {addresses: 'boss, ana@harbour.test'}})

/** What happened in a shift, and its hand-over. */
export const shift: readonly Entry[] = [
  entry('shift', [...loaded, ...at('dialog.closed')]),
  entry('shift-quiet', loaded, [], given({load: answers(QUIET_SHIFT)})),
  entry('shift-loading', at('facts.loading'), [], given({load: answers()})),
  entry('shift-failed', at('facts.failed'), [], given({load: answers(BROKEN)})),
  entry(
    'shift-awaiting',
    at('facts.awaitingServer'),
    [...at('facts.failed'), ...tell(shiftMachine, ...UNKNOWN_SERVER)],
    given({load: answers(BROKEN)}),
  ),
  entry('shift-newer', loaded, [
    ...loaded,
    ...tell(shiftMachine, {
      type: 'alarms.changed',
      alarms: [{...NEWEST, occurrence: NEWEST.occurrence && {...NEWEST.occurrence, raisedAt: NOW + 1}}],
    }),
  ]),
  entry('shift-cut', loaded, [...loaded, ...link({kind: 'offline'})]),
  entry('shift-hand-over', at('dialog.handOver.typing'), handOver),
  entry('shift-hand-over-wrong', at('dialog.handOver.typing'), [...handOver, ...tooLong, ...save]),
  entry('shift-hand-over-sending', at('dialog.handOver.sending'), [...handOver, ...save]),
  entry(
    'shift-hand-over-failed',
    at('dialog.handOver.typing'),
    [...handOver, ...save],
    given({handOver: answers(BROKEN)}),
  ),
  entry(
    'shift-hand-over-finding',
    at('dialog.handOver.finding'),
    [...handOver, ...save],
    given({handOver: answers(REFUSED), loadHandOver: answers()}),
  ),
  entry(
    'shift-hand-over-taken',
    at('dialog.handOver.taken'),
    [...handOver, ...save],
    given({handOver: answers(REFUSED), loadHandOver: answers(NEWEST_HAND_OVER)}),
  ),
  entry(
    'shift-hand-over-adding',
    at('dialog.handOver.adding'),
    [...handOver, ...save, ...at('dialog.handOver.taken'), ...save],
    given({handOver: answers(REFUSED), loadHandOver: answers(NEWEST_HAND_OVER)}),
  ),
  entry('shift-mail', at('dialog.mail.typing'), mail),
  entry('shift-mail-wrong', at('dialog.mail.typing'), [...mail, ...misspelt, ...save]),
  entry('shift-mail-sending', at('dialog.mail.sending'), [...mail, ...save]),
]
