import {filter} from 'rxjs'
import {fromEventObservable} from 'xstate'
import {giveBack, listRotas, removeRota, saveRota, takeOver} from '../../api/alarms/onCall'
import {type OnCallLogic, onCallMachine} from '../../machines/alarms/onCall'
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
