import {describe, expect, it} from 'vitest'
import {createLog} from '../../../server/log/log'

describe('a line of the log', () => {
  it('is an object with time, level and what happened', () => {
    const [line] = linesOf(log => log.warn({device: 'd1'}, 'A device was refused.'))

    expect(line).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      device: 'd1',
      msg: 'A device was refused.',
    })
  })

  it('reports a failure with its kind, message, code and stack', () => {
    const [line] = linesOf(log =>
      log.error(Object.assign(new TypeError('No such table.'), {code: '42P01', detail: 'x'})),
    )

    expect(line).toMatchObject({
      level: 'error',
      msg: 'No such table.',
      err: {type: 'TypeError', message: 'No such table.', code: '42P01', stack: expect.stringContaining('log.test')},
    })
    expect(line.err).not.toHaveProperty('detail')
  })

  it('holds no password, token, cookie, header or body', () => {
    const secrets = {password: 'p', accessToken: 'a', refreshToken: 'r', cookie: 'c', authorization: 'b'}

    const [line] = linesOf(log => log.info({given: {...secrets, name: 'n'}, headers: secrets, body: secrets}, 'Seen.'))

    expect(line).toMatchObject({given: {name: 'n'}, msg: 'Seen.'})
    expect(Object.keys(line).toSorted()).toEqual(['given', 'level', 'msg', 'time'])
  })

  it('is one line, whatever is in it', () => {
    const lines: string[] = []
    const log = createLog({level: 'info', stream: {write: line => lines.push(line)}})

    log.info({name: 'pump\n{"level":"info","msg":"Signed in."}'}, 'Seen\r\nand more.')

    expect(lines.map(line => line.match(/[\r\n]/g))).toEqual([['\n']])
  })

  it('names a call by its route, not by its URL', () => {
    const req = {method: 'POST', url: '/api/v1/secret/telemetry', routeOptions: {url: '/api/v1/:token/telemetry'}}

    const [line] = linesOf(log => log.info({req}, 'Seen.'))

    expect(line.req).toEqual({method: 'POST', route: '/api/v1/:token/telemetry'})
  })
})

function linesOf(write: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = []
  write(createLog({level: 'info', stream: {write: line => lines.push(line)}}))
  return lines.map(line => JSON.parse(line))
}
