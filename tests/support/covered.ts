import {afterAll, beforeAll} from 'vitest'
import {startCoverage, takeCoverage} from './coverage'

declare module 'vitest' {
  interface TaskMeta {
    /** The files of the project of which the tests of this file called a function, in this process or in a page. */
    covers?: string[]
  }
}

beforeAll(startCoverage)

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures a hook asks for.
afterAll(async ({}, {file}) => {
  const covers = await takeCoverage()
  if (covers !== undefined) file.meta.covers = covers
})
