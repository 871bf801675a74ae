import {parentPort} from 'node:worker_threads'
import {HttpError} from '../http/failures/errors'

/** Pure functions by their names. Input and output are what can be posted between threads. */
export type Tasks = Readonly<Record<string, (input: never) => unknown>>

/** The thread posts `ready` once, and then one answer to each question. */
export type Answer<Output> =
  | {state: 'ready'}
  | {state: 'evaluated'; output: Output}
  | {state: 'refused'; statusCode: number; message: string; headers: Record<string, string>}
  | {state: 'failed'; error: unknown}

interface Question {
  task: string
  input: never
}

/** Makes this worker thread evaluate one question after the other. */
export function serveTasks(tasks: Tasks) {
  const answer = (answer: Answer<unknown>) => parentPort?.postMessage(answer)
  parentPort?.on('message', async (question: Question) => answer(await answerTo(tasks, question)))
  answer({state: 'ready'})
}

async function answerTo(tasks: Tasks, {task, input}: Question): Promise<Answer<unknown>> {
  try {
    return {state: 'evaluated', output: await tasks[task]?.(input)}
  } catch (error) {
    if (!(error instanceof HttpError)) return {state: 'failed', error}
    const {statusCode, message, headers} = error
    return {state: 'refused', statusCode, message, headers}
  }
}
