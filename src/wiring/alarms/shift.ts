import {map} from 'rxjs'
import {fromEventObservable} from 'xstate'
import {addHandOverNote, handOverShift, loadHandOver, loadShift, sendShift} from '../../api/alarms/shift'
import {shiftRange} from '../../domain/alarms/shift'
import {rangeFromParameters, resolveRange, searchWithRange} from '../../domain/timeRange/timeRange'
import {type ShiftAddressChanged, type ShiftLogic, shiftMachine} from '../../machines/alarms/shift'
import {connected} from '../../machines/ports'
import {shiftPath} from '../../ui/alarmPaths'
import {texts} from '../../ui/alarms/shift/texts'
import {browserStorage} from '../accessTokenMark'
import {createAddress} from '../address'
import type {AddressRouter} from '../addressZone'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {createTimeRangeLogic} from '../timeRange'

type Shared = Pick<NonNullable<Parameters<ShiftLogic['provide']>[0]['actors']>, 'linkChanges' | 'alarmEvents'>

interface ShiftConnections extends Pick<Connections, 'http' | 'serverClock' | 'toasts'> {
  router: AddressRouter
}

/** What happened in a shift, which is read again when others hand it over. */
export const createShiftLogic = (
  {http, router, serverClock, toasts}: ShiftConnections,
  {linkChanges, alarmEvents}: Required<Shared>,
): ShiftLogic => {
  const address = createAddress(router, shiftPath)
  return connected(shiftMachine)({
    actors: {
      linkChanges,
      alarmEvents,
      addressChanges: fromEventObservable<ShiftAddressChanged, void>(() =>
        address.changes.pipe(
          map(search => ({type: 'address.changed', chosen: rangeFromParameters(new URLSearchParams(search))})),
        ),
      ),
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
      pushToUrl: (_, {chosen}) => address.show(searchWithRange(address.search(), chosen), {replace: false}),
      reportOutcome: (_, {outcome}) =>
        toasts.send({type: 'outcome.reported', kind: 'done', text: texts.outcomes[outcome]}),
    },
  })
}
