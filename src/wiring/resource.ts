import {map, NEVER} from 'rxjs'
import {fromEventObservable} from 'xstate'
import type {LinkChanged} from '../machines/connectivity'
import type {RefreshDue, RefreshPause} from '../machines/resource'
import {pollTicks, visibility} from '../streams/ticks'
import type {Connections} from './connections'

/** When a resource reads: as the link allows, and again after its pause as long as the page is shown. */
export const resourceSources = ({links}: Pick<Connections, 'links'>) => ({
  linkChanges: fromEventObservable<LinkChanged, void>(() => links),
  refreshes: fromEventObservable<RefreshDue, RefreshPause>(({input: {pause}}) =>
    pause === null ? NEVER : pollTicks(pause, visibility(document)).pipe(map(() => ({type: 'refresh.due'}))),
  ),
})
