import {serveTasks} from '../../../server/evaluation/thread'
import {badRequest} from '../../../server/http/failures/errors'

const tasks = {
  double: (number: number) => number * 2,
  backtrack: (text: string) => /^(a+)+$/.test(text),
  fill(item: string) {
    const held: string[][] = []
    for (;;) held.push(Array.from({length: 10_000}, (_, at) => `${item}${at}`))
  },
  refuse(text: string): never {
    throw badRequest(`No: ${text}`)
  },
  fail(text: string): never {
    throw new RangeError(text)
  },
  readEnvironment: (name: string) => process.env[name],
}

export type TestTasks = typeof tasks

serveTasks(tasks)
