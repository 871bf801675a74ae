import {describe, expect, it} from 'vitest'
import {endsSession, failureOf, mayPass, messageOf} from '../../src/domain/failure'
import {refused, unreachable} from '../support/failures'

describe('a failure', () => {
  it('is read from what a call threw', () => {
    const {kind, status, serverMessage} = failureOf(refused(404, 'Device not found.'))
    expect({kind, status, serverMessage}).toEqual({kind: 'refused', status: 404, serverMessage: 'Device not found.'})
  })

  it.each([[new Error('a defect')], ['a text'], [null], [undefined], [{kind: 'odd', status: 1, serverMessage: ''}]])(
    'is unexpected when %s was thrown',
    error => {
      expect(failureOf(error)).toEqual({kind: 'unexpected', status: null, serverMessage: null})
    },
  )

  it('is told in the server’s words when it has some', () => {
    expect([messageOf(refused(400, 'No.'), 'Failed.'), messageOf(refused(400), 'Failed.')]).toEqual(['No.', 'Failed.'])
  })

  it('ends the session when it is a 401 or a 403, and otherwise does not', () => {
    const statuses = [400, 401, 403, 404, 429, 500, 503]
    expect(statuses.filter(status => endsSession(refused(status)))).toEqual([401, 403])
    expect(endsSession(new Error('no network'))).toBe(false)
  })
  it('may pass when the server was away, broken or too busy', () => {
    const statuses = [400, 401, 403, 404, 409, 429, 500, 503]
    expect(statuses.filter(status => mayPass(refused(status)))).toEqual([429, 500, 503])
    expect(mayPass(unreachable)).toBe(true)
    expect(mayPass(new Error('a defect'))).toBe(false)
  })
})
