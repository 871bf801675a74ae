import {defer, from, Observable, type ObservableInput, timer} from 'rxjs'
import type {Milliseconds} from '../../contract/wire/common'

export type Outcome<Item, Answer> = {item: Item} & ({answer: Answer} | {error: unknown})

export interface Turns<Item, Answer> {
  idOf: (item: Item) => string
  ask: (item: Item) => ObservableInput<Answer>
  /** The items in view, the most urgent first. They are requested before all others. */
  requested: Observable<readonly Item[]>
  /** Items that are asked for once even if they never come into view. */
  others?: readonly Item[]
  /** Each value starts a new round, in which the items in view are asked for again. */
  polls: Observable<unknown>
  concurrency: number
  /** An item that failed is asked for again after this long if it is in view; without it, in the next round. */
  patience?: Milliseconds
}

/**
 * Asks for each item once in a round, `concurrency` at a time, those in view first. An item that is out of view waits
 * until it comes into view, except for the first question for each of `others`.
 */
export function prioritisedQueue<Item, Answer>(turns: Turns<Item, Answer>): Observable<Outcome<Item, Answer>> {
  const {idOf, ask, requested, others = [], polls, concurrency, patience} = turns
  return new Observable<Outcome<Item, Answer>>(subscriber => {
    const unasked = new Map(others.map(item => [idOf(item), item]))
    const askedThisRound = new Set<string>()
    let inView: readonly Item[] = []
    let underWay = 0

    const next = (): Item | undefined => {
      const [first] = unasked.values()
      return inView.find(item => !askedThisRound.has(idOf(item))) ?? first
    }
    const askNext = () => {
      while (underWay < concurrency && !subscriber.closed) {
        const item = next()
        if (item === undefined) return
        askFor(item)
      }
    }
    const askFor = (item: Item) => {
      const id = idOf(item)
      unasked.delete(id)
      askedThisRound.add(id)
      underWay++
      const done = () => {
        underWay--
        askNext()
      }
      subscriber.add(
        defer(() => from(ask(item))).subscribe({
          next: answer => subscriber.next({item, answer}),
          error: (error: unknown) => {
            subscriber.next({item, error})
            if (patience !== undefined) subscriber.add(timer(patience).subscribe(() => askAgain(id)))
            done()
          },
          complete: done,
        }),
      )
    }
    const askAgain = (id: string) => {
      askedThisRound.delete(id)
      askNext()
    }

    subscriber.add(
      requested.subscribe(items => {
        inView = items
        askNext()
      }),
    )
    subscriber.add(
      polls.subscribe(() => {
        askedThisRound.clear()
        askNext()
      }),
    )
    askNext()
  })
}
