import {defer, from, Observable, type ObservableInput, timer} from 'rxjs'
import type {Milliseconds} from '../../contract/wire/common'

export type Outcome<Item, Answer> = {item: Item} & ({answer: Answer} | {error: unknown})

export interface Turns<Item, Answer> {
  idOf: (item: Item) => string
  /** Asks for one item. */
  ask: (item: Item) => ObservableInput<Answer>
  /** What is in view, most wanted first. */
  wanted: Observable<readonly Item[]>
  /** What is asked for once without being in view, too, after what is. */
  others?: readonly Item[]
  /** From here on what was asked before is too old. */
  rounds: Observable<unknown>
  concurrency: number
  /** What failed is asked for again after this long, if it is in view then; without it not before the next round. */
  patience?: Milliseconds
}

/**
 * Asks for items one by one, a few at a time, those in view first. Each is asked for once in a round. What is out of view
 * waits until it comes into view; the `others` don't, once.
 */
export function inTurns<Item, Answer>(turns: Turns<Item, Answer>): Observable<Outcome<Item, Answer>> {
  const {idOf, ask, wanted, others = [], rounds, concurrency, patience} = turns
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
      wanted.subscribe(items => {
        inView = items
        askNext()
      }),
    )
    subscriber.add(
      rounds.subscribe(() => {
        askedThisRound.clear()
        askNext()
      }),
    )
    askNext()
  })
}
