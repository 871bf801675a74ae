import {filter, firstValueFrom} from 'rxjs'
import {fromEventObservable} from 'xstate'
import {giveBack, listRotas, loadWhom, removeRota, saveRota, takeOver} from '../../api/alarms/onCall'
import type {WhomStep} from '../../domain/alarms/onCall'
import {type OnCallLogic, onCallMachine} from '../../machines/alarms/onCall'
import {createLoadMachine, type LoadLogic} from '../../machines/load'
import {connected} from '../../machines/ports'
import {type AlarmsMoved, alarmEvents} from '../../streams/alarms/alarmEvents'
import {ask} from '../ask'
import type {Connections} from '../connections'

/** Who is on call in an organisation. */
export const createOnCallLogic = ({http, feed, retries}: Connections): OnCallLogic =>
  connected(onCallMachine)({
    actors: {
      retries,
      alarmEvents: fromEventObservable(() =>
        alarmEvents(feed).pipe(filter((event): event is AlarmsMoved => event.type === 'alarms.moved')),
      ),
      load: ask(http, listRotas),
      save: ask(http, saveRota),
      remove: ask(http, removeRota),
      takeOver: ask(http, takeOver),
      giveBack: ask(http, giveBack),
    },
  })

export const createWhomLogic =
  ({http, links}: Connections) =>
  (alarmId: string): LoadLogic<readonly WhomStep[]> =>
    createLoadMachine(async ({signal}): Promise<readonly WhomStep[]> => {
      const {capabilities} = await firstValueFrom(links)
      return capabilities.onCall === true ? loadWhom(http, alarmId, {signal}) : []
    })
