import {Readable} from 'node:stream'

/** The first page is made before anything is sent, so that a failing database is still answered with 503. */
export async function streamed(pages: AsyncGenerator<string>): Promise<Readable> {
  return Readable.from(continued(await pages.next(), pages))
}

async function* continued(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (!first.done) yield first.value
  yield* rest
}
