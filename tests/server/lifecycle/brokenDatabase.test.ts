import {expect, it, onTestFinished, vi} from 'vitest'
import {createDataDir} from '../../support/dataDir'
import {connectionsOf, postmasterOf} from '../../support/postgres'
import {createDevices, inDatabase} from '../../support/preparedData'
import {startSenders} from '../../support/senders'
import {startServerProcess} from '../../support/serverProcess'

const DEVICES = 20
const ROUNDS = 3

it('answers 503 and lives on when its database is killed, as a whole or one connection of it', async context => {
  context.skip(process.platform !== 'linux', 'needs /proc')
  const dataDir = await createDataDir()
  const tokens = await inDatabase(dataDir, database => createDevices(database, DEVICES))
  const server = startServerProcess({dataDir, environment: {RATE_LIMITS_DEVICE: '100000:1'}})
  onTestFinished(async () => void (await server.end('SIGKILL')))
  const origin = (await server.origin) ?? ''
  const senders = startSenders(origin, tokens)
  onTestFinished(senders.stop)
  const postmaster = () => postmasterOf(dataDir)
  const seen = new Set<number | string>()
  const expectAnswer = (status: number) =>
    vi.waitFor(() => {
      const answers = senders.takeAnswers()
      for (const answer of answers) seen.add(answer)
      expect(answers).toContain(status)
    })

  for (let round = 0; round < ROUNDS; round++) {
    for (const victim of [() => connectionsOf(postmaster())[0] ?? Number.NaN, postmaster]) {
      await expectAnswer(200)
      senders.takeAnswers()
      await vi.waitFor(() => process.kill(victim(), 'SIGKILL'))
      await expectAnswer(503)
    }
  }
  await expectAnswer(200)
  await senders.stop()

  expect([...seen].sort()).toEqual([200, 503])
  expect(server.output()).not.toMatch(/unhandled|uncaught/i)
  await vi.waitFor(async () => expect((await fetch(`${origin}/healthz`)).status).toBe(200))
})
