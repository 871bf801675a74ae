import {auditTime, catchError, EMPTY, filter, identity, map, merge, type Observable, startWith, switchMap} from 'rxjs'
import {THRESHOLDS_ATTRIBUTE} from '../../../contract/rules/thresholds'
import {UNITS_ATTRIBUTE} from '../../../contract/rules/units'
import type {Milliseconds} from '../../../contract/wire/common'
import type {KeySettings} from '../../domain/telemetry/readings/keySettings'
import type {AttributeUpdate} from '../../domain/telemetry/readings/live'
import {call} from '../call'

interface Sources {
  load: (signal: AbortSignal) => Promise<KeySettings>
  /** Attributes of the devices. */
  update: Observable<readonly AttributeUpdate[]>
  /** Each value means that others hold for many devices. */
  changes: Observable<unknown>
  /** Each value starts a new round, in which they are loaded again. */
  polls: Observable<unknown>
  /** Whether they are known as of now. */
  isJustRead?: boolean
}

/** Loads the units and thresholds of keys at once, in each round, and when one of the devices has got others. */
export function keySettings({
  load,
  update,
  changes,
  polls,
  isJustRead = false,
}: Sources): Observable<{type: 'keySettings.received'; settings: KeySettings}> {
  const written = merge(
    update.pipe(filter(batch => batch.some(({key}) => key === UNITS_ATTRIBUTE || key === THRESHOLDS_ATTRIBUTE))),
    changes,
  ).pipe(auditTime(PATIENCE))
  return merge(written, polls).pipe(
    isJustRead ? identity : startWith(null),
    switchMap(() =>
      call(load).pipe(
        map(settings => ({type: 'keySettings.received' as const, settings})),
        catchError(() => EMPTY),
      ),
    ),
  )
}

/** Many devices may be written to in a row. */
const PATIENCE: Milliseconds = 500
