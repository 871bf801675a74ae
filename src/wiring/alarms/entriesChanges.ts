import {map} from 'rxjs'
import {fromEventObservable} from 'xstate'
import type {EntriesChanged} from '../../machines/entries'
import type {Connections} from '../connections'

/** Changes of maintenance windows and rotas, which the server announces as it announces those of alarms. */
export const entriesChanges = ({alarmsMoved}: Connections['feed']) =>
  fromEventObservable<EntriesChanged, void>(() => alarmsMoved.pipe(map(() => ({type: 'entries.changed'}))))
