import {addHandOverNote, handOverShift, loadHandOver, loadShift, sendShift} from '../../api/alarms/shift'
import {shiftRange} from '../../domain/alarms/shift'
import {resolveRange} from '../../domain/timeRange/timeRange'
import {type ShiftLogic, shiftMachine} from '../../machines/alarms/shift'
import {connected} from '../../machines/ports'
import {texts} from '../../ui/alarms/shift/texts'
import {browserStorage} from '../accessTokenMark'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {createTimeRangeLogic} from '../timeRange'

type Shared = Pick<NonNullable<Parameters<ShiftLogic['provide']>[0]['actors']>, 'linkChanges' | 'alarmEvents'>

/** What happened in a shift, which is read again when others hand it over. */
export const createShiftLogic = (
  {http, serverClock, toasts}: Pick<Connections, 'http' | 'serverClock' | 'toasts'>,
  {linkChanges, alarmEvents}: Required<Shared>,
): ShiftLogic =>
  connected(shiftMachine)({
    actors: {
      linkChanges,
      alarmEvents,
      timeRange: createTimeRangeLogic(browserStorage()),
      load: ask(http, async (_, {organisationId, zone, chosen}, options) => {
        const range = chosen && shiftRange(resolveRange(chosen, serverClock.now(), zone))
        const shift = await loadShift(http, {organisationId, range}, options)
        return {shift, range: shift.range, readAt: shift.asOf}
      }),
      loadHandOver: ask(http, loadHandOver),
      handOver: ask(http, handOverShift),
      addNote: ask(http, addHandOverNote),
      sendMail: ask(http, sendShift),
    },
    actions: {
      reportOutcome: (_, {outcome}) =>
        toasts.send({type: 'outcome.reported', kind: 'done', text: texts.outcomes[outcome]}),
    },
  })
