import {interval, map, type Observable} from 'rxjs'
import type {Milliseconds} from '../../../contract/wire/common'

export interface SecondPassed {
  type: 'second.passed'
}

export const seconds = (): Observable<SecondPassed> => interval(SECOND).pipe(map(() => ({type: 'second.passed'})))

const SECOND: Milliseconds = 1000
