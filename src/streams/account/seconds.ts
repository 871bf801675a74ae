import {interval, map, type Observable} from 'rxjs'
import type {Milliseconds} from '../../../contract/wire/common'

export interface SecondPassed {
  type: 'second.passed'
}

/** Tells of each second after the start. */
export const seconds = (): Observable<SecondPassed> => interval(SECOND).pipe(map(() => ({type: 'second.passed'})))

const SECOND: Milliseconds = 1000
