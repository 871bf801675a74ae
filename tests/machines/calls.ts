import {fromPromise, type PromiseActorLogic} from 'xstate'

/** Calls that are answered by hand, the last one first asked about. */
export interface Calls<Output, Input> {
  logic: PromiseActorLogic<Output, Input>
  /** The call itself, for a logic that makes more of its answer. */
  call(input: Input): Promise<Output>
  /** The inputs of the calls, oldest first. */
  asked: Input[]
  answer(output: Output): Promise<void>
  fail(error?: Error): Promise<void>
}

export function createCalls<Output, Input>(): Calls<Output, Input> {
  const asked: Input[] = []
  let last: {resolve(output: Output): void; reject(error: Error): void} | undefined
  const call = (input: Input) => {
    asked.push(input)
    return new Promise<Output>((resolve, reject) => {
      last = {resolve, reject}
    })
  }
  return {
    asked,
    call,
    logic: fromPromise(({input}) => call(input)),
    async answer(output) {
      last?.resolve(output)
      await settled()
    },
    async fail(error = new Error('away')) {
      last?.reject(error)
      await settled()
    },
  }
}

/** Promises are through, without a timer, which the tests may have replaced. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}
