import {BYTE_ORDER_MARK} from '../../../contract/rules/csv'
import {loadAvailability, saveGoals} from '../../api/alarms/availability'
import {availabilityRange} from '../../domain/alarms/availability'
import {resolveRange} from '../../domain/timeRange/timeRange'
import {type AvailabilityLogic, availabilityMachine} from '../../machines/alarms/availability'
import {connected} from '../../machines/ports'
import {download} from '../../ui/kit/text/download'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {browserStorage} from '../session/accessTokenMark'
import {createTimeRangeLogic} from '../timeRange'

export const createAvailabilityLogic = ({http, retries, serverClock}: Connections): AvailabilityLogic =>
  connected(availabilityMachine)({
    actors: {
      retries,
      timeRange: createTimeRangeLogic(browserStorage()),
      load: ask(http, async (_, {range: raw, ...question}, options) => {
        const readAt = serverClock.now()
        const range = availabilityRange(resolveRange(raw, readAt, question.zone))
        return {range, readAt, report: await loadAvailability(http, {...question, range}, options)}
      }),
      saveGoals: ask(http, saveGoals),
    },
    actions: {saveFile: (_, {name, text}) => download(name, 'text/csv', `${BYTE_ORDER_MARK}${text}`)},
  })
