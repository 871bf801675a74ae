import {TestScheduler} from 'rxjs/testing'
import {expect} from 'vitest'

/** Runs a stream on virtual time, where a character of a diagram is a millisecond. */
export function marbles(check: Parameters<TestScheduler['run']>[0]): void {
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(check)
}
