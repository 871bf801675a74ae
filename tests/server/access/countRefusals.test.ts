import {describe, expect, it} from 'vitest'
import {countRefusals} from '../../../server/access/countRefusals'
import {HttpError} from '../../../server/http/failures/errors'

/** Whether the attempt was taken back. */
async function isTakenBack(work: () => Promise<unknown>): Promise<boolean> {
  let takenBack = false
  const takeBack = () => {
    takenBack = true
  }
  await countRefusals({takeBack}, work).catch(() => undefined)
  return takenBack
}

const failing = (error: Error) => () => Promise.reject(error)

describe('an attempt', () => {
  it.each([400, 401, 404])('that is answered by %i counts as a failure', async status => {
    expect(await isTakenBack(failing(new HttpError(status, 'No.')))).toBe(false)
  })

  it.each([
    ['that succeeds', async () => 'done'],
    ['that meets another limit', failing(new HttpError(429, 'Later.'))],
    ['that meets a database out of service', failing(new HttpError(503, 'Later.'))],
    ['that meets a defect of the server', failing(new TypeError('undefined is not a function'))],
  ])('%s does not', async (_what, work) => {
    expect(await isTakenBack(work)).toBe(true)
  })

  it('keeps its outcome', async () => {
    const attempt = {takeBack() {}}
    const failure = new HttpError(401, 'No.')

    expect(await countRefusals(attempt, async () => 'done')).toBe('done')
    await expect(countRefusals(attempt, failing(failure))).rejects.toBe(failure)
  })
})
