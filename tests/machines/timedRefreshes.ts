import {map, NEVER, timer} from 'rxjs'
import {fromEventObservable} from 'xstate'
import type {RefreshDue, RefreshPause} from '../../src/machines/resource'

/** A resource reads again after its pause, on the clock of the test. */
export const timedRefreshes = fromEventObservable<RefreshDue, RefreshPause>(({input: {pause}}) =>
  pause === null ? NEVER : timer(pause).pipe(map(() => ({type: 'refresh.due'}))),
)
